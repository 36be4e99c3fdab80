/** The orders of the demo company: their customers, products and statuses. */
import type { Unit } from '#features/products/domain/product.ts'
import { type InvoiceMode, type OrderStatus, REFCODE } from '#features/orders/domain/order.ts'
import {
  costWithoutLent,
  lentQuantity,
  lineAmounts,
  type OrderTotals,
  orderTotals,
} from '#features/orders/domain/totals.ts'
import {
  type Cents,
  priceWithPercent,
  type Quantity,
  quantity,
  type Rate,
  rate,
  type UnitPrice,
} from '#kernel/money.ts'
import { type Calendar, dayOffset, type Time } from './calendar.ts'
import type { DemoProduct } from './goods/catalogue.ts'
import type { Course } from './course.ts'
import type { Address, DemoCustomer, Trade } from './customers.ts'
import type { Dice } from './dice.ts'

export type DemoLine = {
  readonly product: DemoProduct
  readonly quantity: Quantity
  readonly vat: Rate
  readonly salesPrice: UnitPrice
  readonly costPrice: UnitPrice
  readonly total: Cents
  readonly vatAmount: Cents
}

export type DemoLoan = { readonly product: DemoProduct; readonly origin: DemoProduct; readonly quantity: Quantity }

export type DemoOrder = {
  /** Assigned when all orders exist, in the order in which they were written. */
  id: number
  readonly status: OrderStatus
  readonly course: Course
  readonly customer: DemoCustomer
  readonly description: string
  readonly driverNote: string
  readonly delivery: Address
  readonly expected: string | null
  readonly validUntil: string | null
  readonly lines: readonly DemoLine[]
  readonly loans: readonly DemoLoan[]
  readonly totals: OrderTotals
  readonly packagedBy: string
  readonly invoice: {
    readonly mode: InvoiceMode
    readonly refcode: string
    readonly reason: string | null
    readonly on: string
  } | null
}

/** The product categories that each trade buys, with their weights. */
const CATEGORIES_OF_TRADE: Readonly<Record<Trade, readonly (readonly [category: string, weight: number])[]>> = {
  ΕΣΤΙΑΣΗ: [
    ['ΓΕΜΙΣΤΑ', 5],
    ['ΡΕΣΟ', 3],
    ['ΤΡΑΠΕΖΙΟΥ', 2],
    ['ΚΟΛΩΝΕΣ', 2],
  ],
  ΜΠΑΡ: [
    ['ΓΕΜΙΣΤΑ', 5],
    ['ΡΕΣΟ', 4],
    ['ΚΟΛΩΝΕΣ', 1],
  ],
  ΞΕΝΟΔΟΧΕΙΑ: [
    ['ΓΕΜΙΣΤΑ', 4],
    ['ΑΡΩΜΑΤΙΚΑ', 3],
    ['ΚΟΛΩΝΕΣ', 2],
    ['ΒΕΝΕΤΙΚΑ', 1],
  ],
  ΕΚΚΛΗΣΙΕΣ: [
    ['ΕΚΚΛΗΣΙΑΣΤΙΚΑ', 8],
    ['ΚΟΛΩΝΕΣ', 1],
    ['ΡΕΣΟ', 1],
  ],
  ΚΑΤΑΣΤΗΜΑΤΑ: [
    ['ΑΡΩΜΑΤΙΚΑ', 3],
    ['ΚΟΛΩΝΕΣ', 3],
    ['ΒΕΝΕΤΙΚΑ', 2],
    ['ΕΚΚΛΗΣΙΑΣΤΙΚΑ', 2],
    ['ΤΡΑΠΕΖΙΟΥ', 1],
  ],
}

/** The usual quantity of an order line: least, most, and the multiple in which it is sold. */
const AMOUNTS: Readonly<Record<string, readonly [least: number, most: number, by: number]>> = {
  ΓΕΜΙΣΤΑ: [1, 6, 6],
  ΡΕΣΟ: [2, 20, 1],
  ΤΡΑΠΕΖΙΟΥ: [2, 12, 12],
  ΚΟΛΩΝΕΣ: [1, 6, 6],
  ΑΡΩΜΑΤΙΚΑ: [2, 12, 2],
  ΕΚΚΛΗΣΙΑΣΤΙΚΑ: [1, 10, 50],
  ΒΕΝΕΤΙΚΑ: [2, 12, 2],
}

/** Products that are always short; orders that wait for stock wait for these. */
export const SHORT_KEYS: ReadonlySet<string> = new Set([
  'KOL7X20-BOR',
  'KOL8X15-IVO',
  'TRA30-KOK',
  'GEM-FANOS-LEV',
  'GEM-NYXTA-IVO',
  'GEM-AIGLI-LEV',
  'ARO-MASTIXA',
  'ARO-TRIANT',
  'EKK8',
  'LAMP-M',
  'VEN-L',
  'RESO100',
])

const DESCRIPTIONS = [
  'Παράδοση πριν τις 12:00',
  'Για δεξίωση γάμου',
  'Ανανέωση κεριών αίθουσας',
  'Να μπουν σε ξεχωριστά κουτιά ανά χρώμα',
  'Τηλεφωνική παραγγελία',
  'Εποχιακή παραγγελία',
  'Όπως η προηγούμενη παραγγελία',
  'Επείγον, υπάρχει εκδήλωση',
  'Για την εορτή του ναού',
  'Συμπλήρωση αποθέματος',
  'Με ετικέτα του καταστήματος',
]
const DRIVER_NOTES = [
  'Είσοδος από τον πίσω δρόμο',
  'Τηλέφωνο πριν την παράδοση',
  'Να παραληφθούν και τα άδεια γυάλινα',
  'Δεν υπάρχει ασανσέρ',
  'Παράδοση στην κουζίνα',
  'Είσπραξη με την παράδοση',
]
const RED_REASONS = ['Δείγματα χωρίς χρέωση ΦΠΑ', 'Αντικατάσταση σπασμένων', 'Εσωτερική διακίνηση']

/** The packers, who sign with their first name. */
const PACKERS = ['Ρένα', 'Βαγγέλης', 'Θανάσης', 'Δέσποινα'] as const

export type OrderWish = {
  readonly status: OrderStatus
  readonly course: Course
  readonly customer: DemoCustomer
  /** When the customer expects the delivery; null if unknown. */
  readonly expected: Time | null
  readonly validUntil?: number
  readonly mode?: InvoiceMode
  /** True if the order may contain products that are short. */
  readonly scarceToo: boolean
  /** Products that the order contains in any case, with their pieces. */
  readonly first?: readonly (readonly [product: DemoProduct, pieces: number])[]
}

/** Writes the described orders, one after the other. */
export class OrderBook {
  readonly orders: DemoOrder[] = []
  readonly #dice: Dice
  readonly #calendar: Calendar
  readonly #byCategory: ReadonlyMap<string, DemoProduct[]>
  readonly #byKey: ReadonlyMap<string, DemoProduct>

  constructor(dice: Dice, calendar: Calendar, products: readonly DemoProduct[]) {
    this.#dice = dice
    this.#calendar = calendar
    this.#byCategory = Map.groupBy(
      products.filter(({ usage }) => usage === 'COMPLETE-PRODUCT'),
      ({ category }) => category,
    )
    this.#byKey = new Map(products.map((product) => [product.key, product]))
  }

  write(wish: OrderWish): DemoOrder {
    const dice = this.#dice
    const { customer, course } = wish
    const invoiced = course.timeOf('INVOICED')
    const packaged = course.timeOf('PACKAGED')
    const lower = customer.discount_bp > 0 && dice.chance(60) ? customer.discount_bp : 0
    const loans: DemoLoan[] = []
    const lines = this.#choose(wish).map(([product, pieces]) => this.#line(product, pieces, lower, wish, loans))
    const extra = customer.extra_addresses.length > 0 && dice.chance(50) ? dice.pick(customer.extra_addresses) : null
    const mode = wish.mode ?? 'epsilon'
    const order: DemoOrder = {
      id: 0,
      status: wish.status,
      course,
      customer,
      description: dice.chance(55) ? dice.pick(DESCRIPTIONS) : '',
      driverNote: dice.chance(30) ? dice.pick(DRIVER_NOTES) : '',
      delivery: extra ?? customer.home,
      expected: wish.expected === null ? null : this.#calendar.wallClock(wish.expected),
      validUntil: wish.validUntil === undefined ? null : this.#calendar.day(wish.validUntil),
      lines,
      loans,
      totals: orderTotals(lines),
      packagedBy: packaged === null ? '' : dice.pick(PACKERS),
      invoice:
        invoiced === null
          ? null
          : {
              mode,
              refcode: REFCODE[mode],
              reason: mode === 'red' ? dice.pick(RED_REASONS) : null,
              on: this.#calendar.day(dayOffset(invoiced)),
            },
    }
    this.orders.push(order)
    return order
  }

  #choose({ customer, scarceToo, first = [] }: OrderWish): (readonly [DemoProduct, number])[] {
    const dice = this.#dice
    const chosen = new Map<DemoProduct, number>(first)
    const wanted = dice.pickWeighted([
      [1, 8],
      [2, 16],
      [3, 22],
      [4, 20],
      [5, 14],
      [6, 10],
      [7, 6],
      [8, 4],
    ])
    for (let tries = 0; chosen.size < wanted && tries < 60; tries++) {
      const category = dice.pickWeighted(CATEGORIES_OF_TRADE[customer.trade])
      const product = dice.pick(this.#byCategory.get(category) ?? [])
      if (chosen.has(product) || (!scarceToo && SHORT_KEYS.has(product.key))) continue
      chosen.set(product, this.pieces(product))
    }
    return [...chosen]
  }

  /** Returns a usual number of pieces of a product. */
  pieces({ category, key }: DemoProduct): number {
    const [least, most, by] = AMOUNTS[category] ?? [1, 10, 1]
    return this.#dice.int(least, most) * (key.startsWith('LAMP') ? 6 : by)
  }

  #line(product: DemoProduct, pieces: number, lower: number, wish: OrderWish, loans: DemoLoan[]): DemoLine {
    const count = quantity(pieces * 10_000)
    const vat = rate(wish.mode === 'red' && wish.course.timeOf('INVOICED') !== null ? 0 : product.vat)
    const salesPrice = lower > 0 ? priceWithPercent(product.salesPrice, rate(-lower)) : product.salesPrice
    const lent = this.#lentWith(product)
    let costPrice = product.cost
    if (lent && wish.customer.trade !== 'ΚΑΤΑΣΤΗΜΑΤΑ' && this.#dice.chance(65)) {
      const carried = { unit: lent.material.unit, perUnit: quantity(lent.quantity), recipeUnit: lent.unit }
      loans.push({ product: lent.material, origin: product, quantity: lentQuantity(count, carried) })
      costPrice = costWithoutLent(costPrice, [{ ...carried, cost: lent.material.cost }])
    }
    const { total, vatAmount } = lineAmounts({ quantity: count, salesPrice, vat })
    return { product, quantity: count, vat, salesPrice, costPrice, total, vatAmount }
  }

  /** Returns the returnable material that a product contains; null if there is none. */
  #lentWith(product: DemoProduct): { material: DemoProduct; quantity: number; unit: Unit } | null {
    for (const { key, ...taken } of product.steps.flatMap(({ materials }) => materials)) {
      const material = this.#byKey.get(key)
      if (material?.lendable) return { material, ...taken }
    }
    return null
  }
}
