/** Declares what the office does with payments: the form, the list, one payment, cancelling, and the receipt. */
import { z } from 'zod'
import { zMailText } from '#features/mail/domain/contract.ts'
import {
  countOutput,
  defineCommand,
  definePaper,
  defineQuery,
  listInput,
  listOutput,
  sumsOutput,
  zId,
  zName,
} from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents } from '#kernel/money.ts'
import { CASH_WARNINGS } from '#kernel/tax/cash-limit.ts'
import { PAYMENT_BOUNDS, PAYMENT_TYPES } from './payment.ts'
import { paymentsRights } from './rights.ts'

const right = paymentsRights.read

export const PARTY_KINDS = ['customers', 'providers'] as const
/** Who may be paid. Payments of salespersons settle no documents. */
const PAID_KINDS = [...PARTY_KINDS, 'salespersons'] as const

/** Returns what the form of a payment shows: the party with its balance, the banks, and the latest series of each direction, or else of the other. */
export const paymentEntry = defineQuery('payments.entry', {
  right: paymentsRights.write,
  input: z.strictObject({ kind: z.enum(PAID_KINDS), id: zId, orderId: zId.nullable().default(null) }),
  output: z.object({
    id: z.int(),
    name: z.string(),
    /** What the law of cash needs to know of the party; null for a salesperson. The open documents are the oldest ones, first. */
    cash: z
      .object({
        business: z.boolean(),
        open: z.array(z.object({ open: zCents, cashLimit: z.enum(CASH_WARNINGS).nullable() })),
      })
      .nullable(),
    /** What the law says of cash on the order that is paid. */
    cashLimit: z.enum(CASH_WARNINGS).nullable(),
    balance: zCents,
    lastPayment: z.object({ id: z.int(), date: z.string(), amount: zCents }).nullable(),
    banks: z.array(z.string()),
    series: z.object({ Inbound: z.string(), Outbound: z.string() }),
  }),
})

export const PAYMENTS_PAGE = 50
export const PAYMENT_SORTS = ['date', 'id', 'entityName', 'type', 'bound', 'amount'] as const
/** A payment stands, or it is cancelled, or it cancels another one. */
export const PAYMENT_STATES = ['standing', 'cancelled', 'counter-entry'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

export const paymentListInput = listInput(
  {
    id: zName(20),
    entityName: zName(200),
    customerId: zId,
    providerId: zId,
    bound: z.enum(PAYMENT_BOUNDS),
    type: z.array(z.enum(PAYMENT_TYPES)).min(1).max(PAYMENT_TYPES.length),
    receiptCode: zName(100),
    refcode: zName(20),
    state: z.enum(PAYMENT_STATES),
    dateFrom: zDay,
    dateTo: zDay,
    amountFrom: z.int(),
    amountTo: z.int(),
  },
  PAYMENT_SORTS,
)

const zPaymentRow = z.object({
  id: z.int(),
  date: zDay,
  bound: z.enum(PAYMENT_BOUNDS),
  type: z.enum(PAYMENT_TYPES),
  /** Negative for Outbound: what the payment adds to the money of the company. */
  amount: zCents,
  customerId: z.int().nullable(),
  providerId: z.int().nullable(),
  entityName: z.string(),
  series: z.string(),
  receiptCode: z.string(),
  refcode: z.string(),
  bankName: z.string(),
  expireDate: zDay.nullable(),
  orderId: z.int().nullable(),
  userName: z.string(),
  state: z.enum(PAYMENT_STATES),
})

export const listPayments = defineQuery('payments.list', {
  right,
  input: paymentListInput,
  output: listOutput(zPaymentRow),
})
export const countPayments = defineQuery('payments.count', { right, input: paymentListInput, output: countOutput })
/** Sums the signed amounts of all payments of a list. A cancelled payment and its counter-entry add up to zero. */
export const sumPayments = defineQuery('payments.sums', { right, input: paymentListInput, output: sumsOutput })

const zEntry = z.object({
  id: z.int(),
  date: zDay,
  reason: z.string(),
  userName: z.string(),
  created: z.string(),
})

const zPayment = z.object({
  id: z.int(),
  bound: z.enum(PAYMENT_BOUNDS),
  type: z.enum(PAYMENT_TYPES),
  amount: zCents,
  series: z.string(),
  date: zDay,
  customerId: z.int().nullable(),
  providerId: z.int().nullable(),
  salespersonId: z.int().nullable(),
  /** The name with which the payment was recorded. */
  entityName: z.string(),
  refcode: z.string(),
  bankName: z.string(),
  expireDate: zDay.nullable(),
  issuer: z.string(),
  iban: z.string(),
  receiptCode: z.string(),
  orderId: z.int().nullable(),
  userName: z.string(),
  created: z.string(),
  /** The driver who took the cash, and the hand-over that contains it. */
  carriedBy: z.string().nullable(),
  handover: z.object({ id: z.int(), received: z.boolean() }).nullable(),
  /** The counter-entry that cancels this payment. */
  cancelledBy: zEntry.nullable(),
  /** The payment that this counter-entry cancels. */
  cancels: zEntry.nullable(),
  /** The day of the counter-entry if the payment is cancelled today. */
  counterDay: zDay,
})
export type PaymentDetail = z.output<typeof zPayment>

export const paymentDetail = defineQuery('payments.payment', {
  right,
  input: z.strictObject({ id: zId }),
  output: z.object({ payment: zPayment }),
  about: ({ id }) => ({ payments: id }),
})

/** Cancels a payment by a counter-entry with a reason (C-71). Nothing is changed or deleted. */
export const cancelPayment = defineCommand('payments.cancel-payment', {
  right: paymentsRights.write,
  input: z.strictObject({ id: zId, reason: zName(500).pipe(z.string().min(1)) }),
  output: z.object({ id: z.int(), counterId: z.int(), date: zDay }),
})

/** The receipt of a payment. */
export const paymentReceipt = definePaper('payments.receipt', {
  right,
  input: z.strictObject({ id: zId }),
  about: ({ id }) => ({ payments: id }),
})

/** Returns the initial text of a mail with the receipt. */
export const receiptDraft = defineQuery('payments.receipt-draft', {
  right: paymentsRights.write,
  input: z.strictObject({ id: zId }),
  output: z.object({ to: z.string(), subject: z.string(), body: z.string() }),
})

/** Mails the receipt as PDF. */
export const mailReceipt = defineCommand('payments.mail-receipt', {
  right: paymentsRights.write,
  input: z.strictObject({ id: zId, ...zMailText }),
  output: z.object({ mailId: z.int() }),
})
