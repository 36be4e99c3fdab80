/** Declares the matching of payments to orders and inbound invoices. */
import { z } from 'zod'
import { defineCommand, defineQuery, zId, zRefusal } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents } from '#kernel/money.ts'
import { CASH_WARNINGS } from '#kernel/tax/cash-limit.ts'
import { PARTY_KINDS } from './office-contract.ts'
import { PAYMENT_TYPES } from './payment.ts'
import { paymentsRights } from './rights.ts'

/** A payment settles at most so many documents by hand. */
const MOST_MATCHES = 200

/**
 * Replaces what is matched of a payment by hand. What the list leaves of the payment settles the oldest documents; an empty
 * list leaves all of it to that.
 */
export const matchPayment = defineCommand('payments.match-payment', {
  right: paymentsRights.write,
  input: z.strictObject({
    id: zId,
    matches: z
      .array(z.strictObject({ documentId: zId, cents: zCents.refine((part) => part > 0) }))
      .max(MOST_MATCHES)
      .refine((all) => new Set(all.map(({ documentId }) => documentId)).size === all.length),
  }),
  output: z.object({ id: z.int(), unmatched: zCents }),
})

const zDocument = z.object({
  id: z.int(),
  date: zDay,
  /** The code of an order or the number of an invoice. */
  reference: z.string(),
  total: zCents,
  /** What the payment can settle at most: the total without what other payments are matched to by hand. */
  most: zCents,
  /** What the payment settles now, and whether a person decided that. */
  cents: zCents,
  byHand: z.boolean(),
  /** What is open after all payments. */
  open: zCents,
  /** What the law says of cash on the document; null for other payments too. */
  cashLimit: z.enum(CASH_WARNINGS).nullable(),
})
export type MatchDocument = z.output<typeof zDocument>

/** Returns a payment with the documents that it settles or could settle, oldest first. */
export const paymentMatching = defineQuery('payments.matching', {
  right: paymentsRights.read,
  input: z.strictObject({ id: zId }),
  output: z.object({
    id: z.int(),
    kind: z.enum(PARTY_KINDS),
    amount: zCents,
    /** What of the payment settles nothing. */
    unmatched: zCents,
    byHand: zCents,
    /** Why the payment cannot be matched; null if it can. */
    closed: zRefusal.nullable(),
    documents: z.array(zDocument),
    /** True if there are more documents than are shown. */
    more: z.boolean(),
  }),
})

/** The most documents of a payment, and the most payments of a party, that are shown. */
export const MOST_SHOWN = 100

/** Returns the payments of a customer or provider that no person has matched in full, newest first, and the sums that are open. */
export const partyMatching = defineQuery('payments.party-matching', {
  right: paymentsRights.read,
  input: z.strictObject({ kind: z.enum(PARTY_KINDS), id: zId }),
  output: z.object({
    payments: z.array(
      z.object({
        id: z.int(),
        date: zDay,
        type: z.enum(PAYMENT_TYPES).nullable(),
        reference: z.string(),
        amount: zCents,
        byHand: zCents,
        /** What of it settles nothing. */
        unmatched: zCents,
      }),
    ),
    more: z.boolean(),
    unmatched: zCents,
    owed: zCents,
  }),
})
