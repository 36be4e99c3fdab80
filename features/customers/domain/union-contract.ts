/** Declares how the VAT number of a customer in another country of the European Union is verified by VIES. */
import { z } from 'zod'
import { defineCommand, defineQuery, type OutputOf, zId } from '#kernel/contract.ts'
import { UNION_STANDINGS } from '#kernel/tax/union-vat.ts'
import { customersRights } from './rights.ts'

const zUnionVat = z.object({
  /** False if VIES does not know numbers of this customer, such as those of Greek companies. Then nothing else is known. */
  concerned: z.boolean(),
  /** The number with the code of its country. */
  number: z.string(),
  standing: z.enum(UNION_STANDINGS),
  /** The last answer, which may be too old to count; null if there was none. */
  last: z
    .object({
      valid: z.boolean(),
      askedAt: z.string(),
      name: z.string(),
      address: z.string(),
      /** The number that proves the consultation; empty if VIES gave none. */
      requestId: z.string(),
    })
    .nullable(),
})
export type UnionVat = z.output<typeof zUnionVat>

/** Returns what VIES answered last about the VAT number of a customer. It does not ask. */
export const unionVat = defineQuery('customers.union-vat', {
  right: customersRights.read,
  input: z.strictObject({ id: zId }),
  output: zUnionVat,
  about: ({ id }) => ({ customers: id }),
})

/**
 * Asks VIES for the VAT number of a customer. A stored answer is used while it counts, unless `again` is true. If VIES gives no answer
 * now, `failure` says why, and the last answer stands.
 */
export const verifyUnionVat = defineCommand('customers.verify-union-vat', {
  right: customersRights.write,
  input: z.strictObject({ id: zId, again: z.boolean().default(false) }),
  output: zUnionVat.extend({ failure: z.string().nullable() }),
})
export type VerifiedUnionVat = OutputOf<typeof verifyUnionVat>
