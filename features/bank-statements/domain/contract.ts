/** Declares the import of bank statements: the upload, the lines with their proposals, and what is done with a line. */
import { z } from 'zod'
import { paymentsRights } from '#features/payments/domain/rights.ts'
import { PARTY_KINDS } from '#features/payments/domain/office-contract.ts'
import { defineCommand, defineQuery, zFileName, zId, zName, zRefusal, zText } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents, zDecimalSign } from '#kernel/money.ts'
import { BANK_COLUMNS, MOST_COLUMNS } from './bank-line.ts'
import { BOOKED_REASONS } from './booked.ts'
import { REASONS } from './proposal.ts'

const right = paymentsRights.write

/** So many rows that are no movements are named after the upload. */
export const MOST_LEFT_OUT = 20

/**
 * Stores the lines of a file, which is the body. Lines that an earlier file had are counted and not stored again. What a person says about the
 * account and the columns of a CSV or Excel file is remembered for the bank.
 */
export const readStatement = defineCommand('bank-statements.read-file', {
  right,
  input: z.strictObject({
    name: zFileName,
    bankName: zName(200).refine((name) => name !== '', { message: 'required' }),
    /** The company's own account, if the file does not name it. */
    iban: zText(50).default(''),
    /** What the columns of the CSV or Excel file contain, and the line of its headings. Both come from the refusal that asked for them. */
    columns: z.array(z.enum(BANK_COLUMNS).nullable()).max(MOST_COLUMNS).optional(),
    headingsLine: z.int().min(1).max(1_000_000).optional(),
    /** The decimal sign of the amounts, if the refusal asked for it. */
    decimalSign: zDecimalSign.optional(),
  }),
  output: z.object({
    added: z.int(),
    known: z.int(),
    /** The first rows with an amount that are no movements, such as one of totals, by their line and their first cell. */
    leftOut: z.array(z.object({ line: z.int(), text: z.string() })).readonly(),
  }),
})

const zProposal = z.object({
  kind: z.enum(PARTY_KINDS),
  id: z.int(),
  name: z.string(),
  score: z.int(),
  reasons: z.array(z.enum(REASONS)).readonly(),
  settles: z.array(z.object({ id: z.int(), reference: z.string(), cents: zCents })).readonly(),
  matched: z.boolean(),
})

const zBooked = z.object({
  paymentId: z.int(),
  name: z.string(),
  day: zDay,
  reference: z.string(),
  reasons: z.array(z.enum(BOOKED_REASONS)).readonly(),
  fits: z.boolean(),
})

export const LINE_STATES = ['open', 'accepted', 'skipped'] as const
export type LineState = (typeof LINE_STATES)[number]

const zLine = z.object({
  id: z.int(),
  day: zDay,
  amount: zCents,
  name: z.string(),
  iban: z.string(),
  text: z.string(),
  reference: z.string(),
  bankName: z.string(),
  state: z.enum(LINE_STATES),
  /** `existed` is true if the payment was recorded before, so that the line only names it. */
  payment: z.object({ id: z.int(), name: z.string(), existed: z.boolean() }).nullable(),
  skipReason: z.string(),
  doneBy: z.string(),
  /** The payments that the line may already be, and the parties whose new payment it may be. `answersOf` says which comes first. */
  booked: z.array(zBooked).readonly(),
  proposals: z.array(zProposal).readonly(),
  /** The first answer has a clear lead. */
  chosen: z.boolean(),
  /** It is so likely that it can be accepted together with others. */
  sure: z.boolean(),
})
export type StatementLine = z.output<typeof zLine>

/** The most lines that one page shows. */
export const MOST_LINES = 250

/** Returns the lines of one state with their proposals: open ones oldest first, others latest first. */
export const listLines = defineQuery('bank-statements.lines', {
  right: paymentsRights.read,
  input: z.strictObject({ state: z.enum(LINE_STATES).default('open') }),
  output: z.object({
    rows: z.array(zLine),
    more: z.boolean(),
    /** How many lines have each state, at most `MOST_COUNTED` and one more. */
    counts: z.object({ open: z.int(), accepted: z.int(), skipped: z.int() }),
  }),
})

/** Returns what is remembered of a bank's files, to fill the form of the upload. */
export const bankLayouts = defineQuery('bank-statements.layouts', {
  right,
  input: z.strictObject({}),
  output: z.object({ layouts: z.array(z.object({ bankName: z.string(), iban: z.string() })) }),
})

/** A new payment of a party, with what it settles. */
const zNewPayment = z.strictObject({
  id: zId,
  kind: z.enum(PARTY_KINDS),
  partyId: zId,
  /** What a person or the proposal matches; empty to leave it to the oldest documents. */
  matches: z
    .array(z.strictObject({ documentId: zId, cents: zCents.refine((part) => part > 0) }))
    .max(200)
    .refine((all) => new Set(all.map(({ documentId }) => documentId)).size === all.length),
  /** Confirms that it is a further payment, although an equal one exists (C-95). */
  confirmEqual: z.boolean().default(false),
})
/** A payment that is recorded already (C-95). */
const zExisting = z.strictObject({ id: zId, paymentId: zId })

/**
 * Makes payments of lines, with what they settle, or names the payment that a line already is. A line that is not open any more is refused
 * alone, and counted among many. Among many a line whose payment is refused stays open, with the reason, and the others are accepted.
 */
export const acceptLines = defineCommand('bank-statements.accept', {
  right,
  input: z.strictObject({
    lines: z
      .array(z.union([zNewPayment, zExisting]))
      .min(1)
      .max(MOST_LINES)
      .refine((all) => new Set(all.map(({ id }) => id)).size === all.length),
  }),
  output: z.object({
    accepted: z.array(z.int()),
    refused: z.array(z.object({ id: z.int(), refusal: zRefusal })),
    already: z.int(),
  }),
})

/** Sets a line aside, with the reason why it becomes no payment. */
export const skipLine = defineCommand('bank-statements.skip', {
  right,
  input: z.strictObject({ id: zId, reason: zName(500).refine((reason) => reason !== '', { message: 'required' }) }),
  output: z.object({ id: z.int() }),
})

/** Opens lines again. Payments that were made of them are cancelled by counter-entries with the reason (C-71); those that existed stay. */
export const reopenLines = defineCommand('bank-statements.reopen', {
  right,
  input: z.strictObject({
    ids: z
      .array(zId)
      .min(1)
      .max(MOST_LINES)
      .refine((all) => new Set(all).size === all.length),
    reason: zName(500).refine((reason) => reason !== '', { message: 'required' }),
  }),
  output: z.object({ reopened: z.int() }),
})
