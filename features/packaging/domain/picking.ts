/** The picking list: the goods of several orders by product, in the order of the shelves. */
import type { OutputOf } from '#kernel/contract.ts'
import type { pickingList } from './contract.ts'

export type PickingRow = OutputOf<typeof pickingList>['rows'][number]

const byName = new Intl.Collator('el', { numeric: true, sensitivity: 'base' })

/** Sorts products by shelf as people count them: A2 before A10. Products without a shelf come last. */
export const inShelfOrder = <R extends { readonly shelf: string; readonly name: string }>(rows: readonly R[]): R[] =>
  rows.toSorted(
    (a, b) =>
      Number(a.shelf === '') - Number(b.shelf === '') ||
      byName.compare(a.shelf, b.shelf) ||
      byName.compare(a.name, b.name),
  )
