/** Declares the comparison of the company's documents with those of the tax office. */
import { z } from 'zod'
import { defineCommand, type OutputOf } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { invoicingRights } from '../rights.ts'
import { DIFFERENCES } from './differences.ts'

/** The most days that are compared at once. */
export const MOST_DAYS = 31
/** The most differences that are listed. All are counted. */
export const MOST_LISTED = 200

/** Asks the tax office for its documents of some days, and compares them with those here. It changes nothing on either side. */
export const compareDocuments = defineCommand('invoicing.compare-documents', {
  right: invoicingRights.invoice,
  input: z.strictObject({ from: zDay, to: zDay }),
  output: z.object({
    /** How many documents each side has. */
    ours: z.int(),
    theirs: z.int(),
    count: z.int(),
    differences: z.array(
      z.object({
        kind: z.enum(DIFFERENCES),
        /** The order of the document here; null if there is none. */
        orderId: z.int().nullable(),
        note: z.boolean(),
        mark: z.string().nullable(),
        type: z.string(),
        series: z.string(),
        number: z.string(),
        day: z.string(),
        /** The totals in cents; null on the side that lacks the document. */
        ourTotal: z.int().nullable(),
        theirTotal: z.int().nullable(),
      }),
    ),
  }),
})
export type Compared = OutputOf<typeof compareDocuments>
