/** The list of a kind of party and its count. */
import type { z } from 'zod'
import type { QueryContract } from '#kernel/contract.ts'
import { keptQuery } from '#server/command.ts'
import { join, raw, type Sql, sql } from '#server/db/database.ts'
import { countRows, pageOf } from '#server/paging.ts'
import { contains } from '#server/search-text.ts'
import { matchesParty, matchesPhone, partiesThatMatch } from './find-parties.ts'
import { type PartyKind, tableOf } from './kind.ts'
import { IS_LISTED } from './listed.ts'

/** The input of every such list. */
type Asked = {
  readonly search: string
  readonly filters: Readonly<Record<string, unknown>>
  readonly sort?: string | undefined
  readonly descending?: boolean | undefined
  readonly page: number
}

type PartyList<L extends QueryContract, C extends QueryContract> = {
  readonly list: L
  readonly count: C
  readonly pageSize: number
  /** The columns of a row. */
  readonly columns: Sql
  /** The column of each sort order. */
  readonly sorts: Readonly<Record<string, string>>
  /** The filters that a column of the same name must contain. */
  readonly filters: readonly string[]
}

function conditions({ search, filters }: Asked, containing: readonly string[]): Sql {
  const all: Sql[] = [sql`true`]
  if (search !== '') all.push(matchesParty(search))
  for (const field of containing) {
    const text = filters[field]
    if (typeof text === 'string' && text !== '') all.push(contains(field, text))
  }
  if (typeof filters['phone'] === 'string' && filters['phone'] !== '') all.push(matchesPhone(filters['phone']))
  if (typeof filters['salespersonId'] === 'number') all.push(sql`salesperson_id = ${filters['salespersonId']}`)
  return join(all, ' and ')
}

/** Returns the list and the count of a kind. The contracts say which filters and sort orders there are. */
export const partyLists = <L extends QueryContract, C extends QueryContract>(
  kind: PartyKind,
  { list, count, pageSize, columns, sorts, filters }: PartyList<L, C>,
) => ({
  list: keptQuery(list, async (view, given) => {
    const input = given as Asked
    const { sort = 'name', descending = false, page } = input
    const direction = raw(descending ? 'desc' : 'asc')
    const order = sort === 'id' ? sql`id ${direction}` : sql`${raw(sorts[sort] ?? sort)} ${direction}, id ${direction}`
    const rows = await view.rows.many(sql`
      select ${columns} from ${partiesThatMatch(kind, conditions(input, filters), input.search)}
      order by ${order} ${pageOf(page, pageSize)}`)
    return { rows: rows.slice(0, pageSize), more: rows.length > pageSize } as z.input<L['output']>
  }),
  count: keptQuery(
    count,
    async (view, given) =>
      (await countRows(
        view.rows,
        sql`from ${tableOf(kind)} where ${IS_LISTED} and ${conditions(given as Asked, filters)}`,
      )) as z.input<C['output']>,
  ),
})
