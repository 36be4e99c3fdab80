/** Declares the names, inputs and outputs of payments. */
import { z } from 'zod'
import { defineCommand, defineQuery, zDeviceMoment, zId, zName, zOptionalText, zText } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents } from '#kernel/money.ts'
import { CASH_WARNINGS } from '#kernel/tax/cash-limit.ts'
import { COLLECTED_TYPES, PAYMENT_BOUNDS, PAYMENT_TYPES } from './payment.ts'
import { paymentsRights } from './rights.ts'

/** An amount of counted money. It is never below zero. */
const zCounted = zCents.refine((counted) => counted >= 0)

const recorded = z.object({ id: z.int(), balance: zCents })

/** Records a payment of a customer, at the door or in the office: cash, card or cheque (C-80). */
export const collectPayment = defineCommand('payments.collect-payment', {
  right: paymentsRights.collect,
  input: z.strictObject({
    customerId: zId,
    amount: zCents,
    receiptNumber: zText(100).default(''),
    type: z.enum(COLLECTED_TYPES).default('CASH'),
    /** The bank, due day and issuer of a cheque. */
    bankName: zName(200).default(''),
    expireDate: zDay.nullable().default(null),
    issuer: zName(200).default(''),
    orderId: zId.optional(),
    /** The orders of a stop that are paid together, for what the law says of cash on them. Phones of earlier versions do not name them. */
    forOrders: z.array(zId).max(100).default([]),
    /** The day of the payment: today if left out, and at most a week ago. */
    takenOn: zDay.optional(),
    /**
     * The moment of the payment by the clock of the phone. It allows a driver to report cash of an order that has left
     * the shipment since.
     */
    doneAt: zDeviceMoment.optional(),
    /** Confirms a negative amount. Without it a negative amount is refused with a question. */
    confirmNegative: z.boolean().default(false),
  }),
  output: recorded,
})

/** Records any payment of a customer, a provider or a salesperson, by the office or an external program. */
export const recordPayment = defineCommand('payments.record-payment', {
  right: paymentsRights.write,
  input: z
    .strictObject({
      bound: z.enum(PAYMENT_BOUNDS),
      type: z.enum(PAYMENT_TYPES),
      amount: zCents,
      date: zDay,
      /** The customer, the provider or the salesperson. Exactly one of them is given. */
      customerId: zId.nullable().default(null),
      providerId: zId.nullable().default(null),
      salespersonId: zId.nullable().default(null),
      series: zText(60).default(''),
      /** The account number. The account of the payment type is used if it is left out. */
      refcode: zOptionalText(20),
      bankName: zName(200).default(''),
      expireDate: zDay.nullable().default(null),
      issuer: zName(200).default(''),
      iban: zText(50).default(''),
      receiptCode: zText(100).default(''),
      orderId: zId.nullable().default(null),
      confirmNegative: z.boolean().default(false),
      /** Confirms that a salesperson is paid more than is owed to them. */
      confirmAdvance: z.boolean().default(false),
      /** Confirms that it is a further payment, although an equal one exists (C-95). */
      confirmEqual: z.boolean().default(false),
    })
    .refine(
      (input) => [input.customerId, input.providerId, input.salespersonId].filter((id) => id !== null).length === 1,
      {
        message: 'required',
        path: ['customerId'],
      },
    ),
  output: recorded,
})

/** What the law of cash needs to know of a customer or provider (kernel/tax/cash-limit.ts). */
export const zCashParty = z.object({
  business: z.boolean(),
  open: z.array(z.object({ id: z.int(), open: zCents, cashLimit: z.enum(CASH_WARNINGS).nullable() })).readonly(),
  advance: zCents,
})

export const zNamedDocuments = z.object({
  ids: z.array(z.int()).readonly(),
  total: zCents,
  cashLimit: z.enum(CASH_WARNINGS).nullable(),
})

/**
 * Returns what a customer owes, its parts, and the latest payment (C-05). A driver may ask only for customers in their
 * own shipments.
 */
export const customerAccount = defineQuery('payments.customer-account', {
  right: paymentsRights.collect,
  input: z.strictObject({ customerId: zId }),
  output: z.object({
    customerId: z.int(),
    name: z.string(),
    balance: zCents,
    sales: zCents,
    received: zCents,
    refunded: zCents,
    opening: zCents,
    lastPayment: z.object({ id: z.int(), date: z.string(), amount: zCents }).nullable(),
    cash: zCashParty,
  }),
  about: ({ customerId }) => ({ customers: customerId }),
})

const zCashPayment = z.object({
  id: z.int(),
  customerName: z.string(),
  amount: zCents,
  receiptNumber: z.string(),
  orderId: z.int().nullable(),
  date: z.string(),
  /** When it was taken, by the clock of the phone. A phone may still keep an earlier answer without it. */
  doneAt: z.string().nullable().optional(),
})

const zHandover = z.object({
  id: z.int(),
  userName: z.string(),
  status: z.enum(['HANDED-OVER', 'RECEIVED']),
  /** The booked amount. */
  amount: zCents,
  /** The amount that the driver counted, and the explanation of a difference. */
  counted: zCents,
  note: z.string(),
  created: z.string(),
  /** The amount that the office counted, or null before that. */
  received: zCents.nullable(),
  receivedNote: z.string(),
  receivedBy: z.string(),
  receivedAt: z.string().nullable(),
})
export type CashHandover = z.output<typeof zHandover>

const zHandoverOfDriver = zHandover.extend({
  /** The payments of an open hand-over, for checking the money. Empty after it was received. */
  payments: z.array(zCashPayment),
})
export type HandoverOfDriver = z.output<typeof zHandoverOfDriver>

/** Returns the cash that the person carries, and their hand-overs of the last days. */
export const cashCarried = defineQuery('payments.cash-carried', {
  right: paymentsRights.collect,
  input: z.strictObject({}),
  output: z.object({ amount: zCents, payments: z.array(zCashPayment), handovers: z.array(zHandover) }),
})

/** Hands over all cash that the person carries. A difference from the booked amount needs an explanation. */
export const handOverCash = defineCommand('payments.hand-over-cash', {
  right: paymentsRights.collect,
  input: z.strictObject({ counted: zCounted, note: zOptionalText(500) }),
  output: z.object({ id: z.int(), amount: zCents, counted: zCents }),
})

/** Stores the amount that the office counted. A difference from the driver's count needs an explanation. */
export const receiveCash = defineCommand('payments.receive-cash', {
  right: paymentsRights.write,
  input: z.strictObject({ id: zId, received: zCounted, note: zOptionalText(500) }),
  output: z.object({ id: z.int(), received: zCents }),
})

/** Returns the drivers who carry cash, and the hand-overs, open ones first. */
export const cashOfDrivers = defineQuery('payments.cash-of-drivers', {
  right: paymentsRights.read,
  input: z.strictObject({}),
  output: z.object({
    carriers: z.array(z.object({ userId: z.int(), name: z.string(), amount: zCents, payments: z.int() })),
    handovers: z.array(zHandoverOfDriver),
  }),
})
