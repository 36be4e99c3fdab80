/** What a session shows to an administrator who sees the product as a role. */
import { z } from 'zod'
import { defineQuery, zId } from '#kernel/contract.ts'
import { ROLES } from '#kernel/rights.ts'
import { roleRights } from './rights.ts'

/** The role that is seen, and the name of the person whose records are shown; null for a role that shows those of the company. */
export const zSeen = z.object({ role: z.enum(ROLES), name: z.string().nullable() })
export type Seen = z.output<typeof zSeen>

/** Roles that see only their own records, so a person must be chosen. */
export const OWN_RECORDS = ['driver', 'section'] as const

export const seeAsInput = z.strictObject({ role: z.enum(ROLES), userId: zId.nullable() })
export const seeAsOutput = z.object({ landing: z.string() })
export const endSeeingOutput = z.object({ ended: z.literal(true) })

/** Lists the people who act as one of the roles with records of their own. */
export const seenPeople = defineQuery('rights.seen-people', {
  right: roleRights.write,
  input: z.strictObject({}),
  output: z.object({ people: z.array(z.object({ id: z.int(), role: z.enum(OWN_RECORDS), name: z.string() })) }),
})
