/** Builds a customer's statement of account in Greek, for the print view, the PDF and the mail. */
import { type Aging, AGES, agingOf } from '#features/parties/domain/aging.ts'
import { type Debt, debtsOf, overdueOf } from '#features/parties/domain/due.ts'
import { readUsualDays } from '#features/parties/server/due-day.ts'
import { readMatches } from '#features/ledger/server/matches.ts'
import { sumOpen } from '#features/parties/domain/settlement.ts'
import { oneLineAddress } from '#kernel/address.ts'
import type { Day } from '#kernel/day.ts'
import { type Cents, sumCents } from '#kernel/money.ts'
import type { Paper, PaperTable } from '#kernel/paper.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { paper, type View } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { framePaper } from '#server/papers/frame.ts'
import { onPaper, paperColumns, paperTexts } from '#server/papers/texts.ts'
import type { AccountEntry } from '../domain/account.ts'
import type { Customer } from '../domain/contract.ts'
import {
  MOST_STATEMENT_ROWS,
  newYearOf,
  type Period,
  type Statement,
  statementOf,
  whyNotPeriod,
} from '../domain/statement.ts'
import { customerStatement } from '../domain/statement-contract.ts'
import { readEntries } from './account.ts'
import { readCustomer } from './customer-kind.ts'

/** A received cheque that is not due yet. */
type Cheque = { expires: Day; bank: string; issuer: string; receipt: string; amount: Cents }

const t = paperTexts('customers')
const said = (key: string, value: string): string => (value === '' ? '' : t(key, { value }))

/** Reads the customer and the entries of the statement for a period. */
export async function readStatement(
  { rows, today }: Pick<View, 'rows' | 'today'>,
  { id, ...period }: Period & { readonly id: number },
): Promise<{ customer: Customer; statement: Statement; sheet: Paper }> {
  stopOn(whyNotPeriod(period))
  const customer = await readCustomer(rows, id)
  const entries = await readEntries(rows, id)
  const statement = statementOf(entries, period)
  if (statement.rows.length > MOST_STATEMENT_ROWS)
    refuse('refused', 'customers.statement-too-long', { count: statement.rows.length, most: MOST_STATEMENT_ROWS })
  const cheques = await readCheques(rows, id, period.until)
  const known = entries.filter(({ date }) => date <= period.until)
  const matches = await readMatches(rows, 'customers', id)
  const aging = agingOf(known, period.until, matches)
  const terms = { own: customer.paymentDays, usual: await readUsualDays(rows, 'customers') }
  const debts = debtsOf(known, terms, period.until, matches)
  const sheet = await framePaper(rows, today, {
    title: t('title'),
    number: '',
    name: customer.name,
    facts: [
      { label: t('fact.from'), value: onPaper.day(period.from) },
      { label: t('fact.until'), value: onPaper.day(period.until) },
      { label: t('fact.balance'), value: onPaper.euro(statement.after) },
    ],
    marks: [],
    parties: [partyOf(customer)],
    blocks: [
      rowsTable(statement),
      totals(statement, aging, period),
      ...(debts.length === 0 ? [] : [debtTable(debts)]),
      ...(cheques.length === 0 ? [] : [chequeTable(cheques)]),
    ],
    signatures: [],
  })
  return { customer, statement, sheet }
}

/** A cheque counts on the day it was received. Until its due date it is also in a separate list (C-54). */
const readCheques = (rows: Rows, customerId: number, until: Day): Promise<Cheque[]> =>
  rows.many<Cheque>(sql`
    select expire_date as expires, bank_name as bank, issuer, receipt_code as receipt, amount_cents as amount
    from standing_payments
    where customer_id = ${customerId} and bound = 'Inbound' and type = 'CHECK' and date <= ${until}::date
      and expire_date > ${until}::date
    order by expire_date, id`)

/** Returns the customer as the addressee of a paper. */
export const partyOf = (customer: Customer): Paper['parties'][number] => ({
  heading: t('party.customer'),
  name: customer.name,
  lines: [
    customer.label === customer.name ? '' : customer.label,
    customer.profession,
    oneLineAddress(customer),
    [said('party.vat', customer.vat), said('party.tax-office', customer.taxOffice)].filter(Boolean).join(' · '),
    [said('party.phone', customer.phone), customer.email].filter(Boolean).join(' · '),
  ].filter(Boolean),
})

const column = paperColumns(t)

/** An amount of zero is left blank, because each row has only one side. */
const side = (amount: Cents): string => (amount === 0 ? '' : onPaper.amount(amount))

const rowsTable = ({ before, rows, charged, credited, after }: Statement): PaperTable => ({
  kind: 'table',
  heading: '',
  columns: [
    column('date', 20),
    column('what', null),
    column('charged', 24, 'right'),
    column('credited', 24, 'right'),
    column('balance', 26, 'right'),
  ],
  rows: [
    ['', t('brought-forward'), '', '', onPaper.amount(before)],
    ...rows.map((row) => [
      onPaper.day(row.date),
      whatOf(row),
      side(row.charged),
      side(row.credited),
      onPaper.amount(row.balance),
    ]),
  ],
  sums: [['', t('period-sum'), onPaper.amount(charged), onPaper.amount(credited), onPaper.amount(after)]],
})

function whatOf({ kind, id, type, reference, settles }: AccountEntry): string {
  if (kind === 'credit') return [t('what.credit', { id: settles ?? '' }), reference].filter(Boolean).join(', ')
  if (kind === 'order') return t('what.order', { id })
  if (kind === 'opening') return [t('what.opening'), reference].filter(Boolean).join(', ')
  const how = t(`what.${kind}`, { type: t(`payment.${type ?? 'CASH'}`) })
  return reference === '' ? how : `${how}, ${reference}`
}

const totals = (statement: Statement, aging: Aging, { from }: Period): Paper['blocks'][number] => ({
  kind: 'totals',
  rows: [
    { label: t('total.before', { day: onPaper.day(from) }), value: onPaper.euro(statement.before) },
    // A period that starts on 1 January has no earlier part of the same year.
    ...(from === newYearOf(from)
      ? []
      : [
          {
            label: t('total.since-new-year', { day: onPaper.day(newYearOf(from)) }),
            value: onPaper.euro(statement.beforeThisYear),
          },
        ]),
    { label: t('total.charged'), value: onPaper.euro(statement.charged) },
    { label: t('total.credited'), value: onPaper.euro(statement.credited) },
    { label: t('total.after'), value: onPaper.euro(statement.after) },
  ],
  beside: {
    kind: 'table',
    heading: t('aging.title'),
    columns: [column('age', 34), column('amount', 28, 'right')],
    rows: [...AGES, ...(aging.credit > 0 ? (['credit'] as const) : [])].map((part) => [
      t(`aging.${part}`),
      onPaper.amount(part === 'credit' ? ((0 - aging.credit) as Cents) : aging[part]),
    ]),
    sums: [[t('aging.sum'), onPaper.amount(statement.after)]],
  },
})

/** What is open of each charge, by the day on which it is due. Its sums are all that is open, and the overdue part. */
const debtTable = (debts: readonly Debt<AccountEntry>[]): PaperTable => {
  const overdue = overdueOf(debts)
  return {
    kind: 'table',
    heading: t('debts'),
    columns: [
      column('due', 22),
      column('what', null),
      column('date', 22),
      column('late', 24, 'right'),
      column('open', 28, 'right'),
    ],
    rows: debts
      .toSorted((a, b) => (a.due < b.due ? -1 : 1))
      .map(({ entry, due, late, open }) => [
        onPaper.day(due),
        whatOf(entry),
        onPaper.day(entry.date),
        late === 0 ? '' : String(late),
        onPaper.amount(open),
      ]),
    sums: [
      ['', t('debts-overdue'), '', '', onPaper.amount(overdue?.cents ?? 0)],
      ['', t('debts-sum'), '', '', onPaper.amount(sumOpen(debts))],
    ],
  }
}

const chequeTable = (cheques: readonly Cheque[]): PaperTable => ({
  kind: 'table',
  heading: t('cheques'),
  columns: [
    column('expires', 22),
    column('bank', 40),
    column('issuer', null),
    column('receipt', 34),
    column('amount', 26, 'right'),
  ],
  rows: cheques.map(({ expires, bank, issuer, receipt, amount }) => [
    onPaper.day(expires),
    bank,
    issuer,
    receipt,
    onPaper.amount(amount),
  ]),
  sums: [['', '', '', '', onPaper.amount(sumCents(cheques.map(({ amount }) => amount)))]],
})

/** Returns the statement of a customer as a paper. */
export const customerStatementMaker = paper(
  customerStatement,
  async (view, input) => (await readStatement(view, input)).sheet,
)
