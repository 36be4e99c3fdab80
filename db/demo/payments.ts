/** The payments of the demo company's customers: in cash at the door, by bank transfer, by card and by cheque. */
import { type NewPayment, PAYMENT_REFCODES, type PaymentType } from '#features/payments/domain/payment.ts'
import { type Cents, cents, lineTotal, percentOf, quantity, rate, unitPrice } from '#kernel/money.ts'
import type { DemoEmail } from './accounts.ts'
import { at, type Calendar, dayOffset, type Time } from './calendar.ts'
import type { Dice } from './dice.ts'
import { iban } from './numbers.ts'
import type { DemoOrder } from './orders.ts'

export type PaymentRecord = Omit<NewPayment, 'customerId' | 'providerId' | 'orderId'> & {
  readonly order: DemoOrder
  readonly by: DemoEmail
  readonly time: Time
}

const BANKS = ['Εθνική Τράπεζα', 'Alpha Bank', 'Eurobank', 'Τράπεζα Πειραιώς'] as const
/** Smaller amounts are always paid in full. */
const SMALL: Cents = lineTotal(quantity(60_0000), unitPrice(1_0000))

const NOTHING = { series: '', bankName: '', expireDate: null, issuer: '', iban: '', receiptCode: '' } as const

/** Returns the payments of delivered orders: most are paid in full, some in part, some not yet. */
export function paymentsOf(
  dice: Dice,
  calendar: Calendar,
  orders: readonly DemoOrder[],
  carrierOf: (order: DemoOrder) => DemoEmail,
): PaymentRecord[] {
  const payments: PaymentRecord[] = []
  let receipt = 1040
  for (const order of orders) {
    const delivered = order.course.timeOf('SHIPPED')
    if (delivered === null || order.totals.total === 0) continue
    const share = dice.pickWeighted([
      [100, 64],
      [50, 14],
      [0, 22],
    ] as const)
    if (share === 0) continue
    const type = dice.pickWeighted<PaymentType>([
      ['CASH', 36],
      ['BANK', 34],
      ['CARD', 20],
      ['CHECK', 10],
    ])
    const atTheDoor = type === 'CASH' && order.customer.near
    const day = atTheDoor ? dayOffset(delivered) : Math.min(-1, dayOffset(delivered) + dice.int(1, 30))
    const total = order.totals.total
    const amount = share === 50 && total > SMALL ? percentOf(total, rate(5000)) : cents(total)
    receipt += dice.int(1, 3)
    payments.push({
      ...NOTHING,
      ...particulars(dice, calendar, type, order, day, receipt),
      bound: 'Inbound',
      type,
      amount,
      date: calendar.day(day),
      refcode: PAYMENT_REFCODES[type],
      order,
      by: atTheDoor ? carrierOf(order) : 'logistirio@kerino.demo',
      time: atTheDoor ? delivered + 240 : at(day, 12, dice.int(0, 50)),
    })
  }
  return [...payments, ...refunds(dice, calendar, payments)].toSorted((a, b) => a.time - b.time)
}

function particulars(
  dice: Dice,
  calendar: Calendar,
  type: PaymentType,
  order: DemoOrder,
  day: number,
  receipt: number,
): Partial<PaymentRecord> {
  switch (type) {
    case 'CASH':
    case 'CARD':
      return { series: 'Α', receiptCode: `Α-${receipt}` }
    case 'BANK':
      return { bankName: dice.pick(BANKS), iban: iban(dice), receiptCode: `ΤΡ-${receipt}` }
    case 'CHECK':
      return {
        bankName: dice.pick(BANKS),
        issuer: order.customer.name,
        expireDate: calendar.day(day + dice.int(30, 90)),
      }
  }
}

/** Returns refunds for goods that arrived broken. */
function refunds(dice: Dice, calendar: Calendar, payments: readonly PaymentRecord[]): PaymentRecord[] {
  return payments
    .filter((_, index) => index % 23 === 11)
    .map((payment) => {
      const day = Math.min(-1, dayOffset(payment.time) + 3)
      return {
        ...payment,
        ...NOTHING,
        ...particulars(dice, calendar, 'BANK', payment.order, day, 9000 + payment.order.id),
        bound: 'Outbound',
        type: 'BANK',
        amount: percentOf(payment.amount, rate(1000)),
        date: calendar.day(day),
        refcode: PAYMENT_REFCODES.BANK,
        by: 'logistirio@kerino.demo',
        time: at(day, 14, dice.int(0, 50)),
      }
    })
}
