/** Reads the account of a provider. */
import { agingOf } from '#features/parties/domain/aging.ts'
import { withBalances } from '#features/parties/domain/balances.ts'
import { debtsOf, overdueOf } from '#features/parties/domain/due.ts'
import { readUsualDays } from '#features/parties/server/due-day.ts'
import { PAIR, readProviderMatches } from '#features/parties/server/matches.ts'
import { openingEntries } from '#features/parties/server/opening-balances.ts'
import { STANDING_PAYMENT } from '#features/parties/server/standing-payments.ts'
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
  const matches = await readProviderMatches(rows, id)
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
export const readEntries = (rows: Rows, providerId: number): Promise<ProviderEntry[]> =>
  rows.many<ProviderEntry>(sql`
    select kind, id, date, type, reference, refcode, amount, pair from (
      select 'invoice' as kind, i.id, i.import_date as date, null as type, i.number as reference, i.refcode,
        i.total_cents as amount, null::bigint as pair
      from booked_invoices i where i.provider_id = ${providerId}
      union all
      select case p.bound when 'Outbound' then 'paid' else 'returned' end, p.id, p.date, p.type, p.receipt_code, p.refcode,
        case p.bound when 'Outbound' then -p.amount_cents else p.amount_cents end, ${PAIR}
      from payments p where p.provider_id = ${providerId}
      union all
      select 'opening', id, day, null, note, '', amount, null
      from (${openingEntries('providers', (column) => sql`${column} = ${providerId}`)}) opening
    ) t order by date, kind, id`)

type Account = ProviderAccountParts & { balance: Cents }

/** Returns the parts and the balance of a provider (C-05). */
export async function readAccount(rows: Rows, providerId: number): Promise<Account> {
  const parts = await rows.one<ProviderAccountParts>(sql`
    select coalesce(sum(amount_cents) filter (where bound = 'Outbound'), 0)::bigint as paid,
      coalesce(sum(amount_cents) filter (where bound = 'Inbound'), 0)::bigint as returned,
      (select coalesce(sum(i.total_cents), 0)::bigint from booked_invoices i
        where i.provider_id = ${providerId}) as invoiced,
      (select coalesce(sum(amount_cents), 0)::bigint from opening_balances where provider_id = ${providerId}) as opening
    from payments where provider_id = ${providerId}`)
  return { ...parts, balance: balanceOf(parts) }
}

type Cheque = { id: number; date: Day; amount: Cents }

/** Returns the next cheque that we gave and that the bank has not paid yet, or null. */
const readNextCheque = (rows: Rows, providerId: number, today: Day): Promise<Cheque | null> =>
  rows
    .maybe<Cheque>(sql`
      select p.id, p.expire_date as date, p.amount_cents as amount from payments p
      where p.provider_id = ${providerId} and p.bound = 'Outbound' and p.type = 'CHECK'
        and p.expire_date >= ${today}::date and ${STANDING_PAYMENT}
      order by p.expire_date, p.id limit 1`)
    .then((cheque) => cheque ?? null)
