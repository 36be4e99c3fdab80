/** The loans of the demo company: lent glasses, and their return and washing. */
import type { DemoEmail } from './accounts.ts'
import { at, type Calendar, dayOffset, type Time } from './calendar.ts'
import type { DemoProduct } from './goods/catalogue.ts'
import type { Dice } from './dice.ts'
import type { movementsOf, Washing } from './ledger.ts'
import type { DemoOrder } from './orders.ts'

export type LoanRecord = {
  readonly bound: 'INBOUND' | 'OUTBOUND'
  readonly origin: 'order' | 'driver' | 'laundry'
  readonly order: DemoOrder
  /** True if the record refers to the order and not only to its customer. */
  readonly ofOrder: boolean
  readonly product: DemoProduct
  readonly quantity: number
  readonly note: string | null
  readonly by: DemoEmail
  readonly time: Time
  /** The washing of returned pieces, or null. */
  readonly washing: Washing | null
}

/** In one return of this many a piece is broken. */
const BROKEN_EVERY = 7

type Washed = ReturnType<typeof movementsOf>

const brokenOf = (pieces: number, place: number): number => (pieces > 10_000 && place % BROKEN_EVERY === 0 ? 10_000 : 0)

/** Returns the loans of the orders, the returns of the customers, and the stock movements of washed pieces. */
export function loansOf(
  dice: Dice,
  calendar: Calendar,
  orders: readonly DemoOrder[],
  carrierOf: (order: DemoOrder) => DemoEmail,
): { loans: LoanRecord[]; washed: Washed } {
  const loans: LoanRecord[] = []
  const washed: Washed = []
  for (const order of orders) {
    const packed = order.course.timeOf('PACKAGED')
    if (packed === null) continue
    for (const { product, quantity } of order.loans) {
      const loan = { order, product, note: null, washing: null }
      loans.push({
        ...loan,
        bound: 'OUTBOUND',
        origin: 'order',
        ofOrder: true,
        quantity,
        by: 'operations@kerino.demo',
        time: packed,
      })
      const canceled = order.course.timeOf('CANCELED')
      if (canceled !== null) {
        loans.push({
          ...loan,
          bound: 'INBOUND',
          origin: 'order',
          ofOrder: true,
          quantity,
          by: 'user@kerino.demo',
          time: canceled,
        })
      }
      const delivered = order.course.timeOf('SHIPPED')
      if (delivered === null || dayOffset(delivered) > -15 || !dice.chance(55)) continue
      const back = calendar.workday(Math.min(-1, dayOffset(delivered) + dice.int(10, 35)))
      const pieces = Math.max(1, Math.round((quantity / 10_000) * dice.pick([0.5, 0.75, 1, 1]))) * 10_000
      const driver = order.customer.near && dice.chance(75)
      const clean = calendar.workday(back + dice.int(2, 4))
      const washing: Washing = {
        id: 0,
        closed: clean > back && clean <= -1 ? at(clean, 15, dice.int(0, 50)) : null,
        broken: brokenOf(pieces, loans.length),
      }
      loans.push({
        ...loan,
        bound: 'INBOUND',
        origin: driver ? 'driver' : 'laundry',
        ofOrder: false,
        quantity: pieces,
        note: driver ? 'Παραλαβή από τον οδηγό' : 'Επιστροφή με μεταφορική',
        by: driver ? carrierOf(order) : 'operations@kerino.demo',
        time: at(back, 13, dice.int(0, 50)),
        washing,
      })
      if (washing.closed !== null) {
        const { closed: time, broken } = washing
        const note = order.customer.label
        washed.push({ product, quantity: pieces - broken, reason: 'washed', order: null, note, time, washing })
      }
    }
  }
  return { loans: loans.toSorted((a, b) => a.time - b.time), washed }
}

/** Returns movements for broken pieces that were missing in a stock count. */
export function breakages(dice: Dice, calendar: Calendar, products: readonly DemoProduct[]): Washed {
  return dice
    .sample(
      products.filter(({ lendable }) => lendable),
      5,
    )
    .map((product) => ({
      product,
      quantity: -dice.int(1, 4) * 10_000,
      reason: 'counted',
      order: null,
      note: 'Σπασμένα, βρέθηκαν στην απογραφή',
      time: at(calendar.workday(-dice.int(10, 80)), 15, 55),
    }))
}
