/** The list of what is owed to all providers, with the balance by age. */
import { accountEntries } from '#features/ledger/server/open-charges.ts'
import { IS_LISTED } from '#features/parties/server/listed.ts'
import type { OutputOf } from '#kernel/contract.ts'
import type { Day } from '#kernel/day.ts'
import { keptQuery, query } from '#server/command.ts'
import { raw, type Sql, sql } from '#server/db/database.ts'
import { countRows, pageOf, sumRows } from '#server/paging.ts'
import { matchesParty } from '#features/parties/server/find-parties.ts'
import { providerBalanceList } from '../domain/account-contract.ts'

const { list, count, sums, size } = providerBalanceList

const condition = (search: string): Sql => (search === '' ? IS_LISTED : sql`${IS_LISTED} and ${matchesParty(search)}`)

/** What each provider charged, by how long ago, and what settles it: the rule of `agingOf`, in one statement for all. */
const charges = (today: Day): Sql => sql`
  select party as id,
    sum(amount) filter (where amount > 0 and day >= ${today}::date - 30) as c30,
    sum(amount) filter (where amount > 0 and day < ${today}::date - 30 and day >= ${today}::date - 60) as c60,
    sum(amount) filter (where amount > 0 and day < ${today}::date - 60 and day >= ${today}::date - 90) as c90,
    sum(amount) filter (where amount > 0 and day < ${today}::date - 90) as c_older,
    -sum(amount) filter (where amount < 0) as settled,
    sum(whole) filter (where kind = 'invoice') as invoiced, -sum(whole) filter (where kind in ('paid', 'returned')) as paid,
    sum(whole) as balance
  from (${accountEntries('providers', () => sql`true`)}) entries group by party`

/** One row for each provider. Matches by hand are followed, and other payments settle the oldest charges first. */
const balances = (search: string, today: Day): Sql => sql`
  select v.id, v.name, v.label, coalesce(a.invoiced, 0)::bigint as invoiced, coalesce(a.paid, 0)::bigint as paid,
    coalesce(a.balance, 0)::bigint as balance,
    rest.days30::bigint as days30, rest.days60::bigint as days60, rest.days90::bigint as days90, rest.older::bigint as older,
    greatest(parts.settled - parts.c30 - parts.c60 - parts.c90 - parts.c_older, 0)::bigint as credit
  from (select id, name, label from providers where ${condition(search)}) v
  left join (${charges(today)}) a on a.id = v.id
  cross join lateral (
    select coalesce(a.c30, 0) as c30, coalesce(a.c60, 0) as c60, coalesce(a.c90, 0) as c90, coalesce(a.c_older, 0) as c_older,
      coalesce(a.settled, 0) as settled) parts
  cross join lateral (
    select least(parts.c_older, greatest(parts.c_older - parts.settled, 0)) as older,
      least(parts.c90, greatest(parts.c90 + parts.c_older - parts.settled, 0)) as days90,
      least(parts.c60, greatest(parts.c60 + parts.c90 + parts.c_older - parts.settled, 0)) as days60,
      least(parts.c30, greatest(parts.c30 + parts.c60 + parts.c90 + parts.c_older - parts.settled, 0)) as days30) rest`

export const listProviderBalancesQuery = query(list, async ({ rows, today }, input) => {
  const { sort = 'balance', descending = input.sort === undefined, page, search } = input
  const direction = raw(descending ? 'desc' : 'asc')
  const column = raw(sort === 'name' ? 'name collate "und-x-icu"' : sort)
  const found = await rows.many<OutputOf<typeof list>['rows'][number]>(sql`
    select * from (${balances(search, today)}) t order by ${column} ${direction}, id ${pageOf(page, size)}`)
  return { rows: found.slice(0, size), more: found.length > size }
})

export const countProviderBalancesQuery = keptQuery(count, ({ rows }, { search }) =>
  countRows(rows, sql`from providers where ${condition(search)}`),
)

const SUMMED = ['invoiced', 'paid', 'balance', 'days30', 'days60', 'days90', 'older', 'credit'] as const

export const sumProviderBalancesQuery = query(sums, ({ rows, today }, { search }) =>
  sumRows(
    rows,
    Object.fromEntries(SUMMED.map((name) => [name, sql`t.${raw(name)}`])),
    sql`from (${balances(search, today)}) t`,
  ),
)
