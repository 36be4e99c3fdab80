/** Declares what people read and change of their own account. None of it can be done for another account. */
import { z } from 'zod'
import { defineCommand, defineQuery, zText } from '#kernel/contract.ts'
import { zLanding, zUserName } from '#accounts/domain/contract.ts'
import { usersRights } from '#accounts/domain/rights.ts'

export const MOST_ADDRESSES = 20

/** An extra address of a person, such as a second home (C-66). */
export const zOwnAddress = z.strictObject({
  address: zText(300).pipe(z.string().min(1)),
  postcode: zText(20),
  phone: zText(50),
  city: zText(100),
  building: zText(100),
  floor: zText(50),
})
export type OwnAddress = z.output<typeof zOwnAddress>
export const ADDRESS_FIELDS = ['address', 'postcode', 'city', 'phone', 'building', 'floor'] as const

/** Returns the own account with its extra addresses. */
export const ownProfile = defineQuery('users.own-profile', {
  right: usersRights.use,
  input: z.strictObject({}),
  output: z.object({
    id: z.int(),
    username: z.string(),
    /** The first page that the person chose, or an administrator for them; null for the usual one of the role. */
    landing: zLanding,
    addresses: z.array(zOwnAddress),
    hasPin: z.boolean(),
  }),
})

/** Changes the own user name. The first name is not part of it: the one of a workshop decides the rights. */
export const changeOwnName = defineCommand('users.change-own-name', {
  right: usersRights.use,
  input: z.strictObject({ username: zUserName }),
  output: z.object({ username: z.string() }),
})

/** Chooses the own first page after sign-in, or with null the usual one of the role. A page that the person may not open is not opened. */
export const chooseOwnLanding = defineCommand('users.choose-own-landing', {
  right: usersRights.use,
  input: z.strictObject({ landing: zLanding }),
  output: z.object({ landing: zLanding }),
})

const zOwnAddresses = z.array(zOwnAddress).max(MOST_ADDRESSES)

/** Replaces the own extra addresses, unless they are no longer those that were `shown`. */
export const saveOwnAddresses = defineCommand('users.save-own-addresses', {
  right: usersRights.use,
  input: z.strictObject({ shown: zOwnAddresses, addresses: zOwnAddresses }),
  output: z.object({ addresses: zOwnAddresses }),
})
