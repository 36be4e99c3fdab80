/** Declares the names, inputs and outputs of the cash desk. */
import { z } from 'zod'
import { PAYMENT_BOUNDS, PAYMENT_TYPES } from '#features/payments/domain/payment.ts'
import { countOutput, defineQuery, listInput, listOutput, type OutputOf, sumsOutput, zName } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents } from '#kernel/money.ts'
import { cashDeskRights } from './rights.ts'

const right = cashDeskRights.read

/** A period in the right order: the figures of no other one would mean anything. */
export const zDeskPeriod = z
  .strictObject({ from: zDay, to: zDay })
  .refine(({ from, to }) => from <= to, { message: 'day', path: ['to'] })

const zFlow = z.object({ inbound: zCents, outbound: zCents, net: zCents })
const zBlock = { before: zFlow, within: zFlow, upTo: zFlow }

/**
 * Returns the figures of a period: the balance before it, what came in and went out, and the balance up to its last day, for all
 * payments and by type.
 */
export const deskReport = defineQuery('cash-desk.report', {
  right,
  input: zDeskPeriod,
  output: z.object({
    ...zBlock,
    /** From 1 January of the first day until the day before it (C-54). */
    sinceNewYear: zFlow,
    types: z.array(z.object({ type: z.enum(PAYMENT_TYPES), ...zBlock })),
    /** True if the points are months, because the period is long. */
    byMonth: z.boolean(),
    /** The days or months with payments, oldest first. */
    points: z.array(z.object({ day: zDay, inbound: zCents, outbound: zCents, balance: zCents })),
    /** True if the figures leave out the cash of days whose till is open, because the company hides it from the person. */
    withoutOpenCash: z.boolean(),
  }),
})

export type DeskReport = OutputOf<typeof deskReport>

export const DESK_PAGE = 100

export const DESK_SORTS = ['date', 'name', 'refcode', 'type', 'bound', 'amount'] as const

const paymentsInput = listInput(
  {
    dateFrom: zDay,
    dateTo: zDay,
    name: zName(200),
    refcode: zName(30),
    type: z.array(z.enum(PAYMENT_TYPES)).min(1).max(PAYMENT_TYPES.length),
    bound: z.enum(PAYMENT_BOUNDS),
    amountFrom: z.int(),
    amountTo: z.int(),
  },
  DESK_SORTS,
)

const zDeskPayment = z.object({
  id: z.int(),
  date: zDay,
  name: z.string(),
  refcode: z.string(),
  type: z.enum(PAYMENT_TYPES),
  bound: z.enum(PAYMENT_BOUNDS),
  /** Below zero for what was paid out, so that the rows add up to the sum. */
  amount: zCents,
  receiptCode: z.string(),
  userName: z.string(),
  /** True for a cancelled payment and for the counter-entry that cancels it (C-71). */
  cancelled: z.boolean(),
})
export type DeskPayment = z.output<typeof zDeskPayment>

/** Returns the payments of a period. The search reads name, refcode, type, direction and amount. */
export const listDeskPayments = defineQuery('cash-desk.payments', {
  right,
  input: paymentsInput,
  output: listOutput(zDeskPayment),
})
export const countDeskPayments = defineQuery('cash-desk.payments-count', {
  right,
  input: paymentsInput,
  output: countOutput,
})
/** Sums what came in less what went out over all payments that the list finds. */
export const sumDeskPayments = defineQuery('cash-desk.payments-sums', {
  right,
  input: paymentsInput,
  output: sumsOutput,
})

/** The most days with cheques that one answer contains. */
export const MOST_CHEQUE_DAYS = 60

/** Returns the cheques that expire from a day on, by their day and direction, next first. Cancelled ones do not count. */
export const chequesByExpiry = defineQuery('cash-desk.cheques-by-expiry', {
  right,
  input: z.strictObject({ from: zDay }),
  output: z.object({
    rows: z.array(z.object({ day: zDay, inbound: zCents, outbound: zCents, count: z.int() })),
    more: z.boolean(),
  }),
})
