/** Declares the names, inputs and outputs of the till: its line, closing, reopening, and deposits at the bank. */
import { z } from 'zod'
import { defineCommand, defineQuery, zId, zName, zOptionalText, zText } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents } from '#kernel/money.ts'
import { cashDeskRights } from './rights.ts'
import { MOST_PIECES, PIECES, type Pieces } from './till.ts'

/** The topic of which open pages are notified when the till is closed, reopened or emptied. */
export const TILL_TOPIC = 'till-closings'
export const DEPOSITS_TOPIC = 'till-deposits'

const zPieces = z
  .strictObject(Object.fromEntries(PIECES.map((value) => [String(value), z.int().min(0).max(MOST_PIECES).optional()])))
  .transform((pieces) => pieces as Pieces)

const zClosing = z.object({
  id: z.int(),
  day: zDay,
  expected: zCents,
  counted: zCents,
  /** How many pieces of each value in cents. */
  pieces: z.record(z.string(), z.int()),
  note: z.string(),
  userName: z.string(),
  closedAt: z.string(),
  reopenedAt: z.string().nullable(),
  reopenedName: z.string().nullable(),
  reopenReason: z.string().nullable(),
})
export type TillClosing = z.output<typeof zClosing>

const zDeposit = z.object({
  id: z.int(),
  day: zDay,
  amount: zCents,
  bankName: z.string(),
  slip: z.string(),
  note: z.string(),
  userName: z.string(),
  /** The deposit that this counter-entry cancels. */
  cancelsId: z.int().nullable(),
  cancelled: z.boolean(),
})
export type TillDeposit = z.output<typeof zDeposit>

/** The number of closings and of deposits that the page shows. */
export const SHOWN_MOVEMENTS = 20

/**
 * Returns where all cash is now. `till` and `line` are null if the company hides them until the till is counted, and the person may
 * not reopen it.
 */
export const tillNow = defineQuery('cash-desk.till', {
  right: cashDeskRights.read,
  input: z.strictObject({}),
  output: z.object({
    today: zDay,
    till: zCents.nullable(),
    line: z
      .object({ taken: zCents, drivers: zCents, till: zCents, bank: zCents, missing: zCents, unexplained: zCents })
      .nullable(),
    /** The drivers with cash: what they carry, and what they handed over and the office has not counted yet. */
    drivers: z.array(z.object({ name: z.string(), carried: zCents, handedOver: zCents })),
    /** The last closed day, or null. */
    closedUntil: zDay.nullable(),
    closings: z.array(zClosing),
    deposits: z.array(zDeposit),
  }),
})

/**
 * Returns what the till should hold at the end of a day. The page asks it after the count. Refused to people from whom the company
 * hides it: they close the day without it.
 */
export const expectedTill = defineQuery('cash-desk.expected-till', {
  right: cashDeskRights.close,
  input: z.strictObject({ day: zDay }),
  output: z.object({ expected: zCents }),
})

/**
 * Closes a day and every day before it with the counted pieces. A difference needs a reason. The answer has the expected amount,
 * which the count no longer follows.
 */
export const closeDay = defineCommand('cash-desk.close-day', {
  right: cashDeskRights.close,
  input: z.strictObject({
    day: zDay,
    pieces: zPieces,
    /**
     * The expected amount that the person saw. If the till holds another one meanwhile, the closing is refused. Null if the company
     * hides it from the person.
     */
    seenExpected: zCents.nullable(),
    note: zOptionalText(500),
  }),
  output: z.object({ id: z.int(), expected: zCents, counted: zCents }),
})

/** Reopens the last closed day. */
export const reopenDay = defineCommand('cash-desk.reopen-day', {
  right: cashDeskRights.reopen,
  input: z.strictObject({ id: zId, reason: zText(500).refine((text) => text !== '', { message: 'required' }) }),
  output: z.object({ id: z.int() }),
})

/** Records cash that was brought from the till to the bank. */
export const depositCash = defineCommand('cash-desk.deposit-cash', {
  right: cashDeskRights.close,
  input: z.strictObject({
    amount: zCents,
    /** Today if left out. */
    day: zDay.optional(),
    bankName: zName(200).default(''),
    slip: zText(100).default(''),
    note: zText(500).default(''),
  }),
  output: z.object({ id: z.int() }),
})

/** Cancels a deposit by a counter-entry, dated its own day while that day is open, else today. */
export const cancelDeposit = defineCommand('cash-desk.cancel-deposit', {
  right: cashDeskRights.close,
  input: z.strictObject({ id: zId, reason: zText(500).refine((text) => text !== '', { message: 'required' }) }),
  output: z.object({ id: z.int() }),
})
