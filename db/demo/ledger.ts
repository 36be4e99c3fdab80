/**
 * The stock movements of the demo company, day by day: produced, bought, used, packed, lent and washed. Stock is
 * never below zero.
 */
import { exactIn } from '#features/products/domain/units.ts'
import { exactQuantity, multiplyExact, negateQuantity, quantity, roundQuantity } from '#kernel/money.ts'
import type { DemoEmail } from './accounts.ts'
import { at, dayOffset, type Time } from './calendar.ts'
import type { DemoProduct } from './goods/catalogue.ts'
import type { Dice } from './dice.ts'
import { type DemoOrder, SHORT_KEYS } from './orders.ts'

/** The washing of a return. Its id is assigned when it is written. */
export type Washing = {
  id: number
  /** When it was closed, or null while it waits. */
  readonly closed: Time | null
  readonly broken: number
}

export type Movement = {
  readonly product: DemoProduct
  readonly quantity: number
  readonly reason:
    | 'opening'
    | 'packaged'
    | 'lent'
    | 'restored'
    | 'lent-restored'
    | 'washed'
    | 'produced'
    | 'consumed'
    | 'received'
    | 'counted'
  readonly order: DemoOrder | null
  readonly note: string | null
  readonly by: DemoEmail
  readonly time: Time
  readonly washing?: Washing
}

/** The day of the first movements, relative to today. */
export const FIRST_DAY = -121

type Wanted = Omit<Movement, 'by'> & { readonly by?: DemoEmail }

/** Returns the stock movements of packing and cancelling the orders. */
export function movementsOf(orders: readonly DemoOrder[]): Wanted[] {
  const wanted: Wanted[] = []
  for (const order of orders) {
    const packed = order.course.timeOf('PACKAGED')
    if (packed === null) continue
    const goods = [
      ...order.lines.map((line) => ({ line, lent: false })),
      ...order.loans.map((line) => ({ line, lent: true })),
    ]
    for (const { line, lent } of goods) {
      const { product } = line
      wanted.push({
        product,
        quantity: negateQuantity(line.quantity),
        reason: lent ? 'lent' : 'packaged',
        order,
        note: null,
        time: packed,
      })
      const cancelled = order.course.timeOf('CANCELED')
      if (cancelled !== null) {
        wanted.push({
          product,
          quantity: line.quantity,
          reason: lent ? 'lent-restored' : 'restored',
          order,
          note: null,
          time: cancelled,
        })
      }
    }
  }
  return wanted
}

/** Books movements, and produces or buys enough before each of them. */
export class Ledger {
  readonly movements: Movement[] = []
  readonly #balances = new Map<DemoProduct, number>()
  readonly #byKey: ReadonlyMap<string, DemoProduct>
  #clock: Time = 0

  constructor(dice: Dice, products: readonly DemoProduct[]) {
    this.#byKey = new Map(products.map((product) => [product.key, product]))
    this.#clock = at(FIRST_DAY, 7)
    for (const product of products) {
      const share = SHORT_KEYS.has(product.key)
        ? dice.int(2, 8)
        : product.unit === 'Item'
          ? dice.int(60, 160)
          : dice.int(80, 200)
      const opening = Math.max(1, Math.round((product.batch * share) / 100)) * 10_000
      this.#book({
        product,
        quantity: opening,
        reason: 'opening',
        order: null,
        note: null,
        time: this.#tick(),
        by: 'admin@kerino.demo',
      })
    }
  }

  stockOf(product: DemoProduct): number {
    return this.#balances.get(product) ?? 0
  }

  /** Books all days up to yesterday. On the last day it also produces what is promised. */
  run(wanted: readonly Wanted[], promised: ReadonlyMap<DemoProduct, number>): void {
    const byDay = Map.groupBy(wanted, ({ time }) => dayOffset(time))
    for (let day = FIRST_DAY + 1; day <= -1; day++) {
      const today = (byDay.get(day) ?? []).toSorted((a, b) => a.time - b.time)
      this.#clock = at(day, 6, 30)
      this.#prepare(today, day === -1 ? promised : new Map())
      for (const movement of today) this.#book({ by: 'operations@kerino.demo', ...movement })
    }
  }

  /** Produces in the morning what the movements of the day will take. */
  #prepare(today: readonly Wanted[], promised: ReadonlyMap<DemoProduct, number>): void {
    const needs = new Map(promised)
    for (const { product, quantity: moved } of today) {
      if (moved < 0) needs.set(product, (needs.get(product) ?? 0) - moved)
    }
    // bought products last, because producing the others uses them
    const order = [...needs.keys()].toSorted((a, b) => b.serial - a.serial)
    for (const product of order) {
      const missing = (needs.get(product) ?? 0) - this.stockOf(product)
      if (missing > 0) this.#replenish(product, missing)
    }
  }

  #replenish(product: DemoProduct, missing: number): void {
    const whole = Math.ceil(missing / 10_000)
    // scarce products are made only as needed, with a few more
    const made = quantity(
      (SHORT_KEYS.has(product.key) ? whole + (product.serial % 5) : Math.max(whole, product.batch)) * 10_000,
    )
    if (product.usage === 'PURCHASED-MATERIAL') {
      this.#book({
        product,
        quantity: made,
        reason: 'received',
        order: null,
        note: null,
        time: this.#tick(),
        by: 'operations@kerino.demo',
      })
      return
    }
    for (const { key, ...taken } of product.steps.flatMap(({ materials }) => materials)) {
      const material = this.#byKey.get(key)
      if (!material) throw new Error(`A recipe names the unknown product ${key}`)
      const perPiece = exactIn({ quantity: quantity(taken.quantity), unit: taken.unit }, material.unit)
      const used = roundQuantity(multiplyExact(exactQuantity(made), perPiece))
      if (this.stockOf(material) < used) this.#replenish(material, used - this.stockOf(material))
      this.#book({
        product: material,
        quantity: negateQuantity(used),
        reason: 'consumed',
        order: null,
        note: product.name,
        time: this.#tick(),
        by: 'production@kerino.demo',
      })
    }
    this.#book({
      product,
      quantity: made,
      reason: 'produced',
      order: null,
      note: null,
      time: this.#tick(),
      by: 'production@kerino.demo',
    })
  }

  #book(movement: Movement): void {
    const balance = this.stockOf(movement.product) + movement.quantity
    if (balance < 0) throw new Error(`The demo would take ${movement.product.key} below zero`)
    this.#balances.set(movement.product, balance)
    this.movements.push(movement)
  }

  #tick(): Time {
    this.#clock += 5
    return this.#clock
  }
}
