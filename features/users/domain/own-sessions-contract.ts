/** Declares what people read and end of their own sessions. */
import { z } from 'zod'
import { defineCommand, defineQuery, zId } from '#kernel/contract.ts'
import { usersRights } from '#accounts/domain/rights.ts'

/** A browser or program as people know it. */
export const zDevice = z.object({
  kind: z.enum(['computer', 'phone', 'tablet', 'program']),
  /** The name of the browser or program, or empty. */
  browser: z.string(),
  system: z.string(),
})
export type Device = z.output<typeof zDevice>

const zOwnSession = z.object({
  id: z.int(),
  device: zDevice,
  /** The IP address of the last use. */
  address: z.string(),
  signedInAt: z.string(),
  lastUsedAt: z.string(),
  /** True for the session that asks. */
  isThis: z.boolean(),
})
export type OwnSession = z.output<typeof zOwnSession>

/** Lists the sessions with which somebody can act as this person, this one first. */
export const ownSessions = defineQuery('users.own-sessions', {
  right: usersRights.use,
  input: z.strictObject({}),
  output: z.object({ sessions: z.array(zOwnSession) }),
  about: () => ({ sessions: true }),
})

const ended = z.object({ ended: z.int() })

/** Ends one own session, for example of a phone that was lost. */
export const endOwnSession = defineCommand('users.end-own-session', {
  right: usersRights.use,
  input: z.strictObject({ id: zId }),
  output: ended,
})

/** Ends all own sessions except this one. */
export const endOtherSessions = defineCommand('users.end-other-sessions', {
  right: usersRights.use,
  input: z.strictObject({}),
  output: ended,
})
