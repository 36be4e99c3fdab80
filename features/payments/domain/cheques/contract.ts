/** Declares the register of cheques that customers gave us, and of those that we gave. */
import { z } from 'zod'
import { defineCommand, defineQuery, zId, zName } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents } from '#kernel/money.ts'
import { paymentsRights } from '../rights.ts'
import { CHEQUE_STATES, PLAIN_MOVES } from './cheque.ts'

/** The most cheques that the register shows. */
export const MOST_SHOWN_CHEQUES = 150
/** The most cheques that are moved together. */
const MOST_MOVED = 150

const zCheque = z.object({
  /** The id of its payment. */
  id: z.int(),
  expires: zDay,
  /** The Monday of the week in which it expires. */
  week: zDay,
  amount: zCents,
  bank: z.string(),
  issuer: z.string(),
  receipt: z.string(),
  customerId: z.int().nullable(),
  /** Who gave it to us, or to whom we gave it. */
  name: z.string(),
  /** True for a cheque that we gave. */
  given: z.boolean(),
  state: z.enum(CHEQUE_STATES),
  /** The provider to whom it was passed on. */
  passedTo: z.string().nullable(),
})
export type Cheque = z.output<typeof zCheque>

/** Returns cheques in some states by the day on which they expire, with the sum of each week. */
export const chequeRegister = defineQuery('payments.cheques', {
  right: paymentsRights.read,
  input: z.strictObject({
    /** Cheques that we gave, and not those that customers gave us. */
    given: z.boolean().default(false),
    states: z.array(z.enum(CHEQUE_STATES)).min(1).max(CHEQUE_STATES.length),
    /** Only cheques that expire until this day. */
    until: zDay.optional(),
  }),
  output: z.object({
    rows: z.array(zCheque),
    weeks: z.array(z.object({ week: zDay, count: z.int(), amount: zCents })),
    /** True if later cheques are left out. The sums contain them. */
    more: z.boolean(),
    /** How many of these cheques each state has, of all days. States without cheques are left out. */
    counts: z.record(z.string(), z.int()),
  }),
})

/** Deposits, cashes or takes back cheques: all of them, or none if one cannot be moved. */
export const moveCheques = defineCommand('payments.move-cheques', {
  right: paymentsRights.write,
  input: z.strictObject({ ids: z.array(zId).min(1).max(MOST_MOVED), move: z.enum(PLAIN_MOVES) }),
  output: z.object({ moved: z.int() }),
})

/** Passes a cheque on to a provider, which is an Outbound payment with the same cheque. */
export const passCheque = defineCommand('payments.pass-cheque', {
  right: paymentsRights.write,
  input: z.strictObject({ id: zId, providerId: zId }),
  output: z.object({ id: z.int(), paymentId: z.int() }),
})

/** Notes that a cheque bounced. A counter-entry of today restores what was owed. */
export const bounceCheque = defineCommand('payments.bounce-cheque', {
  right: paymentsRights.write,
  input: z.strictObject({ id: zId, reason: zName(500).pipe(z.string().min(1)) }),
  output: z.object({ id: z.int(), counterId: z.int() }),
})

/** Returns what would be due again if a cheque bounced. */
export const bouncePreview = defineQuery('payments.bounce-preview', {
  right: paymentsRights.read,
  input: z.strictObject({ id: zId }),
  output: z.object({
    amount: zCents,
    /** Orders with what would be due again of each. */
    orders: z.array(z.object({ id: z.int(), due: zCents })),
    /** The provider to whom we would owe the amount again. */
    passedTo: z.string().nullable(),
    /** To whom we gave the cheque and would owe the amount again; null for a cheque of a customer. */
    owedTo: z.string().nullable(),
  }),
})
