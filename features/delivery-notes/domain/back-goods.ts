/** Decides what the note of goods that come back lists, and whether it still lists what was recorded. */
import { addQuantity, quantity } from '#kernel/money.ts'
import type { NoteLine } from '#kernel/tax/delivery-note.ts'
import type { MovedGoods } from './compose-note.ts'

/** What came back for one order of a shipment. */
export type BackGoods = Omit<MovedGoods, 'lent'> & { readonly orderId: number; readonly productId: number }

/** Returns the goods of a stop, one row for each product, sorted by name. */
export function goodsOfStop(all: readonly BackGoods[], orderIds: readonly number[]): MovedGoods[] {
  const found = new Map<number, MovedGoods>()
  for (const { orderId, productId, ...goods } of all) {
    if (!orderIds.includes(orderId)) continue
    const before = quantity(found.get(productId)?.quantity ?? 0)
    found.set(productId, { ...goods, productId, quantity: addQuantity(before, quantity(goods.quantity)), lent: false })
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

type Listed = Pick<NoteLine, 'code' | 'name' | 'quantity'>
const textOf = ({ code, name, quantity }: Listed): string => JSON.stringify([code, name, quantity])

/** Reports whether a note lists exactly these goods, in any order. */
export function listsGoods(lines: readonly Listed[], goods: readonly Listed[]): boolean {
  const sorted = (list: readonly Listed[]) => JSON.stringify(list.map(textOf).toSorted())
  return sorted(lines) === sorted(goods)
}
