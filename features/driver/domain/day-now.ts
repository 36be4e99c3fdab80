/** The driver's day with all actions of the driver, as the page shows it. */
import type { ShipmentCard } from '#features/shipping/domain/contract.ts'
import type { DriverAction } from '#features/shipping/domain/shipment.ts'
import { addQuantity, type Cents, ZERO_QUANTITY } from '#kernel/money.ts'
import type { StoredAction } from '#kernel/offline/offline-view.ts'
import type { DriverDay, Goods, StopCustomer, Undelivered } from './contract.ts'

/** Reports whether the delivery of the order is closed, also if the office does not know that yet. */
export const isClosed = (stop: Pick<Stop, 'outcome' | 'closing'>): boolean =>
  stop.outcome !== null || stop.closing !== null

export type Stop = ShipmentCard & {
  /** The shipment of the order. */
  readonly shipmentId: number
  /** How the driver closed the order, if the office does not know that yet; otherwise null. */
  readonly closing: DriverAction | null
  /** All waiting actions about this order, oldest first. */
  readonly waiting: readonly StoredAction[]
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

/** Stops are visited in this order. */
export const byPosition = (a: Stop, b: Stop): number => a.position - b.position

/** Returns one row for each product, with the sum of its quantities. */
export function summedByProduct(rows: readonly Goods[]): Goods[] {
  const found = new Map<number, Goods>()
  for (const { productId, name, unit, quantity: more } of rows) {
    const before = found.get(productId)?.quantity ?? ZERO_QUANTITY
    found.set(productId, { productId, name, unit, quantity: addQuantity(before, more) })
  }
  return [...found.values()]
}
