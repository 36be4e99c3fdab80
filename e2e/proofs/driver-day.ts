/** Computes the expected result of a driver's day without the code of the product. Compares it with the stored data. */
import { lineAmounts, orderTotals } from '#features/orders/domain/totals.ts'
import { DRIVER_ACTIONS, type DriverAction } from '#features/shipping/domain/shipment.ts'
import { cents, quantity, rate, sumCents, unitPrice } from '#kernel/money.ts'
import { sql } from '#server/db/database.ts'
import type { TestCompany } from '#server/testing/company.ts'
import { SMALL_JPEG } from '#server/testing/sample-parts.ts'
import type { QueuedAction } from '#web/offline/action-queue.ts'

const PIECE = 10_000
/** At this price the amounts of partly delivered lines need rounding. */
const PRICE = unitPrice(3_3350)
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

type Order = {
  readonly id: number
  /** Pieces of each line. */
  readonly lines: readonly number[]
  readonly totals: { readonly products: number; readonly vat: number }
  outcome: string | null
  /** The delivered pieces of each line, or null if all were delivered. */
  left: readonly number[] | null
  photos: number
}
type Handover = { readonly amount: number; readonly counted: number; readonly note: string }

let days = 0

export class DriverDay {
  readonly #company: TestCompany
  readonly #orders: Order[]
  readonly #customer: number
  readonly #before: { movements: number; handover: number }
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

  private constructor(
    company: TestCompany,
    customer: number,
    orders: Order[],
    before: { movements: number; handover: number },
  ) {
    this.#company = company
    this.#customer = customer
    this.#orders = orders
    this.#before = before
    this.#lent = orders.reduce((sum, { lines }) => sum + (lines[0] ?? 0), 0)
  }

  /** Returns the number of partly delivered orders. */
  get followUps(): number {
    return this.#orders.filter(({ left }) => left !== null).length
  }

  /**
   * Creates the orders in one shipment of the driver, with the given pieces of each line. A glass is lent with each
   * piece of the first line.
   */
  static async begin(company: TestCompany, given: readonly (readonly number[])[]): Promise<DriverDay> {
    const { db, stock } = company
    const driver = company.userIds.driver
    // Payments that the driver carries from an earlier day would change the sums of this day.
    await db.run(sql`update payments set carried_by = null where carried_by = ${driver} and handover_id is null`)
    const { customer, shipment, ...before } = await db.one<Record<string, number>>(sql`
      with c as (insert into customers (name) values ('Ταβέρνα Πλάτανος') returning id),
        s as (insert into shipments (driver, driver_user_id) values ('Ονομα driver', ${driver}) returning id)
      select c.id as customer, s.id as shipment, (select count(*)::int from stock_movements) as movements,
        (select coalesce(max(id), 0) from cash_handovers) as handover from c, s`)
    const orders: Order[] = []
    for (const pieces of given) {
      const lines = pieces.map((count, index) => {
        const figures = { quantity: quantity(count * PIECE), salesPrice: PRICE, vat: rate(2400) }
        // A glass is lent with the product of the first line.
        const productId = index === 0 ? stock.candle : stock.glass
        return { ...figures, ...lineAmounts(figures), productId, lineNo: index + 1 }
      })
      const totals = orderTotals(lines)
      const { id } = await db.one<{ id: number }>(sql`
        with o as (
          insert into orders (status, customer_id, name, packaged_by, refcode, invoice_mode, invoiced_on, line_count,
            quantity_e4, products_cents, vat_cents, total_cents)
          values ('ON SHIPPING', ${customer}, 'Ταβέρνα Πλάτανος', 'Νίκος', '71.00.01', 'epsilon', '2026-11-20',
            ${totals.lineCount}, ${totals.quantity}, ${totals.products}, ${totals.vat}, ${totals.total})
          returning id),
        lines as (
          insert into order_lines (order_id, line_no, product_id, name, unit, vat_bp, sales_price_e4, cost_price_e4,
            quantity_e4, total_cents, vat_cents)
          select o.id, "lineNo", "productId", 'Κερί', 'Item', vat, "salesPrice", 0, quantity, total, "vatAmount"
          from o, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l("lineNo" int, "productId" bigint, vat int,
            "salesPrice" bigint, quantity bigint, total bigint, "vatAmount" bigint)),
        lent as (
          insert into order_loans (order_id, line_no, product_id, origin_product_id, name, unit, quantity_e4)
          select o.id, 1, ${stock.glass}, ${stock.candle}, 'Ποτήρι', 'Item', ${lines[0]?.quantity}::bigint from o),
        loans as (
          insert into loans (bound, customer_id, customer_name, product_id, product_name, order_id, origin, quantity_e4, user_name)
          select 'OUTBOUND', ${customer}, 'Ταβέρνα Πλάτανος', ${stock.glass}, 'Ποτήρι', o.id, 'order',
            ${lines[0]?.quantity}::bigint, 'Νίκος' from o),
        stop as (
          insert into shipment_orders (shipment_id, order_id, position) select ${shipment}, o.id, ${orders.length + 1} from o)
        select id from o`)
      orders.push({ id, lines: pieces, totals, outcome: null, left: null, photos: 0 })
    }
    return new DriverDay(company, customer ?? 0, orders, before as { movements: number; handover: number })
  }

  /**
   * Returns the pieces that the customer holds: delivered ones less those taken back, even before the server knows it.
   */
  get #held(): number {
    const delivered = this.#orders.filter(({ outcome }) => outcome === 'SHIPPED')
    return delivered.reduce((sum, { lines, left }) => sum + ((left ?? lines)[0] ?? 0), 0) - this.#takenBack
  }

  /** Returns the action that the page queues for this step, and records the expected result. */
  actionFor(step: DriverStep): QueuedAction {
    const order = this.#orders[step.order % this.#orders.length] as Order
    this.#steps += 1
    const key = `day-${this.#number}-${this.#steps}`
    const [command, input, refusal] = this.#press(step, order)
    if (refusal) this.refused.set(key, refusal)
    return { key, command, input, subject: `orders:${order.id}`, name: '', topics: [], at: '2026-11-20T08:00:00.000Z' }
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
        const input = { customerId: this.#customer, amount: step.cents, orderId: order.id }
        return ['payments.collect-payment', input, refusal]
      }
      case 'take-back': {
        const items = [{ productId: this.#company.stock.glass, quantity: step.pieces * PIECE }]
        const wrong =
          step.pieces === 0
            ? 'shipping.nothing-taken-back'
            : step.pieces > this.#lent
              ? 'shipping.more-than-lent'
              : null
        const refusal = this.#refusalOfAccess(order, 'shipping.customer-not-in-shipment', 'shipping.not-yours') ?? wrong
        if (!refusal) {
          this.#lent -= step.pieces
          this.#takenBack += step.pieces
        }
        return ['shipping.take-back-loans', { customerId: this.#customer, orderId: order.id, items }, refusal]
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
    if (this.#orders.every((one) => one.outcome === 'INVOICED')) return customerLeft
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
    const orders = await db.many<Stored & { id: number; follows: number | null }>(sql`
      select o.id, o.status, o.follows_order_id as follows, o.products_cents as products, o.vat_cents as vat,
        (select json_agg(quantity_e4 / 10000 order by line_no) from order_lines where order_id = o.id) as lines,
        (select coalesce(sum(quantity_e4), 0)::bigint / 10000 from order_loans where order_id = o.id) as lent,
        (select coalesce(sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end), 0)::bigint / 10000
          from loans where order_id = o.id and origin = 'order') as booked,
        (select count(*)::int from delivery_photos where order_id = o.id) as photos,
        (select count(*)::int from delivery_proofs where order_id = o.id) as proofs,
        (select json_agg(json_build_array(outcome, reason_code)) from shipment_orders where order_id = o.id) as stops
      from orders o where o.customer_id = ${this.#customer} order by o.id`)
    const payments = await db.many<{ taken: number; handover: number | null; carried: number }>(sql`
      select amount_cents as taken, handover_id as handover, carried_by as carried from payments
      where customer_id = ${this.#customer} order by id`)
    const handovers = await db.many<Handover & { id: number }>(sql`
      select id, amount_cents as amount, counted_cents as counted, note from cash_handovers
      where id > ${this.#before.handover} order by id`)
    const rest = await db.one<{ lent: number; held: number; movements: number }>(sql`
      select (select coalesce(sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end), 0)::bigint / 10000
          from loans where customer_id = ${this.#customer}) as lent,
        (select coalesce(sum(held_e4), 0)::bigint / 10000 from loan_sums where customer_id = ${this.#customer}) as held,
        (select count(*)::int from stock_movements) as movements`)
    const carried = userIds.driver
    return {
      found: {
        orders: this.#orders.map(({ id }) => found(id, orders)),
        count: orders.length,
        payments,
        handovers: handovers.map(({ id: _, ...handover }) => handover),
        ...rest,
      },
      expected: {
        orders: this.#orders.map(expected),
        count: this.#orders.length + this.followUps,
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

type Stored = {
  status: string
  products: number
  vat: number
  lines: number[]
  lent: number
  booked: number
  photos: number
  proofs: number
  stops: [string | null, string | null][] | null
}

/** Returns the stored data of an order and its follow-up orders, with the sums of all of them. */
function found(orderId: number, stored: readonly (Stored & { id: number; follows: number | null })[]) {
  const parts = stored.filter(({ id, follows }) => id === orderId || follows === orderId)
  const sum = (of: 'products' | 'vat') => parts.reduce((all, part) => all + part[of], 0)
  return {
    parts: parts.map(({ id: _, follows: __, products: ___, vat: ____, ...part }) => part),
    products: sum('products'),
    vat: sum('vat'),
  }
}

/** Returns the expected data of an order and of its follow-up order. */
function expected(order: Order) {
  const left = order.left ?? order.lines
  const [first = 0] = left
  const following = (order.lines[0] ?? 0) - first
  const isBack = order.outcome === 'RETURNED' || order.outcome === 'INVOICED'
  const own = {
    status: order.outcome ?? 'ON SHIPPING',
    lines: left.filter((pieces) => pieces > 0),
    lent: first,
    booked: first,
    photos: order.photos,
    proofs: order.outcome === 'SHIPPED' ? 1 : 0,
    stops: [[order.outcome, isBack ? 'closed' : null]],
  }
  const lent = { lent: following, booked: following }
  const rest = { status: 'INVOICED', lines: [following], ...lent, photos: 0, proofs: 0, stops: null }
  const { products, vat } = order.totals
  return { parts: order.left ? [own, rest] : [own], products, vat }
}
