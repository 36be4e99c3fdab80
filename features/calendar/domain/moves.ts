/** Shows entries on the days to which they are being moved, before the server has answered. */
import { addDays, type Day } from '#kernel/day.ts'
import type { Cell, Entry } from './contract.ts'
import { DAYS_OF_WEEK } from './span.ts'

/** A move of an entry to another day. */
export type Move = { readonly entry: Entry; readonly day: Day }

/** Returns a key that no entry of any other kind has. */
export const keyOf = ({ kind, id }: Pick<Entry, 'kind' | 'id'>): string => `${kind}/${id}`

/** Returns the cell with one more entry, or with `by` -1 one less. */
const counted = (cell: Cell, entry: Entry, by: 1 | -1): Cell => ({
  ...cell,
  count: cell.count + by,
  sum: cell.sum === null ? null : cell.sum + by * entry.figure,
})

/** Orders entries as the server does: those without a time first, then by time and number. */
const inOrder = (a: Entry, b: Entry): number => (a.time ?? '').localeCompare(b.time ?? '') || a.id - b.id

const without = (cell: Cell, entry: Entry): Cell => ({
  ...counted(cell, entry, -1),
  entries: cell.entries.filter(({ id }) => id !== entry.id),
})

const withOne = (cell: Cell, entry: Entry): Cell => ({
  ...counted(cell, entry, 1),
  entries: [...cell.entries, entry].toSorted(inOrder),
})

/** Returns the cells as they are after one move. They stay unchanged if they contain it already. */
function moved(cells: readonly Cell[], { entry, day }: Move): readonly Cell[] {
  const isOf = (cell: Cell, of: Day) => cell.kind === entry.kind && cell.day === of
  const holds = (cell: Cell) => cell.entries.some(({ id }) => id === entry.id)
  if (day === entry.day || cells.some((cell) => isOf(cell, day) && holds(cell))) return cells
  const left = cells.map((cell) => (isOf(cell, entry.day) && holds(cell) ? without(cell, entry) : cell))
  const arrived = { ...entry, day }
  return left.some((cell) => isOf(cell, day))
    ? left.map((cell) => (isOf(cell, day) ? withOne(cell, arrived) : cell))
    : [...left, { day, kind: entry.kind, count: 1, sum: entry.figure, entries: [arrived] }]
}

/** Returns the cells as they are after the moves. A cell that has become empty is left out. */
export const withMoves = (cells: readonly Cell[], moves: readonly Move[]): readonly Cell[] =>
  moves.reduce<readonly Cell[]>(moved, cells).filter(({ count }) => count > 0)

/** The days by which each arrow key moves an entry. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -DAYS_OF_WEEK,
  ArrowDown: DAYS_OF_WEEK,
}

/** Returns the day to which an arrow key moves an entry, or null for another key. */
export function dayAfterKey(day: Day, key: string): Day | null {
  const step = STEPS[key]
  return step === undefined ? null : addDays(day, step)
}
