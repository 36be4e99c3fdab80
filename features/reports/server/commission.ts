/** The query of the report on the commission of salespersons. */
import { OWED } from '#features/payments/server/commission-owed.ts'
import { settingsRights } from '#features/settings/domain/rights.ts'
import { addDays } from '#kernel/day.ts'
import { type Cents, subtractCents, sumCents } from '#kernel/money.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { DeclaredForm } from '#server/settings.ts'
import { commission, COMMISSION_SETTINGS, MOST_IN_COMMISSION } from '../domain/commission.ts'
import type { DocumentsOf, ReportInput, ReportRow } from '../domain/frame.ts'
import { ofReport, READ_AT } from './frame/counted.ts'
import { reportQuery } from './frame/report.ts'

export const commissionForm: DeclaredForm = {
  id: 38,
  name: 'commission',
  right: settingsRights.write,
  settings: COMMISSION_SETTINGS,
}

/** Before every document, so that a figure opens all documents until the end of the period. */
const BEGINNING = '1900-01-01' as ReportInput['from']

const SOLD: DocumentsOf = { source: 'order', commission: true }
// what a salesperson pays back is a negative payment
const PAID: DocumentsOf = { source: 'payment', bound: 'Outbound' }

type Whose = { readonly salespersonId?: number }
/** The documents of one salesperson, or of all. */
const whoseOf = ({ salespersonId }: Pick<ReportInput, 'salespersonId'>): Whose =>
  salespersonId === undefined ? {} : { salespersonId }
const ofSalespersons = ({ salespersonId }: Whose): Sql =>
  salespersonId === undefined ? sql`d.salesperson_id is not null` : sql`d.salesperson_id = ${salespersonId}`

/** A row whose columns open different documents. */
const rowOf = (key: string, values: ReportRow['values'], of: DocumentsOf, parts?: ReportRow['parts']): ReportRow => ({
  key,
  values,
  documents: 0,
  only: null,
  of,
  ...(parts && { parts }),
})

type Account = {
  id: number
  name: string
  sales: Cents
  commission: Cents
  paid: Cents
  earlier: Cents
  earlierPaid: Cents
  owed: Cents
}

/** Returns what each salesperson sold, earned and was paid, before the period and in it. */
const readAccounts = (rows: Rows, { from, to, ...input }: ReportInput): Promise<Account[]> =>
  rows.many<Account>(sql`
    select a.*, trim(s.name || ' ' || s.surname) as name from (
      select d.salesperson_id as id,
        coalesce(sum(d.net_cents) filter (where d.source = 'order' and d.day >= ${from}::date), 0)::bigint as sales,
        coalesce(sum(d.commission_cents) filter (where d.day >= ${from}::date), 0)::bigint as commission,
        coalesce(sum(d.total_cents) filter (where d.source = 'payment' and d.day >= ${from}::date), 0)::bigint as paid,
        coalesce(sum(d.commission_cents) filter (where d.day < ${from}::date), 0)::bigint as earlier,
        coalesce(sum(d.total_cents) filter (where d.source = 'payment' and d.day < ${from}::date), 0)::bigint as "earlierPaid",
        coalesce(sum(${OWED}), 0)::bigint as owed
      from counted_documents d where ${ofSalespersons(whoseOf(input))} and d.ended_at is null and d.day <= ${to}::date
      group by d.salesperson_id) a
    join salespersons s on s.id = a.id
    order by a.sales desc, name, a.id limit ${MOST_IN_COMMISSION}`)

/** Returns one row for each salesperson. */
const salespersonRows = (accounts: readonly Account[]): ReportRow[] =>
  accounts.map(({ id, name, sales, commission: earned, paid, owed }) => {
    const [sold, paidTo] = [
      { ...SOLD, salespersonId: id },
      { ...PAID, salespersonId: id },
    ]
    const values = { name, amount: sales, commission: earned, paid, owed }
    return rowOf(String(id), values, sold, { amount: sold, commission: sold, paid: paidTo })
  })

/** Returns what a salesperson was owed before the period, what the period added and took, and what is owed at its end. */
function accountRows({ from, to }: ReportInput, whose: Whose, account: Account): ReportRow[] {
  const { commission: earned, paid, earlier, earlierPaid, owed } = account
  const rows = [
    ['before', earlier, earlierPaid, { from: BEGINNING, to: addDays(from, -1) }],
    ['in', earned, paid, {}],
    ['until', sumCents([earlier, earned]), sumCents([earlierPaid, paid]), { from: BEGINNING, to }],
  ] as const
  return rows.map(([when, sum, sumPaid, days]) => {
    const [sold, paidTo] = [
      { ...SOLD, ...whose, ...days },
      { ...PAID, ...whose, ...days },
    ]
    const left = when === 'until' ? owed : subtractCents(sum, sumPaid)
    return rowOf(when, { when, commission: sum, paid: sumPaid, owed: left }, sold, { commission: sold, paid: paidTo })
  })
}

type Sold = { id: number; name: string; category: string | null; net: Cents; commission: Cents }

/**
 * Returns the sales of one salesperson by customer, and by customer and category of product. A row without a category has what the sales
 * contain beside their products.
 */
async function readSales(
  rows: Rows,
  input: ReportInput,
  whose: Whose,
): Promise<{ customers: ReportRow[]; categories: ReportRow[] }> {
  const sold = await rows.many<Sold>(sql`
    with sold as materialized (
      select d.document_id, d.party_id, d.net_cents, d.commission_cents from counted_documents d
      where d.source = 'order' and ${ofSalespersons(whose)} and ${ofReport(input)}),
    goods as materialized (
      select s.party_id, p.category, sum(g.net_cents) as net, sum(g.commission_cents) as commission
      from sold s join counted_goods g on g.source = 'order' and g.document_id = s.document_id join products p on p.id = g.product_id group by 1, 2),
    parties as (select party_id, sum(net_cents) as net, sum(commission_cents) as commission from sold group by 1)
    select a.id, coalesce(c.name, '') as name, a.category, a.net::bigint as net, a.commission::bigint as commission from (
      select party_id as id, category, net, commission from goods
      union all
      select p.party_id, null, p.net - coalesce(g.net, 0), p.commission - coalesce(g.commission, 0)
      from parties p left join (select party_id, sum(net) as net, sum(commission) as commission from goods group by 1) g on g.party_id = p.party_id) a
    left join customers c on c.id = a.id
    where a.net <> 0 or a.commission <> 0
    order by name, a.id, a.category nulls last limit ${MOST_IN_COMMISSION}`)
  const customers = new Map<number, Sold[]>()
  for (const one of sold) customers.set(one.id, [...(customers.get(one.id) ?? []), one])
  return {
    customers: [...customers].map(([partyId, all]) =>
      rowOf(
        String(partyId),
        {
          name: all[0]?.name ?? '',
          amount: sumCents(all.map(({ net }) => net)),
          commission: sumCents(all.map((one) => one.commission)),
        },
        { ...SOLD, ...whose, partyId },
      ),
    ),
    categories: sold.map(({ id: partyId, name, category, net, commission: earned }) =>
      rowOf(
        `${partyId} ${category ?? 'rest'}`,
        { name, category: category ?? '', amount: net, commission: earned },
        { ...SOLD, ...whose, partyId, ...(category === null ? { rest: true as const } : { category }) },
      ),
    ),
  }
}

export const commissionQuery = reportQuery(commission, async ({ rows }, input) => {
  const whose = whoseOf(input)
  const { read } = await rows.one<{ read: string }>(sql`select ${READ_AT} as read`)
  const accounts = await readAccounts(rows, input)
  const sum = (amount: 'sales' | 'commission' | 'paid' | 'owed'): Cents => sumCents(accounts.map((one) => one[amount]))
  const [account] = accounts
  const tables: Record<string, ReportRow[]> =
    input.salespersonId === undefined
      ? { salespersons: salespersonRows(accounts) }
      : account === undefined
        ? {}
        : { account: accountRows(input, whose, account), ...(await readSales(rows, input, whose)) }
  // without a salesperson, the documents of all of them are not those without one
  const opens = (of: DocumentsOf): DocumentsOf | null =>
    input.salespersonId === undefined ? null : { ...of, ...whose }
  return {
    read,
    figures: [
      { name: 'sales', cents: sum('sales'), of: opens(SOLD) },
      { name: 'commission', cents: sum('commission'), of: opens(SOLD) },
      { name: 'commission-paid', cents: sum('paid'), of: opens(PAID) },
      { name: 'commission-owed', cents: sum('owed'), of: null },
    ],
    tables,
  }
})
