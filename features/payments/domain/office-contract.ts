/** Declares what the office does with payments: the form, the list, one payment, cancelling, and the receipt. */
import { z } from 'zod'
import { zMailText } from '#features/mail/domain/contract.ts'
import { defineCommand, definePaper, defineQuery, zId, zName } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents } from '#kernel/money.ts'
import { field, orNone } from '#kernel/records/fields.ts'
import { defineList } from '#kernel/records/list.ts'
import { zCashParty, zNamedDocuments } from './contract.ts'
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
    /** What the law of cash needs to know of the party; null for a salesperson. */
    cash: zCashParty.nullable(),
    /** The order that is paid, if one is, as the law of cash needs to know it. */
    named: zNamedDocuments,
    balance: zCents,
    lastPayment: z.object({ id: z.int(), date: z.string(), amount: zCents }).nullable(),
    banks: z.array(z.string()),
    series: z.object({ Inbound: z.string(), Outbound: z.string() }),
  }),
})

/** A payment stands, or it is cancelled, or it cancels another one. */
const PAYMENT_STATES = ['standing', 'cancelled', 'counter-entry'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** The list of payments. Its sums add the signed amounts; a cancelled payment and its counter-entry add up to zero. */
export const paymentList = defineList('payments', {
  feature: 'payments',
  right,
  queries: { list: 'payments.list', count: 'payments.count', sums: 'payments.sums' },
  size: 50,
  page: '/payment-overview/$id',
  columns: {
    date: field.day({ word: 'field.date', sort: true, filter: true, width: 110 }),
    entityName: field.name(200, { word: 'column.party', sort: true, filter: true, width: 240, card: 'title' }),
    type: field.choice(PAYMENT_TYPES, { words: 'type', sort: true, filter: 'many', width: 110 }),
    bound: field.choice(PAYMENT_BOUNDS, { words: 'bound', word: 'field.bound', sort: true, from: 760, width: 110 }),
    receiptCode: field.text(100, { word: 'field.receiptCode', filter: true, from: 900, width: 130 }),
    /** Negative for Outbound: what the payment adds to the money of the company. */
    amount: field.money({ word: 'field.amount', sort: true, sum: true, filter: true, card: 'end', width: 130 }),
    state: field.choice(PAYMENT_STATES, { words: 'state', from: 980 }),
    series: field.text(60, { word: 'field.series', from: 1120, width: 90 }),
    refcode: field.code(20, { filter: true, from: 1120, width: 100 }),
    bankName: field.name(200, { word: 'field.bank', hidden: true }),
    expireDate: orNone(field.day({ word: 'field.expireDate', hidden: true })),
    orderId: orNone(field.id({ word: 'column.order', hidden: true })),
    userName: field.name(200, { word: 'column.user', hidden: true }),
    id: field.id({ sort: true, filter: true, hidden: true }),
  },
  row: { customerId: z.int().nullable(), providerId: z.int().nullable() },
  filters: { customerId: zId, providerId: zId, bound: z.enum(PAYMENT_BOUNDS), state: z.enum(PAYMENT_STATES) },
})

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
