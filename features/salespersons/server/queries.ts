import { refuse } from '#kernel/refusal.ts'
import { keptQuery, query } from '#server/command.ts'
import { join, raw, type Sql, sql } from '#server/db/database.ts'
import { countRows, pageOf } from '#server/paging.ts'
import { contains, wordsOf } from '#server/search-text.ts'
import {
  countSalespersons,
  listSalespersons,
  type SALESPERSON_SORTS,
  salespersonDetail,
  type SalespersonOption,
  salespersonOptions,
  SALESPERSONS_PAGE,
} from '../domain/contract.ts'

const COLUMNS: Sql = sql`id, name, surname, first_discount_bp as "firstDiscount", normal_discount_bp as "normalDiscount"`

export const salespersonOptionsQuery = keptQuery(salespersonOptions, async ({ rows }) => ({
  rows: await rows.many<SalespersonOption>(sql`
    select ${COLUMNS} from salespersons order by surname collate "und-x-icu", name collate "und-x-icu", id`),
}))

const SORT_COLUMNS: Readonly<Record<(typeof SALESPERSON_SORTS)[number], string>> = {
  id: 'id',
  name: 'name collate "und-x-icu"',
  surname: 'surname collate "und-x-icu"',
}

/** The salespersons of whom each word is in the name or surname. */
function found(search: string): Sql {
  const words = wordsOf(search).map((word) => contains(`name || ' ' || surname`, word))
  return words.length === 0 ? sql`from salespersons` : sql`from salespersons where ${join(words, ' and ')}`
}

export const listSalespersonsQuery = keptQuery(listSalespersons, async ({ rows }, input) => {
  const { sort = 'surname', descending = false, page, search } = input
  const direction = raw(descending ? 'desc' : 'asc')
  const people = await rows.many<{ id: number; name: string; surname: string }>(sql`
    select id, name, surname ${found(search)}
    order by ${raw(SORT_COLUMNS[sort])} ${direction}, id ${direction} ${pageOf(page, SALESPERSONS_PAGE)}`)
  return { rows: people.slice(0, SALESPERSONS_PAGE), more: people.length > SALESPERSONS_PAGE }
})

export const countSalespersonsQuery = keptQuery(countSalespersons, ({ rows }, { search }) =>
  countRows(rows, found(search)),
)

export const salespersonDetailQuery = query(salespersonDetail, async ({ rows }, { id }) => {
  const salesperson = await rows.maybe<SalespersonOption & { version: number }>(
    sql`select ${COLUMNS}, version from salespersons where id = ${id}`,
  )
  if (!salesperson) refuse('missing', 'salespersons.missing', { salespersonId: id })
  return { salesperson }
})
