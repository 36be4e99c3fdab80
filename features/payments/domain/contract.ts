/** Names, inputs and outputs of payments. */
import { z } from 'zod'
import { defineCommand, defineQuery, zId, zText } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents } from '#kernel/money.ts'
import { PAYMENT_BOUNDS, PAYMENT_TYPES } from './payment.ts'

const recorded = z.object({ id: z.int(), balance: zCents })

/** Cash taken from a customer, at the door or at the desk. */
export const collectPayment = defineCommand('payments.collect-payment', {
  right: 'payments.collect',
  input: z.strictObject({
    customerId: zId,
    amount: zCents,
    receiptNumber: zText(100).default(''),
    orderId: zId.optional(),
    /** A negative amount is meant; without this it is asked about. */
    confirmNegative: z.boolean().default(false),
  }),
  output: recorded,
})

/** Any payment, written at a desk or by a program. */
export const recordPayment = defineCommand('payments.record-payment', {
  right: 'payments.write',
  input: z.strictObject({
    bound: z.enum(PAYMENT_BOUNDS),
    type: z.enum(PAYMENT_TYPES),
    amount: zCents,
    date: zDay,
    customerId: zId,
    series: zText(60).default(''),
    /** The account; that of the type when left out. */
    refcode: zText(20).optional(),
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
  right: 'payments.collect',
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
