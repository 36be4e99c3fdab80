/** The query of the report on the commission of salespersons. */
import { settingsRights } from '#features/settings/domain/rights.ts'
import { addDays } from '#kernel/day.ts'
import { type Cents, subtractCents, sumCents } from '#kernel/money.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { DeclaredForm } from '#server/settings.ts'
import { commission, COMMISSION_SETTINGS } from '../domain/commission.ts'
import type { DocumentsOf, ReportInput, ReportRow } from '../domain/frame.ts'
import { BEGINNING, heldAt, ofReport, READ_AT } from './frame/counted.ts'
import { goodsOf } from './frame/goods.ts'
import { reportQuery } from './frame/report.ts'

export const commissionForm: DeclaredForm = {
  id: 38,
  name: 'commission',
  group: 'money',
  right: settingsRights.write,
  settings: COMMISSION_SETTINGS,
}

const SOLD: DocumentsOf = { source: 'order', commission: true }
// what a salesperson pays back is a negative payment
const PAID: DocumentsOf = { source: 'payment', bound: 'Outbound' }

/** The documents of one salesperson, or of all. */
type Whose = Pick<ReportInput, 'salespersonId'>
const ofSalespersons = ({ salespersonId }: Whose): Sql =>
  salespersonId === undefined ? sql`d.salesperson_id is not null` : sql`d.salesperson_id = ${salespersonId}`

/** A row whose columns open different documents. */
const rowOf = (key: string, values: ReportRow['values'], of: DocumentsOf, parts?: ReportRow['parts']): ReportRow => ({
  key,
  values,
  documents: 0,
  only: null,
  of,
  parts,
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

/**
 * Returns what was earned and paid before the period: the sums of months and what the job has not added to them yet, and the documents of
 * the first month. As known at an earlier moment it is read from all documents.
 */
function earlierThan({ from, known }: ReportInput, whose: Whose): { readonly sums: Sql; readonly documentsFrom: Sql } {
  if (known !== undefined)
    return { sums: sql`select null::bigint, 0::bigint, 0::bigint where false`, documentsFrom: sql`'-infinity'::date` }
  const month = sql`date_trunc('month', ${from}::date)::date`
  const of = whose.salespersonId === undefined ? sql`` : sql`and salesperson_id = ${whose.salespersonId}`
  return {
    sums: sql`
      select salesperson_id, earned_cents, paid_cents from commission_months where month < ${month} ${of}
      union all
      select salesperson_id, earned_cents, paid_cents from commission_changes where day < ${month} ${of}`,
    documentsFrom: month,
  }
}

/** Returns what each salesperson sold, earned and was paid, before the period and in it. */
function readAccounts(rows: Rows, input: ReportInput): Promise<Account[]> {
  const { from, to } = input
  const whose: Whose = { salespersonId: input.salespersonId }
  const { sums, documentsFrom } = earlierThan(input, whose)
  return rows.many<Account>(sql`
    with documents as (
      select d.salesperson_id, d.source, d.day >= ${from}::date as within, d.net_cents, d.commission_cents, d.total_cents
      from postings d where ${ofSalespersons(whose)} and ${heldAt(input.known)} and d.day >= ${documentsFrom} and d.day <= ${to}::date),
    parts (id, sales, commission, paid, earlier, "earlierPaid") as (
      select salesperson_id, sum(net_cents) filter (where source = 'order' and within), sum(commission_cents) filter (where source = 'order' and within),
        sum(total_cents) filter (where source = 'payment' and within), sum(commission_cents) filter (where source = 'order' and not within),
        sum(total_cents) filter (where source = 'payment' and not within)
      from documents group by 1
      union all
      select s.id, 0, 0, 0, s.earned, s.paid from (${sums}) s (id, earned, paid)),
    accounts as (
      select id, coalesce(sum(sales), 0)::bigint as sales, coalesce(sum(commission), 0)::bigint as commission, coalesce(sum(paid), 0)::bigint as paid,
        coalesce(sum(earlier), 0)::bigint as earlier, coalesce(sum("earlierPaid"), 0)::bigint as "earlierPaid"
      from parts group by id)
    select a.*, a.earlier + a.commission - a."earlierPaid" - a.paid as owed, trim(s.name || ' ' || s.surname) as name
    from accounts a join salespersons s on s.id = a.id
    order by a.sales desc, name, a.id`)
}

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
      select d.id, d.source, d.document_id, d.party_id, d.net_cents, d.commission_cents, d.ended_at from postings d
      where d.source = 'order' and ${ofSalespersons(whose)} and ${ofReport(input)}),
    goods as materialized (
      select d.party_id, p.category, sum(g.net_cents) as net, sum(g.commission_cents) as commission
      from sold d join lateral ${goodsOf(input.known)} g on true join products p on p.id = g.product_id group by 1, 2),
    parties as (select party_id, sum(net_cents) as net, sum(commission_cents) as commission from sold group by 1)
    select a.id, coalesce(c.name, '') as name, a.category, a.net::bigint as net, a.commission::bigint as commission from (
      select party_id as id, category, net, commission from goods
      union all
      select p.party_id, null, p.net - coalesce(g.net, 0), p.commission - coalesce(g.commission, 0)
      from parties p left join (select party_id, sum(net) as net, sum(commission) as commission from goods group by 1) g on g.party_id = p.party_id) a
    left join customers c on c.id = a.id
    where a.net <> 0 or a.commission <> 0
    order by name, a.id, a.category nulls last`)
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
  const whose: Whose = { salespersonId: input.salespersonId }
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
