/** The history entries of the demo company: who changed which record, and when. */
import { PLACES, toNumber } from '#kernel/money.ts'
import type { DemoEmail } from './accounts.ts'
import type { Time } from './calendar.ts'
import type { CourseStep, StepName } from './course.ts'
import type { DemoCustomer } from './customers.ts'
import type { Dice } from './dice.ts'
import type { DemoOrder } from './orders.ts'
import type { PaymentRecord } from './payments.ts'
import type { DemoShipment } from './story.ts'

export type HistoryEntry = {
  readonly time: Time
  /** Null is the product itself. */
  readonly by: DemoEmail | null
  readonly command: string
  readonly entity: string
  readonly id: number
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>
  readonly note: string | null
}

type StepCommand = readonly [command: string, by: DemoEmail | null]

const STEP_COMMANDS: Readonly<Record<StepName, StepCommand>> = {
  create: ['orders.create-order', 'user@kerino.demo'],
  convert: ['orders.move-order', 'user@kerino.demo'],
  'delete-offer': ['orders.move-order', 'user@kerino.demo'],
  'find-stock': ['orders.process-orders', 'operations@kerino.demo'],
  send: ['orders.move-orders', 'operations@kerino.demo'],
  package: ['packaging.package-order', 'operations@kerino.demo'],
  release: ['orders.move-orders', 'operations@kerino.demo'],
  park: ['orders.move-order', 'logistirio@kerino.demo'],
  invoice: ['invoicing.acknowledged', null],
  plan: ['shipping.plan-shipment', 'operations@kerino.demo'],
  deliver: ['shipping.close-delivery', 'driver@kerino.demo'],
  return: ['shipping.close-delivery', 'driver@kerino.demo'],
  'to-planning': ['shipping.close-delivery', 'driver@kerino.demo'],
  cancel: ['orders.move-order', 'user@kerino.demo'],
}

/** Returns the history of one order; `carrier` is the account that delivered it. */
export function entriesOfOrder(dice: Dice, order: DemoOrder, carrier: DemoEmail): HistoryEntry[] {
  return order.course.steps.map((step) => {
    const red = step.name === 'invoice' && order.invoice?.mode === 'red'
    // an invoice through the service is cancelled by a credit note, and the product cancels the order after its
    // acknowledgement
    const credited = step.name === 'cancel' && order.invoice?.mode === 'epsilon'
    const [command, usual]: StepCommand = red
      ? ['invoicing.invoice-red', 'admin@kerino.demo']
      : credited
        ? ['invoicing.acknowledged', null]
        : STEP_COMMANDS[step.name]
    return {
      time: step.time,
      by: usual === 'driver@kerino.demo' ? carrier : usual,
      command,
      entity: 'orders',
      id: order.id,
      changes: { status: [step.from, step.to], ...particulars(order, step) },
      note: noteOf(dice, order, step),
    }
  })
}

function particulars(order: DemoOrder, { name }: CourseStep): HistoryEntry['changes'] {
  if (name === 'package') return { packagedBy: [null, order.packagedBy] }
  if (name === 'invoice' && order.invoice) {
    return {
      refcode: [null, order.invoice.refcode],
      invoiceMode: [null, order.invoice.mode],
      invoicedOn: [null, order.invoice.on],
    }
  }
  return {}
}

function noteOf(dice: Dice, order: DemoOrder, { name }: CourseStep): string | null {
  if (name === 'invoice') return order.invoice?.reason ?? null
  if (name === 'cancel') return dice.pick(['Ακύρωση από τον πελάτη', 'Διπλή καταχώριση', 'Δεν χρειάζεται πλέον'])
  if (name === 'park') return 'Αναμονή για στοιχεία τιμολόγησης'
  return null
}

/** Returns the entry for a new customer. */
export const entryOfCustomer = ({ id, name, created }: DemoCustomer): HistoryEntry => ({
  time: created,
  by: 'user@kerino.demo',
  command: 'customers.create-customer',
  entity: 'customers',
  id,
  changes: { name: [null, name] },
  note: null,
})

/** Returns the entry for a planned shipment, and the one for its end if it is finished. */
export function entriesOfShipment({ id, driver, driverName, planned, finished, stops }: DemoShipment): HistoryEntry[] {
  const orders = stops.map(({ order }) => order.id)
  const shipment = { entity: 'shipments', id, note: null } as const
  const office: DemoEmail = 'operations@kerino.demo'
  const start: HistoryEntry = {
    ...shipment,
    time: planned,
    by: office,
    command: 'shipping.plan-shipment',
    changes: { status: [null, 'PENDING'], driver: [null, driverName], orders: [null, orders] },
  }
  if (finished === null) return [start]
  const end: HistoryEntry = {
    ...shipment,
    time: finished,
    by: driver ?? office,
    command: 'shipping.finish-shipment',
    changes: { status: ['PENDING', 'DONE'] },
  }
  return [start, end]
}

/** Returns the entries of a payment, for the history of the customer and of the order. */
export function entriesOfPayment({ order, amount, time, by }: PaymentRecord): HistoryEntry[] {
  const paid = {
    time,
    by,
    command: by === 'logistirio@kerino.demo' ? 'payments.record-payment' : 'payments.collect-payment',
    changes: { payment: [null, toNumber(amount, PLACES.cents)] },
    note: null,
  } as const
  return [
    { ...paid, entity: 'customers', id: order.customer.id },
    { ...paid, entity: 'orders', id: order.id },
  ]
}
