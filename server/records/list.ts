/** The queries of a declared list: its rows, its count and its sums. */
import type { ParsedInputOf, QueryContract } from '#kernel/contract.ts'
import { type DeclaredList, filterNames } from '#kernel/records/list.ts'
import { keptQuery, type Query, type RoleView } from '#server/command.ts'
import { join, raw, type Sql, sql } from '#server/db/database.ts'
import { countRows, pageOf, sumRows } from '#server/paging.ts'
import { expressionOf, filterCondition, selected, sortExpression } from './kinds.ts'

/** The input of every list. */
type Asked = {
  readonly search: string
  readonly filters: Readonly<Record<string, unknown>>
  readonly sort?: string | undefined
  readonly descending?: boolean | undefined
  readonly page: number
}

type FiltersIn<L extends DeclaredList> = ParsedInputOf<L['list']> extends { filters: infer Filters } ? Filters : never

export type ListSql<L extends DeclaredList> = {
  /** What follows `from`: the table with its alias, and joins. A list of figures may read it for the search and the day. */
  readonly from: Sql | ((asked: ParsedInputOf<L['list']>, view: RoleView) => Sql)
  readonly alias: string
  /** True if `from` is a subquery whose columns have the names of the fields. */
  readonly isNamed?: true
  /** The expressions of columns that are no column of the table with the name of the field. */
  readonly columns?: { readonly [K in keyof L['columns']]?: Sql }
  /** The expressions of what a row contains besides its columns. */
  readonly row?: Readonly<Record<string, Sql>>
  /** The condition of every row. */
  readonly where?: Sql
  /** The conditions of filters that are no column, or that a column answers in another way. */
  readonly filters?: { readonly [K in keyof FiltersIn<L>]?: (value: NonNullable<FiltersIn<L>[K]>) => Sql }
  /** Returns the condition of a search that is not empty. Left out if `from` reads the search. */
  readonly search?: (text: string) => Sql
  /** The column by which the list is sorted at first, downwards with `newestFirst`. */
  readonly sort: keyof L['columns'] & string
  readonly newestFirst?: true
  /** The expressions of the sorts that do not go by their column alone. The id follows them. */
  readonly sorts?: { readonly [K in keyof L['columns']]?: readonly Sql[] }
  /** The condition of the rows that the sums count, if they are not all. */
  readonly summed?: Sql
  /**
   * Reports whether the rows that a search finds are read before they are sorted. The database estimates badly how many rows a word finds,
   * and may otherwise read all of them in their order to find the few that match.
   */
  readonly searchesFirst?: (search: string) => boolean
  /** Reports whether the sums are hidden from the person. */
  readonly hidesSums?: (view: RoleView, filters: FiltersIn<L>) => Promise<boolean>
}

/** The queries of the rows and of the count, and that of the sums if the list has sums. */
export type ListQueries<L extends DeclaredList> = L['sums'] extends QueryContract
  ? readonly [Query<L['list']>, Query<L['count']>, Query<L['sums']>]
  : readonly [Query<L['list']>, Query<L['count']>]

type OfFilter = (value: unknown) => Sql

/** Returns the condition of each filter by its name: of a column by its kind, unless `own` has it. */
export function filtersOf(
  { columns }: Pick<DeclaredList, 'columns'>,
  expressions: Readonly<Record<string, Sql>>,
  own: object = {},
): Readonly<Record<string, OfFilter>> {
  const ofColumns = Object.entries(columns).flatMap(([name, field]) =>
    filterNames(name, field).map((filter, end): [string, OfFilter] => [
      filter,
      (value) => filterCondition(expressions[name] ?? sql``, field, value, end === 0),
    ]),
  )
  return { ...Object.fromEntries(ofColumns), ...own }
}

/** Returns the queries of a list. Its rows have the id as the last criterion of their order, so that pages never overlap. */
export function listQueries<L extends DeclaredList>(list: L, parts: ListSql<L>): ListQueries<L> {
  const { from, alias, where = sql`true`, row = {}, newestFirst = false } = parts
  const given = parts.columns as Readonly<Record<string, Sql>> | undefined
  const sorts = parts.sorts as Readonly<Record<string, readonly Sql[]>> | undefined
  const columns = Object.entries(list.columns)
  const id = raw(`${alias}.id`)
  const expressions: Readonly<Record<string, Sql>> = Object.fromEntries(
    columns.map(([name, field]) => [
      name,
      given?.[name] ?? (parts.isNamed ? raw(`${alias}."${name}"`) : expressionOf(alias, name, field)),
    ]),
  )
  const filters = filtersOf(list, expressions, parts.filters)

  const found = (asked: Asked, view: RoleView): Sql => {
    const all = [where]
    if (asked.search !== '' && parts.search) all.push(parts.search(asked.search))
    for (const [name, value] of Object.entries(asked.filters)) {
      const condition = filters[name]
      if (condition && value !== undefined && value !== '') all.push(condition(value))
    }
    const source = typeof from === 'function' ? from(asked as ParsedInputOf<L['list']>, view) : from
    return sql`from ${source} where ${join(all, ' and ')}`
  }
  const orderOf = ({ sort = parts.sort, descending = newestFirst && sort === parts.sort }: Asked): Sql => {
    const field = list.columns[sort]
    const first = sorts?.[sort] ?? (field && sort !== 'id' ? [sortExpression(expressions[sort] ?? id, field)] : [])
    const direction = raw(descending ? 'desc' : 'asc')
    return join([...first, id].map((column) => sql`${column} ${direction}`))
  }

  const queries: Query[] = [
    keptQuery(list.list, async (view, input) => {
      const asked = input as Asked
      const rowsFound = found(asked, view)
      const source = parts.searchesFirst?.(asked.search)
        ? sql`from (select ${raw(alias)}.* ${rowsFound} offset 0) ${raw(alias)}`
        : rowsFound
      const read = await view.rows.many(sql`
        select ${selected({ id, ...expressions, ...row })} ${source}
        order by ${orderOf(asked)} ${pageOf(asked.page, list.size)}`)
      return { rows: read.slice(0, list.size), more: read.length > list.size }
    }),
    keptQuery(list.count, (view, input) => countRows(view.rows, found(input as Asked, view))),
  ]
  const summed = Object.fromEntries(
    columns.flatMap(([name, { options }]) => (options.sum ? [[name, expressions[name] ?? id]] : [])),
  )
  if (list.sums)
    queries.push(
      keptQuery(list.sums, async (view, input) => {
        const asked = input as Asked
        const hidden = await parts.hidesSums?.(view, asked.filters as FiltersIn<L>)
        if (hidden) return { sums: Object.fromEntries(Object.keys(summed).map((name) => [name, null])) }
        return sumRows(view.rows, summed, sql`${found(asked, view)} and ${parts.summed ?? sql`true`}`)
      }),
    )
  // the contracts say what the queries take and answer
  return queries as unknown as ListQueries<L>
}
