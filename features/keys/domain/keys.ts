/** What the key of a program looks like, and in which state it is. */
import { ACCOUNT_ROLES, type AccountRole } from '#accounts/domain/accounts.ts'
import type { Day } from '#kernel/day.ts'

/** The roles that a key may have. A key is never a workshop account, which follows from the first name of a person. */
export const KEY_ROLES = ACCOUNT_ROLES
export type KeyRole = AccountRole

/** Every key begins with it, so that programs which look for secrets in texts recognise one. */
export const KEY_PREFIX = 'krn_'
/** The characters at the end of a key that are kept to recognise it. */
export const ENDING_CHARACTERS = 4

/** The requests that a key may make in a minute: the usual number, and the most that may be set. */
export const PER_MINUTE = { usual: 600, most: 100_000 } as const

export const KEY_STATES = ['ACTIVE', 'ENDED', 'REVOKED'] as const
export type KeyState = (typeof KEY_STATES)[number]

/** Returns the state of a key. Its last day is the last one on which it works. */
export function keyState(key: { revokedAt: string | null; endsOn: string | null }, today: Day): KeyState {
  if (key.revokedAt !== null) return 'REVOKED'
  return key.endsOn !== null && key.endsOn < today ? 'ENDED' : 'ACTIVE'
}
