/** Declares the names, inputs and outputs of the cash desk. */
import { z } from 'zod'
import { PAYMENT_BOUNDS, PAYMENT_TYPES } from '#features/payments/domain/payment.ts'
import { defineQuery, type OutputOf } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents } from '#kernel/money.ts'
import { field } from '#kernel/records/fields.ts'
import { defineList } from '#kernel/records/list.ts'
import { DESK_TYPES } from './desk.ts'
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

/** The payments of a period. The search reads name, refcode, type, direction and amount. */
export const deskPaymentList = defineList('cash-desk-payments', {
  feature: 'cash-desk',
  right,
  queries: { list: 'cash-desk.payments', count: 'cash-desk.payments-count', sums: 'cash-desk.payments-sums' },
  size: 100,
  page: '/payment-overview/$id',
  columns: {
    date: field.day({ word: 'column.day', sort: true }),
    name: field.name(200, { column: 'entity_name', sort: true, filter: true, width: 240, card: 'title' }),
    refcode: field.code(30, { sort: true, filter: true, from: 760 }),
    type: field.choice(DESK_TYPES, { words: 'type', sort: true, filter: 'many' }),
    bound: field.choice(PAYMENT_BOUNDS, { words: 'bound', sort: true, filter: true }),
    /** Below zero for what was paid out, so that the rows add up to the sum. */
    amount: field.money({ sort: true, sum: true, filter: true, card: 'end' }),
    /** True for a cancelled payment and for the counter-entry that cancels it (C-71). */
    cancelled: field.flag({ words: 'cancelled', from: 900 }),
    receiptCode: field.text(100, { word: 'column.receipt', hidden: true }),
    userName: field.name(200, { word: 'column.user', hidden: true }),
  },
  filters: { dateFrom: zDay, dateTo: zDay },
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
