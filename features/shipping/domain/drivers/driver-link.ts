/** Declares how administrators say which person is a driver that shipments know only by name (C-30, C-31). */
import { z } from 'zod'
import { usersRights } from '#accounts/domain/rights.ts'
import { defineCommand, defineQuery, zId } from '#kernel/contract.ts'

/** Lists the drivers without an account: those of the settings, and those of recent shipments. */
export const driversWithoutAccount = defineQuery('shipping.drivers-without-account', {
  right: usersRights.write,
  input: z.strictObject({}),
  output: z.object({ drivers: z.array(z.string()) }),
})

/** Gives the shipments of a driver without an account to a person with the role of a driver. */
export const linkDriver = defineCommand('shipping.link-driver', {
  right: usersRights.write,
  input: z.strictObject({ userId: zId, driver: z.string().trim().min(1).max(100) }),
  output: z.object({
    /** How many shipments the person got. */
    shipments: z.int(),
  }),
})
