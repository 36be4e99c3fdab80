/** Declares the search over all records: the typed text, and the page of each hit. */
import { z } from 'zod'
import { defineQuery, zName } from '#kernel/contract.ts'
import { searchRights } from './rights.ts'

/** The highest number of hits of each kind. */
export const HITS_A_KIND = 8

export const searchEverything = defineQuery('search.everything', {
  right: searchRights.use,
  input: z.strictObject({ text: zName(200) }),
  output: z.object({
    hits: z.array(
      z.object({
        /** The name of the kind of record. */
        entity: z.string(),
        id: z.int(),
        title: z.string(),
        subtitle: z.string(),
        /** The day of a document. Other kinds of records have none. */
        day: z.string().optional(),
        /** The status of an order, or the usage type of a product. */
        status: z.string().nullable(),
        to: z.string(),
      }),
    ),
  }),
})
