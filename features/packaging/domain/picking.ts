/** The picking list: the goods of several orders by product, in the order of the shelves. */
import { type Place, placeOf } from '#features/products/domain/product.ts'
import type { OutputOf } from '#kernel/contract.ts'
import type { pickingList } from './contract.ts'

export type PickingRow = OutputOf<typeof pickingList>['rows'][number]

const byName = new Intl.Collator('el', { numeric: true, sensitivity: 'base' })

/** Sorts as people count: A2 before A10. An unknown place comes last. */
const compared = (a: string, b: string): number => Number(a === '') - Number(b === '') || byName.compare(a, b)

/** Sorts products in the order of a walk: by part of the store, floor and shelf. Products without any place come last. */
export const inWalkingOrder = <R extends Place & { readonly name: string }>(rows: readonly R[]): R[] =>
  rows.toSorted(
    (a, b) =>
      Number(placeOf(a).length === 0) - Number(placeOf(b).length === 0) ||
      compared(a.storePart, b.storePart) ||
      compared(a.storeFloor, b.storeFloor) ||
      compared(a.shelf, b.shelf) ||
      byName.compare(a.name, b.name),
  )
