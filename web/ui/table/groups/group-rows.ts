/** Divides the rows of a page into groups with one value of the sorted column. */
import { dayOf } from '#kernel/day.ts'
import { NOTHING, showDay } from '#web/format.ts'
import { type Column, textOf, valueOf } from '#web/ui/table/table-columns.ts'
import type { TableState } from '#web/ui/table/table-state.ts'

export type RowGroup = {
  readonly column: Column<unknown>
  /** The common value as text. Empty if the rows have none. */
  readonly text: string
  readonly count: number
  /** The sums of the group by column, as text. */
  readonly sums: readonly { readonly key: string; readonly header: string; readonly text: string }[]
}

/** The groups by the place of their first row on the page. */
export type RowGroups = ReadonlyMap<number, RowGroup>

const NO_GROUPS: RowGroups = new Map()

/** Figures are not grouped: nearly every row would be a group of its own. */
const GROUPED_KINDS = ['text', 'status', 'day', 'moment', 'clock', 'rate']

/** Reports whether rows can be grouped by a column. The server must be able to sort by it. */
export const isGroupable = (column: Column<unknown>): boolean =>
  column.sortable === true && column.key !== 'id' && GROUPED_KINDS.includes(column.kind ?? 'text')

/** Returns the value by which a row is grouped, as text. Moments are grouped by their day. */
function groupText(column: Column<unknown>, row: unknown): string {
  const value = valueOf(column, row)
  if (typeof value !== 'string' || value === '') return textOf(column, row)
  if (column.kind === 'moment') return showDay(dayOf(value))
  return column.kind === 'clock' ? showDay(value.slice(0, 10)) : textOf(column, row)
}

/** Returns the groups of the rows, which the server has sorted by the column. Without grouping there are none. */
export function groupsOf<Row>(
  columns: readonly Column<Row>[],
  visible: readonly Column<Row>[],
  { sort, grouped }: Pick<TableState, 'sort' | 'grouped'>,
  rows: readonly Row[],
): RowGroups {
  const column = columns.find(({ key }) => key === sort) as Column<unknown> | undefined
  if (!grouped || !column || !isGroupable(column)) return NO_GROUPS
  const texts = rows.map((row) => groupText(column, row))
  const starts = texts.flatMap((text, index) => (index === 0 || text !== texts[index - 1] ? [index] : []))
  const summed = visible.filter(({ sum }) => sum)
  return new Map(
    starts.map((start, place) => {
      const members = rows.slice(start, starts[place + 1])
      const sums = summed.map((one) => ({ key: one.key, header: one.header, text: sumText(one, members) }))
      return [start, { column, text: texts[start] ?? '', count: members.length, sums }]
    }),
  )
}

/** Returns the sum of a column as text. Values of different units have none. */
const sumText = <Row>(column: Column<Row>, rows: readonly Row[]): string =>
  column.unit && new Set(rows.map(column.unit)).size > 1
    ? NOTHING
    : figureText(
        column,
        rows.reduce((sum, row) => sum + Number(valueOf(column, row) ?? 0), 0),
      )

/** Returns a figure as the column shows its values. */
export const figureText = <Row>({ key, kind }: Pick<Column<Row>, 'key' | 'kind'>, value: number): string =>
  textOf({ key, header: '', kind, value: () => value }, {})
