/** Computes the driver's day with all actions of the driver, also those that the office does not know yet. */
import { splitLines } from '#features/orders/domain/split.ts'
import { lineAmounts, orderTotals } from '#features/orders/domain/totals.ts'
import { collectPayment, handOverCash } from '#features/payments/domain/contract.ts'
import {
  addDeliveryPhoto,
  closeDelivery,
  finishShipment,
  type ShipmentCard,
  takeBackLoans,
} from '#features/shipping/domain/contract.ts'
import { DRIVER_ACTIONS, type DriverAction } from '#features/shipping/domain/shipment.ts'
import type { ParsedInputOf } from '#kernel/contract.ts'
import { dayOf } from '#kernel/day.ts'
import {
  addCents,
  addQuantity,
  type Cents,
  cents,
  quantity,
  type Rate,
  subtractCents,
  subtractQuantity,
  sumQuantities,
  type UnitPrice,
  ZERO_CENTS,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import type { DriverDay, Goods, StopCustomer, Undelivered } from './contract.ts'
import { afterDelivery, afterTakingBack, lentWithDelivered, withHeld } from './held-pieces.ts'

/** The part of an action that the day counts. */
export type DoneAction = {
  /** The idempotency key of the action. */
  readonly key: string
  /** The name of the contract. */
  readonly command: string
  readonly input: unknown
  /** The customer that the action is about. */
  readonly name: string
  /** When the action was done, by the clock of the device. */
  readonly at: string
  /** When the office accepted the action, in milliseconds; absent or null while it waits. */
  readonly acceptedAt?: number | null
}

/** Reports whether the delivery of the order is closed, also if the office does not know that yet. */
export const isClosed = (stop: Pick<Stop, 'outcome' | 'closing'>): boolean =>
  stop.outcome !== null || stop.closing !== null

/** The delivered quantity of an order line of which less than ordered was delivered. */
export type DeliveredPart = { readonly lineNo: number; readonly quantity: number }

export type Stop = ShipmentCard & {
  /** The shipment of the order. */
  readonly shipmentId: number
  /** How the driver closed the order, if the office does not know that yet; otherwise null. */
  readonly closing: DriverAction | null
  /** All waiting actions about this order, oldest first. */
  readonly waiting: readonly DoneAction[]
}

export type OpenShipment = DriverDay['rounds'][number]['shipment'] & {
  /** True if the driver has finished the shipment and the office does not know that yet. */
  readonly finishing: boolean
  readonly stops: readonly Stop[]
  /** The parts of orders that were not delivered and are still in the vehicle. */
  readonly undelivered: readonly Undelivered[]
  /** The lent items that were taken back and are in the vehicle. */
  readonly takenBack: readonly Goods[]
}

export type CarriedPayment = {
  readonly key: string
  readonly customerName: string
  readonly amount: Cents
  readonly receiptNumber: string
  readonly waiting: boolean
}

export type DayNow = {
  readonly shipments: readonly OpenShipment[]
  readonly customers: ReadonlyMap<number, StopCustomer>
  readonly cash: {
    readonly amount: Cents
    readonly payments: readonly CarriedPayment[]
    readonly handovers: DriverDay['cash']['handovers']
    /** Handed over on this device and not yet sent to the office. */
    readonly handingOver: readonly { readonly key: string; readonly counted: number; readonly at: string }[]
  }
  readonly company: DriverDay['company']
}

/**
 * Returns the total of what is delivered, split as the server will split the order (`splitLines`), so that the driver
 * takes the amount that is then owed. `parts` are the lines of which less than ordered is delivered.
 */
export function deliveredTotal(card: Pick<ShipmentCard, 'lines' | 'total'>, parts: readonly DeliveredPart[]): Cents {
  if (parts.length === 0) return cents(card.total)
  const lines = card.lines.map((line) => {
    const figures = {
      ...line,
      quantity: quantity(line.quantity),
      salesPrice: line.salesPrice as UnitPrice,
      vat: line.vat as Rate,
    }
    const amounts = lineAmounts(figures)
    // a day stored by an earlier version of the page has no amounts of lines
    return {
      ...figures,
      total: (line.total as Cents) ?? amounts.total,
      vatAmount: (line.vatAmount as Cents) ?? amounts.vatAmount,
    }
  })
  const delivered = parts.map((part) => ({ lineNo: part.lineNo, quantity: quantity(part.quantity) }))
  return orderTotals(splitLines(lines, delivered).kept).total
}

/** Returns what is not delivered of an order, by line. */
const undeliveredOf = (card: Pick<ShipmentCard, 'lines'>, parts: readonly DeliveredPart[]) =>
  card.lines.flatMap((line) => {
    const part = parts.find((one) => one.lineNo === line.lineNo)
    if (part === undefined || part.quantity >= line.quantity) return []
    const rest = subtractQuantity(quantity(line.quantity), quantity(part.quantity))
    return [{ productId: line.productId, name: line.name, unit: line.unit, quantity: rest }]
  })

type Draft = {
  closing: Map<number, DriverAction>
  waiting: Map<number, DoneAction[]>
  finishing: Set<number>
  customers: Map<number, StopCustomer>
  cash: { -readonly [K in keyof DayNow['cash']]: DayNow['cash'][K] }
  undelivered: Undelivered[]
  /** The lent items that were taken back, with the order at whose stop that was. */
  takenBack: (Goods & { readonly orderId: number | undefined })[]
}

/**
 * Returns the day with these actions. An action whose key the day names is skipped: the day includes it, even if it
 * still waits because its own answer was lost. The caller leaves out refused actions.
 */
export function withWaiting(day: DriverDay, actions: readonly DoneAction[]): DayNow {
  // a day stored by an earlier version of the page has no keys
  const contained = new Set(day.doneKeys)
  const cards = new Map(day.rounds.flatMap(({ orders }) => orders.map((card) => [card.id, card] as const)))
  const draft: Draft = {
    closing: new Map(),
    waiting: new Map(),
    finishing: new Set(),
    customers: new Map(
      day.customers.map((customer) => [customer.id, { ...customer, loans: withHeld(customer.loans) }]),
    ),
    cash: {
      ...day.cash,
      payments: day.cash.payments.map((payment) => ({ ...payment, key: String(payment.id), waiting: false })),
      handingOver: [],
    },
    undelivered: [],
    takenBack: [],
  }
  for (const action of actions) if (!contained.has(action.key)) countAction(draft, cards, action)
  return {
    shipments: day.rounds.map(({ shipment, orders, back }) => {
      const ofShipment = ({ orderId }: { orderId: number | undefined }) => orders.some(({ id }) => id === orderId)
      return {
        ...shipment,
        finishing: draft.finishing.has(shipment.id),
        stops: orders.map((card) => stopOf(card, shipment.id, draft)),
        undelivered: [...back.rests, ...draft.undelivered.filter(ofShipment)],
        takenBack: summedByProduct([...back.loans, ...draft.takenBack.filter(ofShipment)]),
      }
    }),
    customers: draft.customers,
    cash: draft.cash,
    company: day.company,
  }
}

function stopOf(card: ShipmentCard, shipmentId: number, draft: Draft): Stop {
  const closing = card.outcome === null ? (draft.closing.get(card.id) ?? null) : null
  return {
    ...card,
    shipmentId,
    status: card.outcome ?? (closing === null ? card.status : DRIVER_ACTIONS[closing]),
    loanBalance: loansOf(draft.customers.get(card.customerId), card),
    closing,
    waiting: draft.waiting.get(card.id) ?? [],
  }
}

/** Returns the sum of the customer's loans, or the balance on the card if the day does not contain the customer. */
const loansOf = (customer: StopCustomer | undefined, card: ShipmentCard): number =>
  customer === undefined ? card.loanBalance : sumQuantities(customer.loans.map((loan) => loan.quantity))

/** Returns one row for each product, with the sum of its quantities. */
function summedByProduct(rows: readonly Goods[]): Goods[] {
  const found = new Map<number, Goods>()
  for (const { productId, name, unit, quantity: more } of rows) {
    const before = found.get(productId)?.quantity ?? ZERO_QUANTITY
    found.set(productId, { productId, name, unit, quantity: addQuantity(before, more) })
  }
  return [...found.values()]
}

function countAction(draft: Draft, cards: ReadonlyMap<number, ShipmentCard>, action: DoneAction): void {
  switch (action.command) {
    case closeDelivery.name: {
      const { data } = closeDelivery.input.safeParse(action.input)
      const card = data && cards.get(data.orderId)
      if (!card || card.outcome !== null) return
      markWaiting(draft, card.id, action)
      draft.closing.set(card.id, data.action)
      if (data.action !== 'deliver') return
      const parts = data.delivered ?? []
      addDebt(draft, card.customerId, deliveredTotal(card, parts))
      const undelivered = undeliveredOf(card, parts)
      addHeld(draft, card.customerId, lentWithDelivered(card, undelivered))
      const lines = undelivered.map(({ productId: _, ...line }) => line)
      if (lines.length > 0) draft.undelivered.push({ orderId: card.id, name: card.name, lines })
      return
    }
    case addDeliveryPhoto.name: {
      const { data } = addDeliveryPhoto.input.safeParse(action.input)
      if (data) markWaiting(draft, data.orderId, action)
      return
    }
    case collectPayment.name: {
      const { data } = collectPayment.input.safeParse(action.input)
      if (data) addPayment(draft, data, action)
      return
    }
    case takeBackLoans.name: {
      const { data } = takeBackLoans.input.safeParse(action.input)
      if (!data) return
      if (data.orderId !== undefined) markWaiting(draft, data.orderId, action)
      subtractTakenBack(draft, data)
      return
    }
    case handOverCash.name: {
      const { data } = handOverCash.input.safeParse(action.input)
      if (!data) return
      const handed = { key: action.key, counted: data.counted, at: action.at }
      draft.cash = {
        ...draft.cash,
        amount: ZERO_CENTS,
        payments: [],
        handingOver: [...draft.cash.handingOver, handed],
      }
      return
    }
    case finishShipment.name: {
      const { data } = finishShipment.input.safeParse(action.input)
      if (data) draft.finishing.add(data.id)
    }
  }
}

/** Lists the action at its stop, unless the office has accepted it. */
function markWaiting(draft: Draft, orderId: number, action: DoneAction): void {
  if (typeof action.acceptedAt === 'number') return
  draft.waiting.set(orderId, [...(draft.waiting.get(orderId) ?? []), action])
}

function addDebt(draft: Draft, customerId: number, amount: Cents): void {
  const customer = draft.customers.get(customerId)
  if (customer) draft.customers.set(customerId, { ...customer, balance: addCents(customer.balance, amount) })
}

function addPayment(draft: Draft, data: ParsedInputOf<typeof collectPayment>, action: DoneAction): void {
  const { customerId, amount, receiptNumber, orderId, takenOn } = data
  if (orderId !== undefined) markWaiting(draft, orderId, action)
  const customer = draft.customers.get(customerId)
  if (customer) {
    draft.customers.set(customerId, {
      ...customer,
      balance: subtractCents(customer.balance, amount),
      lastPayment: { id: 0, date: takenOn ?? dayOf(action.at), amount },
    })
  }
  draft.cash = {
    ...draft.cash,
    amount: addCents(draft.cash.amount, amount),
    payments: [
      ...draft.cash.payments,
      {
        key: action.key,
        customerName: action.name,
        amount,
        receiptNumber,
        waiting: typeof action.acceptedAt !== 'number',
      },
    ],
  }
}

function subtractTakenBack(draft: Draft, data: ParsedInputOf<typeof takeBackLoans>): void {
  const customer = draft.customers.get(data.customerId)
  if (!customer) return
  const taken = new Map(data.items.map((item) => [item.productId, item.quantity]))
  for (const loan of customer.loans) {
    const count = taken.get(loan.productId) ?? ZERO_QUANTITY
    if (count !== 0) draft.takenBack.push({ ...loan, quantity: count, orderId: data.orderId })
  }
  draft.customers.set(customer.id, { ...customer, loans: afterTakingBack(customer.loans, taken) })
}

function addHeld(draft: Draft, customerId: number, delivered: readonly Goods[]): void {
  const customer = draft.customers.get(customerId)
  if (customer) draft.customers.set(customerId, { ...customer, loans: afterDelivery(customer.loans, delivered) })
}
