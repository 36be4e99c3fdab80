/** The queries of what is owed by age, and of credit. What is open follows the matching, by `openCharges`. */
import { AGES } from '#features/parties/domain/aging.ts'
import { openCharges, openChargesAndCredits } from '#features/ledger/server/open-charges.ts'
import type { ParsedInputOf } from '#kernel/contract.ts'
import type { Day } from '#kernel/day.ts'
import { query } from '#server/command.ts'
import { join, raw, type Sql, sql } from '#server/db/database.ts'
import { countRows, pageOf, sumRows } from '#server/paging.ts'
import { listQueries } from '#server/records/list.ts'
import { matchesWords } from '#server/search-text.ts'
import * as contract from '../domain/aged.ts'

/** The part of the balance that a charge belongs to, by its day: the limits of `agingOf`. */
const ageOn = (
  today: Day,
): Sql => sql`case when c.day >= ${today}::date - 30 then 'days30' when c.day >= ${today}::date - 60 then 'days60'
  when c.day >= ${today}::date - 90 then 'days90' else 'older' end`

/** The charges `c` with their ages. The search finds the names of parties. */
const withAges = (kind: contract.AgedKind, search: string, today: Day, charges: Sql): Sql => sql`
  select c.id * 3 + case when c.kind in ('order', 'invoice') then 0 when c.kind = 'opening' then 2 else 1 end as key,
    case when c.kind = 'opening' then c.party else c.id end as id,
    case when c.kind in ('order', 'invoice') then 'document' when c.kind = 'opening' then 'opening' else 'payment' end as what, c.day,
    c.party, c.reference as number, ${ageOn(today)} as age, c.open
  from (${charges}) c
  where ${search === '' ? sql`true` : sql`c.party in (select id from ${raw(kind)} v where ${matchesWords(sql`v.search`, search)})`}`

/** Every open charge of a kind of party. */
const charges = (kind: contract.AgedKind, search: string, today: Day, partyId?: number): Sql =>
  withAges(
    kind,
    search,
    today,
    openCharges(kind, (column) => (partyId === undefined ? sql`true` : sql`${column} = ${partyId}`)),
  )

type AgedInput = ParsedInputOf<typeof contract.agedList.list>

const aged = ({ filters: { kind = 'customers' }, search }: Pick<AgedInput, 'filters' | 'search'>, today: Day): Sql => {
  const all = openChargesAndCredits(kind, () => sql`true`)
  const sum = (which: Sql): Sql => sql`coalesce(sum(open) filter (where open > 0 and ${which}), 0)::bigint`
  const parts = AGES.map((age) => sql`${sum(sql`age = ${age}`)} as ${raw(age)}`)
  return sql`
    select g.*, v.name from (
      select party as id, ${sum(sql`true`)} as open, ${join(parts, ', ')},
        coalesce(-sum(open) filter (where open < 0), 0)::bigint as credit
      from (${withAges(kind, search, today, all)}) charges group by party) g
    join ${raw(kind)} v on v.id = g.id`
}

export const [listAgedQuery, countAgedQuery, sumAgedQuery] = listQueries(contract.agedList, {
  from: (input, { today }) => sql`(${aged(input, today)}) t`,
  alias: 't',
  isNamed: true,
  sort: 'open',
  newestFirst: true,
})

type OpenInput = ParsedInputOf<typeof contract.listOpen>

const open = ({ filters, search }: Pick<OpenInput, 'filters' | 'search'>, today: Day): Sql => sql`
  select key, id, what, day, party, number, age, open
  from (${charges(filters.kind ?? 'customers', search, today, filters.partyId)}) charges
  where ${filters.age === undefined ? sql`true` : sql`age = ${filters.age}`}`

export const listOpenQuery = query(contract.listOpen, async ({ rows, today }, input) => {
  const { sort = 'day', descending, page } = input
  const order = sql`order by ${raw(sort)} ${raw(descending ? 'desc' : 'asc')}, key`
  // the names are read for the rows of the page only
  const found = await rows.many<contract.OpenCharge>(sql`
    select t.key, t.id, t.what, t.day, t.number, t.age, t.open,
      (select v.name from ${raw(input.filters.kind ?? 'customers')} v where v.id = t.party) as name
    from (select * from (${open(input, today)}) o ${order} ${pageOf(page, contract.AGED_PAGE)}) t ${order}`)
  return { rows: found.slice(0, contract.AGED_PAGE), more: found.length > contract.AGED_PAGE }
})

export const countOpenQuery = query(contract.countOpen, ({ rows, today }, input) =>
  countRows(rows, sql`from (${open(input, today)}) t`),
)

export const sumOpenQuery = query(contract.sumOpenCharges, ({ rows, today }, input) =>
  sumRows(rows, { open: sql`t.open` }, sql`from (${open(input, today)}) t`),
)
