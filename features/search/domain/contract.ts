/** The search over everything: what a person types, and where each hit leads. */
import { z } from 'zod'
import { defineQuery, zText } from '#kernel/contract.ts'

/** Hits of one kind that are shown at most. */
export const HITS_A_KIND = 8

export const HIT_KINDS = ['order', 'customer', 'product'] as const

export const searchEverything = defineQuery('search.everything', {
  right: 'search.use',
  input: z.strictObject({ text: zText(200) }),
  output: z.object({
    hits: z.array(
      z.object({
        kind: z.enum(HIT_KINDS),
        id: z.int(),
        title: z.string(),
        subtitle: z.string(),
        /** The status of an order, the usage type of a product. */
        status: z.string().nullable(),
        to: z.string(),
      }),
    ),
  }),
})
