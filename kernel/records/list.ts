/**
 * Lists. A list declares its columns once. The declaration gives the contracts of its rows, its count and its sums, the SQL of
 * server/records/list.ts and the table of web/records/ListTable.tsx. Filters that are no column are declared beside the columns, and any
 * part may be written by hand instead.
 */
import { z } from 'zod'
import { countOutput, defineQuery, listInput, listOutput, type QueryContract, sumsOutput } from '#kernel/contract.ts'
import type { Right } from '#kernel/rights.ts'
import { type Field, type Fields, shapeOf } from './fields.ts'

type FilterWord<K extends string, F extends Field> = F['options'] extends {
  readonly filterName: infer N extends string
}
  ? N
  : K
type FilterName<K extends string, F extends Field> = F['options'] extends { readonly filter: true | 'many' }
  ? F['isSpan'] extends true
    ? `${FilterWord<K, F>}From` | `${FilterWord<K, F>}To`
    : FilterWord<K, F>
  : never
type FiltersOf<C extends Fields> = { readonly [K in keyof C & string as FilterName<K, C[K]>]: C[K]['asked'] }
type SortOf<C extends Fields> = {
  readonly [K in keyof C & string]: C[K]['options'] extends { readonly sort: true } ? K : never
}[keyof C & string]

/** The names of the filters of a column. */
export const filterNames = (name: string, { isSpan, options: { filterName = name } }: Field): readonly string[] =>
  isSpan ? [`${filterName}From`, `${filterName}To`] : [filterName]

/** Returns the schemas of the filters of columns. */
export const filtersOf = <C extends Fields>(columns: C) =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, one]) =>
      one.options.filter ? filterNames(name, one).map((filter) => [filter, one.asked] as const) : [],
    ),
  ) as unknown as FiltersOf<C>

/** Returns the names of the columns by which a list can be sorted. Every list can be sorted by the id. */
export const sortsOf = <C extends Fields>(columns: C): ['id', ...SortOf<C>[]] => [
  'id',
  ...(Object.keys(columns).filter((name) => name !== 'id' && columns[name]?.options.sort) as SortOf<C>[]),
]

/** The names of the queries. A list without `sums` has no sums. */
type Queries = { readonly list: string; readonly count: string; readonly sums?: string }
type SumsOf<Q extends Queries, Input extends z.ZodType> = Q extends { readonly sums: string }
  ? QueryContract<Input, typeof sumsOutput>
  : undefined

type Declaration<C extends Fields, Q extends Queries, More extends z.ZodRawShape, Row extends z.ZodRawShape> = {
  readonly right: Right
  readonly queries: Q
  /** The feature whose texts have the words of the list. */
  readonly feature: string
  /** The word of a column is `<words>.<name>`; `column` if left out. */
  readonly words?: string
  /** The most rows of a page. */
  readonly size: number
  /** The columns, each with the name that it has in the row. */
  readonly columns: C
  /** What a row contains besides its columns; always `id`. */
  readonly row?: Row
  /** The filters that are no column, such as the customer of a page. */
  readonly filters?: More
  /** The page of a row, by its registered path. */
  readonly page?: string
}

/** Defines a list. `name` is the name of its table, under which people save views. */
export function defineList<
  const C extends Fields,
  const Q extends Queries,
  const More extends z.ZodRawShape = Readonly<Record<never, never>>,
  const Row extends z.ZodRawShape = Readonly<Record<never, never>>,
>(name: string, declaration: Declaration<C, Q, More, Row>) {
  const { right, queries, columns } = declaration
  const filters = { ...filtersOf(columns), ...(declaration.filters ?? ({} as More)) }
  const input = listInput<typeof filters, 'id' | SortOf<C>>(filters, sortsOf(columns))
  const row = z.object({ id: z.int(), ...shapeOf(columns, 'stored'), ...(declaration.row ?? ({} as Row)) })
  return {
    ...declaration,
    name,
    list: defineQuery(queries.list, { right, input, output: listOutput(row) }),
    count: defineQuery(queries.count, { right, input, output: countOutput }),
    sums: (queries.sums === undefined
      ? undefined
      : defineQuery(queries.sums, { right, input, output: sumsOutput })) as SumsOf<Q, typeof input>,
  }
}

/** A list as the frame handles all of them, without the types of its columns. */
export type DeclaredList = {
  readonly name: string
  readonly feature: string
  readonly words?: string
  readonly size: number
  readonly columns: Fields
  readonly page?: string
  readonly list: QueryContract
  readonly count: QueryContract
  readonly sums?: QueryContract | undefined
}
