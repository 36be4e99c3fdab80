/** The search over everything: what a person types, and where each hit leads. */
import { z } from 'zod'
import { defineQuery, zText } from '#kernel/contract.ts'
import { searchRights } from './rights.ts'

/** Hits of one kind that are shown at most. */
export const HITS_A_KIND = 8

export const searchEverything = defineQuery('search.everything', {
  right: searchRights.use,
  input: z.strictObject({ text: zText(200) }),
  output: z.object({
    hits: z.array(
      z.object({
        /** The name of the kind of record. */
        entity: z.string(),
        id: z.int(),
        title: z.string(),
        subtitle: z.string(),
        /** A status that is shown as a badge; null for kinds that have none. */
        status: z.string().nullable(),
        to: z.string(),
      }),
    ),
  }),
})
