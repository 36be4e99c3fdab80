/** Declares the comparison of the company's documents with those of the tax office. */
import { z } from 'zod'
import { defineCommand, defineQuery, type OutputOf, zId, zText } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { invoicingRights } from '../rights.ts'
import { DIFFERENCES } from './differences.ts'

/** The most days that are compared at once. */
export const MOST_DAYS = 31
/** The most differences that one comparison stores and the page shows. All are counted. */
export const MOST_LISTED = 200
/** The number of comparisons on the page. */
export const SHOWN_COMPARISONS = 40

/** The topic of which open pages are notified when documents were compared. */
export const COMPARISONS_TOPIC = 'document-comparisons'

/**
 * Asks the tax office for its documents of some days, compares them with those here, and stores the differences of these days. It changes
 * no document on either side.
 */
export const compareDocuments = defineCommand('invoicing.compare-documents', {
  right: invoicingRights.invoice,
  input: z.strictObject({ from: zDay, to: zDay }),
  output: z.object({
    /** How many documents each side has. */
    ours: z.int(),
    theirs: z.int(),
    /** The number of differences. */
    count: z.int(),
  }),
})

/** What is stored of a difference. */
export const zDifferenceContent = z.object({
  /** The order of the document here; null if there is none. */
  orderId: z.int().nullable(),
  note: z.boolean(),
  /** The delivery note here and its shipment; null for other documents, and if there is none here. */
  noteId: z.int().nullable(),
  shipmentId: z.int().nullable(),
  /** True if the document here is an invoice, and no credit note. */
  invoice: z.boolean(),
  mark: z.string().nullable(),
  type: z.string(),
  series: z.string(),
  number: z.string(),
  day: z.string(),
  /** The totals in cents; null on the side that lacks the document. */
  ourTotal: z.int().nullable(),
  theirTotal: z.int().nullable(),
})
export type DifferenceContent = z.output<typeof zDifferenceContent>

/** Returns the last comparisons, the newest first, and the differences that they found, those without an explanation first. */
export const comparisons = defineQuery('invoicing.comparisons', {
  right: invoicingRights.invoice,
  input: z.strictObject({}),
  output: z.object({
    /** False if no account of the company at the tax office is stored. */
    known: z.boolean(),
    /** The number of stored differences without an explanation. */
    open: z.int(),
    runs: z.array(
      z.object({
        id: z.int(),
        from: zDay,
        to: zDay,
        at: z.string(),
        by: z.string(),
        /** Null if the days were never compared. */
        counts: z.object({ ours: z.int(), theirs: z.int(), differing: z.int() }).nullable(),
        failure: z.string().nullable(),
      }),
    ),
    differences: z.array(
      zDifferenceContent.extend({
        id: z.int(),
        kind: z.enum(DIFFERENCES),
        foundAt: z.string(),
        explained: z.object({ by: z.string(), reason: z.string() }).nullable(),
      }),
    ),
  }),
})
export type Comparisons = OutputOf<typeof comparisons>
export type ShownDifference = Comparisons['differences'][number]

/** Stores why a difference is right as it is, such as a document that another program issued. It is then no longer notified. */
export const explainDifference = defineCommand('invoicing.explain-difference', {
  right: invoicingRights.settle,
  input: z.strictObject({ id: zId, reason: zText(500) }),
  output: z.object({ id: z.int() }),
})
