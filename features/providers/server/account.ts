/** Reads the account of a provider. */
import { readLines, readSumsOf } from '#features/ledger/server/account.ts'
import { readMatches } from '#features/ledger/server/matches.ts'
import { agingOf } from '#features/parties/domain/aging.ts'
import { withBalances } from '#features/parties/domain/balances.ts'
import { debtsOf, overdueOf } from '#features/parties/domain/due.ts'
import { readUsualDays } from '#features/parties/server/due-day.ts'
import { readParty } from '#features/parties/server/write-party.ts'
import type { Day } from '#kernel/day.ts'
import { periodOf } from '#kernel/days/period.ts'
import { type Cents, sumCents } from '#kernel/money.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { balanceOf, type ProviderAccountParts, type ProviderEntry } from '../domain/account.ts'
import { providerAccount } from '../domain/account-contract.ts'
import { providerKind } from './provider-kind.ts'

/** The page shows this many entries. Providers with more appear in the list of balances. */
const MOST_ENTRIES = 2_000

/** Returns the figures, what is due next, the balance by age and the ledger of a provider. */
export const providerAccountQuery = query(providerAccount, async ({ rows, today }, { id }) => {
  const { paymentDays } = await readParty(providerKind, rows, id)
  const entries = await readEntries(rows, id)
  const matches = await readMatches(rows, 'providers', id)
  const terms = { own: paymentDays, usual: await readUsualDays(rows, 'providers') }
  const debts = debtsOf(entries, terms, today, matches)
  const debtOf = new Map(debts.map(({ entry, open, due, late }) => [entry, { open, due, late }]))
  const invoices = entries.filter(({ kind }) => kind === 'invoice')
  const newYear = periodOf('this-year', today).from
  const parts = await readAccount(rows, id)
  const balanced = withBalances(entries.map((entry) => ({ ...entry, debt: debtOf.get(entry) })))
  const [oldest] = debts
  return {
    figures: {
      ...parts,
      invoices: invoices.length,
      invoicedThisYear: sumCents(invoices.filter(({ date }) => date >= newYear).map(({ amount }) => amount)),
    },
    due: {
      charge: oldest ? { entry: shown(oldest.entry), rest: oldest.open, due: oldest.due } : null,
      cheque: await readNextCheque(rows, id, today),
    },
    aging: agingOf(entries, today, matches),
    overdue: overdueOf(debts),
    ledger: balanced.slice(-MOST_ENTRIES).map(shown),
    truncated: balanced.length > MOST_ENTRIES,
  }
})

/** Returns an entry as the page shows it. */
const shown = <E extends ProviderEntry>({ pair, ...entry }: E) => ({ ...entry, cancelled: pair != null })

/** Returns booked invoices, payments and the opening balance, oldest first. An invoice counts on its own day, a payment on its day. */
export async function readEntries(rows: Rows, providerId: number): Promise<ProviderEntry[]> {
  const lines = await readLines<ProviderEntry['kind']>(rows, 'providers', providerId)
  return lines.map(({ settles: _, ...entry }) => entry)
}

type Account = ProviderAccountParts & { balance: Cents }

/** Returns the parts and the balance of a provider (C-05). */
export async function readAccount(rows: Rows, providerId: number): Promise<Account> {
  const { documents, paid, received, opening } = await readSumsOf(rows, 'providers', providerId)
  const parts = { invoiced: documents, paid, returned: received, opening }
  return { ...parts, balance: balanceOf(parts) }
}

type Cheque = { id: number; date: Day; amount: Cents }

/** Returns the next cheque that we gave and that the bank has not paid yet, or null. */
const readNextCheque = (rows: Rows, providerId: number, today: Day): Promise<Cheque | null> =>
  rows
    .maybe<Cheque>(sql`
      select p.id, p.expire_date as date, p.amount_cents as amount from standing_payments p
      where p.provider_id = ${providerId} and p.bound = 'Outbound' and p.type = 'CHECK'
        and p.expire_date >= ${today}::date
      order by p.expire_date, p.id limit 1`)
    .then((cheque) => cheque ?? null)
