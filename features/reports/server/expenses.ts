/** The query of the report on what was spent, and what was paid for it. */
import { lastDayOfShownCash, leavesOutCash } from '#features/payments/server/hidden-cash.ts'
import type { Day } from '#kernel/day.ts'
import type { Cents } from '#kernel/money.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { expenses } from '../domain/expenses.ts'
import type { DocumentsOf, ReportInput, ReportRow } from '../domain/frame.ts'
import { ofReport, withoutHiddenCash } from './frame/counted.ts'
import { byBucket, byCode, byType, readGroups, sumsOf } from './frame/groups.ts'
import { reportQuery } from './frame/report.ts'

const SPENT: DocumentsOf = { source: 'invoice' }
const PAID: DocumentsOf = { source: 'payment', bound: 'Outbound' }

/** The number of parties in the table: those with the greatest amounts. */
const MOST_PARTIES = 100

type Party = { id: number; name: string; spent: Cents; paid: Cents }

/** Returns what each party invoiced, and what was paid to it. */
async function readParties(rows: Rows, input: ReportInput, shownCash: Day | null): Promise<ReportRow[]> {
  const parties = await rows.many<Party>(sql`
    select s.id, coalesce(p.name, c.name, '') as name, s.spent, s.paid
    from (
      select d.party_id as id, coalesce(sum(d.total_cents) filter (where d.source = 'invoice'), 0)::bigint as spent,
        coalesce(sum(d.total_cents) filter (where d.source = 'payment'), 0)::bigint as paid
      from postings d
      where (d.source = 'invoice' or d.source = 'payment' and d.bound = 'Outbound') and d.party_id is not null and ${ofReport(input)}
        and ${withoutHiddenCash(shownCash)}
      group by d.party_id order by greatest(sum(d.total_cents) filter (where d.source = 'invoice'), sum(d.total_cents) filter (where d.source = 'payment')) desc, 1
      limit ${MOST_PARTIES}) s
    left join providers p on p.id = s.id left join customers c on c.id = s.id
    order by greatest(s.spent, s.paid) desc, s.id`)
  return parties.map(({ id, name, spent, paid }) => ({
    key: String(id),
    values: { name, spent, paid },
    documents: 0,
    only: null,
    of: { ...SPENT, partyId: id },
    parts: { spent: { ...SPENT, partyId: id }, paid: { ...PAID, partyId: id } },
  }))
}

export const expensesQuery = reportQuery(expenses, async ({ rows, actor }, input) => {
  const shownCash = await lastDayOfShownCash(rows, actor)
  const { read, groups: all } = await readGroups(rows, input, ['invoice', 'payment'], shownCash)
  const groups = all.filter(({ bound }) => bound !== 'Inbound')
  const spent = sumsOf(groups, SPENT)
  return {
    read,
    withoutOpenCash: leavesOutCash(shownCash, input.to),
    figures: [
      { name: 'spent', cents: spent.net, of: SPENT },
      { name: 'bought-vat', cents: spent.vat, of: SPENT },
      { name: 'spent-total', cents: spent.total, of: SPENT },
      { name: 'paid', cents: sumsOf(groups, PAID).total, of: PAID },
    ],
    tables: {
      codes: byCode(groups, 'invoice'),
      payments: byType(groups, 'Outbound'),
      parties: await readParties(rows, input, shownCash),
      course: byBucket(groups, input, {
        spent: { documents: SPENT, amount: 'total' },
        paid: { documents: PAID, amount: 'total' },
      }),
    },
  }
})
