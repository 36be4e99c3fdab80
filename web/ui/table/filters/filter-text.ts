/** What a set filter says. */
import { showDay } from '#web/format.ts'
import { type Column, type ColumnFilter, textOf } from '#web/ui/table/table-columns.ts'
import type { Days, FilterValue, Range } from '#web/ui/table/table-state.ts'

/** Returns the text of a set filter, for its chip and its button. */
export function filterText(column: Column<unknown>, filter: ColumnFilter, value: FilterValue): string {
  if (typeof filter === 'object') {
    const labels = (typeof value === 'string' ? [value] : (value as readonly string[])).map(
      (one) => filter.options.find((option) => option.value === one)?.label ?? one,
    )
    return labels.join(', ')
  }
  if (typeof value === 'string') return value
  const { from, to } = value as Range | Days
  const show = (end: number | string | undefined): string =>
    end === undefined
      ? ''
      : typeof end === 'string'
        ? showDay(end)
        : textOf({ key: column.key, header: '', kind: column.kind, value: () => end }, {})
  if (from !== undefined && to !== undefined) return from === to ? show(from) : `${show(from)} – ${show(to)}`
  return from === undefined ? `≤ ${show(to)}` : `≥ ${show(from)}`
}
