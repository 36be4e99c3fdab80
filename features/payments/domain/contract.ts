/** Names, inputs and outputs of payments. */
import { z } from 'zod'
import { defineCommand, defineQuery, zDeviceMoment, zId, zOptionalText, zText } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents } from '#kernel/money.ts'
import { PAYMENT_BOUNDS, PAYMENT_TYPES } from './payment.ts'
import { paymentsRights } from './rights.ts'

/** Money that was counted: never below zero. */
const zCounted = zCents.refine((counted) => counted >= 0)

const recorded = z.object({ id: z.int(), balance: zCents })

/** Cash taken from a customer, at the door or at the desk. */
export const collectPayment = defineCommand('payments.collect-payment', {
  right: paymentsRights.collect,
  input: z.strictObject({
    customerId: zId,
    amount: zCents,
    receiptNumber: zText(100).default(''),
    orderId: zId.optional(),
    /** The day it was taken, when it is told later; today when left out, a week ago at most. */
    takenOn: zDay.optional(),
    /** When it was taken, by the phone: a driver whose order has left his round since then still tells of its cash. */
    doneAt: zDeviceMoment.optional(),
    /** A negative amount is meant; without this it is asked about. A driver's is refused all the same. */
    confirmNegative: z.boolean().default(false),
  }),
  output: recorded,
})

/** Any payment, written at a desk or by a program. */
export const recordPayment = defineCommand('payments.record-payment', {
  right: paymentsRights.write,
  input: z.strictObject({
    bound: z.enum(PAYMENT_BOUNDS),
    type: z.enum(PAYMENT_TYPES),
    amount: zCents,
    date: zDay,
    customerId: zId,
    series: zText(60).default(''),
    /** The account; that of the type when left out. */
    refcode: zOptionalText(20),
    bankName: zText(200).default(''),
    expireDate: zDay.nullable().default(null),
    issuer: zText(200).default(''),
    iban: zText(50).default(''),
    receiptCode: zText(100).default(''),
    orderId: zId.nullable().default(null),
    confirmNegative: z.boolean().default(false),
  }),
  output: recorded,
})

/** What a customer owes, its parts, and the latest payment (ruling C-05). A driver may ask about the customers on his truck. */
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
    lastPayment: z.object({ id: z.int(), date: z.string(), amount: zCents }).nullable(),
  }),
})

const zCashPayment = z.object({
  id: z.int(),
  customerName: z.string(),
  amount: zCents,
  receiptNumber: z.string(),
  orderId: z.int().nullable(),
  date: z.string(),
})

const zHandover = z.object({
  id: z.int(),
  userName: z.string(),
  status: z.enum(['HANDED-OVER', 'RECEIVED']),
  /** What was booked. */
  amount: zCents,
  /** What the driver counted, and his words about a difference. */
  counted: zCents,
  note: z.string(),
  created: z.string(),
  /** What the office counted. */
  received: zCents.nullable(),
  receivedNote: z.string(),
  receivedBy: z.string(),
  receivedAt: z.string().nullable(),
})
export type CashHandover = z.output<typeof zHandover>

const zHandoverOfDriver = zHandover.extend({
  /** What an open hand-over is made of, to be held against the money; empty once it was received. */
  payments: z.array(zCashPayment),
})
export type HandoverOfDriver = z.output<typeof zHandoverOfDriver>

/** The cash the person who asks has taken and not yet handed over, and the hand-overs of the last days. */
export const cashCarried = defineQuery('payments.cash-carried', {
  right: paymentsRights.collect,
  input: z.strictObject({}),
  output: z.object({ amount: zCents, payments: z.array(zCashPayment), handovers: z.array(zHandover) }),
})

/** Hands over all cash that the person carries; a difference to what was booked needs words. */
export const handOverCash = defineCommand('payments.hand-over-cash', {
  right: paymentsRights.collect,
  input: z.strictObject({ counted: zCounted, note: zOptionalText(500) }),
  output: z.object({ id: z.int(), amount: zCents, counted: zCents }),
})

/** The office has counted what a driver brought; a difference to what he counted needs words. */
export const receiveCash = defineCommand('payments.receive-cash', {
  right: paymentsRights.write,
  input: z.strictObject({ id: zId, received: zCounted, note: zOptionalText(500) }),
  output: z.object({ id: z.int(), received: zCents }),
})

/** Who carries cash, and what was handed over and when; open hand-overs first. */
export const cashOfDrivers = defineQuery('payments.cash-of-drivers', {
  right: paymentsRights.read,
  input: z.strictObject({}),
  output: z.object({
    carriers: z.array(z.object({ userId: z.int(), name: z.string(), amount: zCents, payments: z.int() })),
    handovers: z.array(zHandoverOfDriver),
  }),
})
