/** Computes the driver's day with all actions of the driver, also those that the office does not know yet. */
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
import type { DriverDay, Goods, Rest, StopCustomer } from './contract.ts'
import { afterDelivery, afterTakingBack, lentWithLeft, withHeld } from './held-pieces.ts'

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

/** The statuses in which the driver has nothing more to do with the order. */
export const isClosed = (stop: Pick<Stop, 'outcome' | 'closing'>): boolean =>
  stop.outcome !== null || stop.closing !== null

/** The part of an order line that was delivered. */
export type Left = { readonly lineNo: number; readonly quantity: number }

export type Stop = ShipmentCard & {
  /** The shipment of the order. */
  readonly shipmentId: number
  /** What the driver did with the order and the office does not know yet. */
  readonly closing: DriverAction | null
  /** All waiting actions about this order, oldest first. */
  readonly waiting: readonly DoneAction[]
}

export type Round = {
  readonly shipment: DriverDay['rounds'][number]['shipment']
  /** True if the driver has finished the shipment. */
  readonly finishing: boolean
  readonly stops: readonly Stop[]
  /** What comes back in the vehicle besides whole orders. */
  readonly back: { readonly rests: readonly Rest[]; readonly loans: readonly Goods[] }
}

export type CarriedPayment = {
  readonly key: string
  readonly customerName: string
  readonly amount: Cents
  readonly receiptNumber: string
  readonly waiting: boolean
}

export type DayNow = {
  readonly rounds: readonly Round[]
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

/** Returns the total of an order of which some lines are delivered only in part. */
export function totalOfLeft(card: Pick<ShipmentCard, 'lines' | 'total'>, left: readonly Left[]): Cents {
  if (left.length === 0) return cents(card.total)
  const lines = card.lines.map((line) => {
    const part = left.find((one) => one.lineNo === line.lineNo)?.quantity ?? line.quantity
    const counted = {
      quantity: quantity(part),
      salesPrice: line.salesPrice as UnitPrice,
      vat: line.vat as Rate,
    }
    return { ...counted, ...lineAmounts(counted) }
  })
  return orderTotals(lines).total
}

/** Returns the part of an order that was not delivered. */
const restOf = (card: Pick<ShipmentCard, 'lines'>, left: readonly Left[]) =>
  card.lines.flatMap((line) => {
    const part = left.find((one) => one.lineNo === line.lineNo)
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
  rests: Rest[]
  /** Lent items that were taken back, with the order at whose stop that was. */
  loans: (Goods & { readonly orderId: number | undefined })[]
}

/**
 * Adds the actions that the answer of the office does not include yet, to the day. An action whose own answer was lost
 * is included as well. The caller leaves out refused actions.
 */
export function withWaiting(day: DriverDay, actions: readonly DoneAction[]): DayNow {
  // a day stored by an earlier version of the page has no keys
  const contained = new Set(day.doneKeys)
  const cards = new Map(day.rounds.flatMap((round) => round.orders.map((card) => [card.id, card] as const)))
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
    rests: [],
    loans: [],
  }
  for (const action of actions) if (!contained.has(action.key)) count(draft, cards, action)
  return {
    rounds: day.rounds.map(({ shipment, orders, back }) => ({
      shipment,
      back: {
        rests: [...back.rests, ...draft.rests.filter((rest) => orders.some(({ id }) => id === rest.orderId))],
        loans: gathered([...back.loans, ...draft.loans.filter((loan) => orders.some(({ id }) => id === loan.orderId))]),
      },
      finishing: draft.finishing.has(shipment.id),
      stops: orders.map((card) => stopOf(card, shipment.id, draft)),
    })),
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

/** Returns the loan balance from the customer's list, or the balance on the card if there is no list. */
const loansOf = (customer: StopCustomer | undefined, card: ShipmentCard): number =>
  customer === undefined ? card.loanBalance : sumQuantities(customer.loans.map((loan) => loan.quantity))

/** Merges rows of the same goods. */
function gathered(rows: readonly Goods[]): Goods[] {
  const found = new Map<number, Goods>()
  for (const { productId, name, unit, quantity: more } of rows) {
    const before = found.get(productId)?.quantity ?? ZERO_QUANTITY
    found.set(productId, { productId, name, unit, quantity: addQuantity(before, more) })
  }
  return [...found.values()]
}

function count(draft: Draft, cards: ReadonlyMap<number, ShipmentCard>, action: DoneAction): void {
  switch (action.command) {
    case closeDelivery.name: {
      const { data } = closeDelivery.input.safeParse(action.input)
      const card = data && cards.get(data.orderId)
      if (!card || card.outcome !== null) return
      note(draft, card.id, action)
      draft.closing.set(card.id, data.action)
      if (data.action !== 'deliver') return
      const left = data.delivered ?? []
      owe(draft, card.customerId, totalOfLeft(card, left))
      const rest = restOf(card, left)
      hold(draft, card.customerId, lentWithLeft(card, rest))
      const lines = rest.map(({ productId: _, ...line }) => line)
      if (lines.length > 0) draft.rests.push({ orderId: card.id, name: card.name, lines })
      return
    }
    case addDeliveryPhoto.name: {
      const { data } = addDeliveryPhoto.input.safeParse(action.input)
      if (data) note(draft, data.orderId, action)
      return
    }
    case collectPayment.name: {
      const { data } = collectPayment.input.safeParse(action.input)
      if (data) take(draft, data, action)
      return
    }
    case takeBackLoans.name: {
      const { data } = takeBackLoans.input.safeParse(action.input)
      if (!data) return
      if (data.orderId !== undefined) note(draft, data.orderId, action)
      giveBack(draft, data)
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

function note(draft: Draft, orderId: number, action: DoneAction): void {
  if (typeof action.acceptedAt === 'number') return
  draft.waiting.set(orderId, [...(draft.waiting.get(orderId) ?? []), action])
}

function owe(draft: Draft, customerId: number, amount: Cents): void {
  const customer = draft.customers.get(customerId)
  if (customer) draft.customers.set(customerId, { ...customer, balance: addCents(customer.balance, amount) })
}

function take(draft: Draft, data: ParsedInputOf<typeof collectPayment>, action: DoneAction): void {
  const { customerId, amount, receiptNumber, orderId, takenOn } = data
  if (orderId !== undefined) note(draft, orderId, action)
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

function giveBack(draft: Draft, data: ParsedInputOf<typeof takeBackLoans>): void {
  const customer = draft.customers.get(data.customerId)
  if (!customer) return
  const taken = new Map(data.items.map((item) => [item.productId, item.quantity]))
  for (const loan of customer.loans) {
    const back = taken.get(loan.productId) ?? ZERO_QUANTITY
    if (back !== 0) draft.loans.push({ ...loan, quantity: back, orderId: data.orderId })
  }
  draft.customers.set(customer.id, { ...customer, loans: afterTakingBack(customer.loans, taken) })
}

function hold(draft: Draft, customerId: number, delivered: readonly Goods[]): void {
  const customer = draft.customers.get(customerId)
  if (customer) draft.customers.set(customerId, { ...customer, loans: afterDelivery(customer.loans, delivered) })
}
