/** Computes the expected result of a driver's day without the code of the product. Compares it with the stored data. */
import { DRIVER_ACTIONS, type DriverAction } from '#features/shipping/domain/shipment.ts'
import { cents, sumCents } from '#kernel/money.ts'
import type { TestCompany } from '#testing/company.ts'
import { SMALL_JPEG } from '#server/samples/sample-parts.ts'
import type { QueuedAction } from '#web/offline/action-queue.ts'
import { expectedParts, type Handover, readDay, storedParts } from './driver-day-rows.ts'
import { createShipment, type Order, PIECE, type Shipment } from './driver-shipment.ts'

const MOST_PHOTOS = 5

export const STEP_KINDS = [
  'deliver',
  'part',
  'part',
  'to-planning',
  'return',
  'pay',
  'pay',
  'take-back',
  'photo',
  'hand-over',
] as const
export type DriverStep = {
  readonly kind: (typeof STEP_KINDS)[number]
  readonly order: number
  readonly pieces: number
  readonly cents: number
  readonly count: 'right' | 'wrong' | 'explained'
  readonly sends: boolean
}

let days = 0

export class DriverDay {
  readonly #company: TestCompany
  readonly orders: readonly Order[]
  readonly customer: number
  readonly shipment: number
  readonly #before: Shipment['before']
  /** Each payment in cents, with the index of the hand-over that contains it. */
  readonly #payments: { taken: number; handover: number | null }[] = []
  readonly #number = ++days
  /** The loan balance of the customer, including lent items in the shipment. */
  #lent: number
  #takenBack = 0
  #steps = 0
  /** The refusal that the driver must read, by the key of the action. */
  readonly refused = new Map<string, string>()
  readonly handovers: Handover[] = []

  private constructor(company: TestCompany, { customer, shipment, orders, before }: Shipment) {
    this.#company = company
    this.customer = customer
    this.shipment = shipment
    this.orders = orders
    this.#before = before
    this.#lent = orders.reduce((sum, { lines }) => sum + (lines[0] ?? 0), 0)
  }

  /** Returns the number of partly delivered orders. */
  get followUps(): number {
    return this.orders.filter(({ left }) => left !== null).length
  }

  /** Returns the lent pieces that the driver took back, even before the server knows it. */
  get takenBack(): number {
    return this.#takenBack
  }

  /** Creates a shipment of orders with the given pieces of each line. */
  static async begin(company: TestCompany, given: readonly (readonly number[])[]): Promise<DriverDay> {
    return new DriverDay(company, await createShipment(company, given))
  }

  /**
   * Returns the pieces that the customer holds: delivered ones less those taken back, even before the server knows it.
   */
  get #held(): number {
    const delivered = this.orders.filter(({ outcome }) => outcome === 'SHIPPED')
    return delivered.reduce((sum, { lines, left }) => sum + ((left ?? lines)[0] ?? 0), 0) - this.#takenBack
  }

  /** Returns the action that the page queues for this step, and records the expected result. */
  actionFor(step: DriverStep): QueuedAction {
    const order = this.orders[step.order % this.orders.length] as Order
    this.#steps += 1
    const key = `day-${this.#number}-${this.#steps}`
    const [command, input, refusal] = this.#press(step, order)
    if (refusal) this.refused.set(key, refusal)
    return { key, command, input, subject: `orders:${order.id}`, name: '', at: '2026-11-20T08:00:00.000Z' }
  }

  #press(step: DriverStep, order: Order): readonly [command: string, input: object, refusal: string | null] {
    switch (step.kind) {
      case 'pay': {
        const refusal = this.#refusalOfAccess(
          order,
          'payments.customer-not-in-shipment',
          'payments.order-not-in-shipment',
        )
        if (!refusal) this.#payments.push({ taken: step.cents, handover: null })
        const input = { customerId: this.customer, amount: step.cents, orderId: order.id }
        return ['payments.collect-payment', input, refusal]
      }
      case 'take-back': {
        const items = [{ productId: this.#company.stock.glass, quantity: step.pieces * PIECE }]
        const wrong =
          step.pieces === 0
            ? 'shipping.nothing-taken-back'
            : step.pieces > this.#held
              ? 'shipping.more-than-lent'
              : null
        const refusal = this.#refusalOfAccess(order, 'shipping.customer-not-in-shipment', 'shipping.not-yours') ?? wrong
        if (!refusal) {
          this.#lent -= step.pieces
          this.#takenBack += step.pieces
        }
        return ['shipping.take-back-loans', { customerId: this.customer, orderId: order.id, items }, refusal]
      }
      case 'photo': {
        const refusal =
          order.outcome === 'INVOICED'
            ? 'shipping.not-yours'
            : order.photos === MOST_PHOTOS
              ? 'shipping.too-many-photos'
              : null
        if (!refusal) order.photos += 1
        // A photo taken after the order left the driver is refused. The time comes from the phone, which may report
        // late.
        const takenAt = new Date(Date.now() + (order.outcome === 'INVOICED' ? 3_600_000 : 0)).toISOString()
        return ['shipping.add-delivery-photo', { orderId: order.id, photo: SMALL_JPEG, takenAt }, refusal]
      }
      case 'hand-over':
        return this.#handOver(step)
      default:
        return this.#close(step, order, step.kind)
    }
  }

  /**
   * Returns the expected refusal of a step for an order that went back to planning, or null. The driver has lost access
   * to this order, and to its customer once all their orders went back.
   */
  #refusalOfAccess({ outcome }: Order, customerLeft: string, orderLeft: string): string | null {
    if (this.orders.every((one) => one.outcome === 'INVOICED')) return customerLeft
    return outcome === 'INVOICED' ? orderLeft : null
  }

  #handOver({ count }: DriverStep): readonly [string, object, string | null] {
    const carried = this.#payments.filter(({ handover }) => handover === null)
    const booked = sumCents(carried.map(({ taken }) => cents(taken)))
    const input = {
      counted: booked + (count === 'right' ? 0 : 1),
      note: count === 'explained' ? 'βρέθηκε ένα λεπτό' : '',
    }
    if (carried.length === 0) return ['payments.hand-over-cash', input, 'payments.nothing-carried']
    if (count === 'wrong') return ['payments.hand-over-cash', input, 'payments.difference-needs-note']
    for (const payment of carried) payment.handover = this.handovers.length
    this.handovers.push({ amount: booked, ...input })
    return ['payments.hand-over-cash', input, null]
  }

  #close(step: DriverStep, order: Order, kind: DriverAction | 'part'): readonly [string, object, string | null] {
    const action = kind === 'part' ? 'deliver' : kind
    const first = Math.floor(((order.lines[0] ?? 0) * step.pieces) / 10)
    const left = order.lines.map((pieces, index) => (index === 0 ? first : pieces))
    const input = {
      orderId: order.id,
      action,
      ...(action === 'deliver' ? { proof: { recipient: 'Μαρία', signature: [[[1, 2]]] } } : { reasonCode: 'closed' }),
      ...(kind === 'part' ? { delivered: [{ lineNo: 1, quantity: first * PIECE }] } : {}),
    }
    let refusal: string | null = null
    if (order.outcome !== null) refusal = 'orders.wrong-status'
    else if (kind === 'part' && left.every((pieces) => pieces === 0)) refusal = 'orders.nothing-delivered'
    else {
      order.outcome = DRIVER_ACTIONS[action]
      if (kind === 'part' && first < (order.lines[0] ?? 0)) order.left = left
    }
    return ['shipping.close-delivery', input, refusal]
  }

  /** Returns the stored data of the day and the expected data. */
  async compare(): Promise<{ found: object; expected: object }> {
    const { db, userIds } = this.#company
    const { orders, payments, handovers, rest } = await readDay(db, this.customer, this.#before.handover)
    const carried = userIds.driver
    return {
      found: {
        orders: this.orders.map(({ id }) => storedParts(id, orders)),
        count: orders.length,
        payments,
        handovers: handovers.map(({ id: _, ...handover }) => handover),
        ...rest,
      },
      expected: {
        orders: this.orders.map(expectedParts),
        count: this.orders.length + this.followUps,
        payments: this.#payments.map(({ taken, handover }) => {
          return { taken, handover: handover === null ? null : handovers[handover]?.id, carried }
        }),
        handovers: this.handovers,
        lent: this.#lent,
        held: this.#held,
        movements: this.#before.movements,
      },
    }
  }
}
