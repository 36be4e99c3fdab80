/** The signed-in person in the local storage, which all tabs share. */
import type { Seen } from '#accounts/domain/seeing.ts'
import { actingRole, type Holder, type Role } from '#kernel/rights.ts'
import type { AuthUser } from './device-people.ts'

/** The key of the person (C-24). */
export const STORED_USER = 'authUser'

/** The data of the person for screens. */
export type Person = {
  readonly id: number
  readonly email: string
  readonly username: string
  readonly firstName: string
  readonly role: string | null
  /** The role that decides the rights. A workshop account acts as its section. */
  readonly actingRole: Role | null
  readonly section: string | null
  /** Who the person is where rights are asked: the acting role, with what an administrator changed for it. */
  readonly acting: Holder
  /** What an administrator sees instead of their own account; null for all others. */
  readonly seen: Seen | null
}

/** Returns the data for screens of a stored person, of whom an earlier version may have stored less. */
export function personOf(stored: Partial<AuthUser> & Pick<AuthUser, 'uid'>): Person {
  const { uid, email, username, first_name, role, section = null, right_changes, seen = null } = stored
  const storedRole = role ?? null
  const acting = actingRole({ role: storedRole, section })
  return {
    id: uid,
    email: email ?? '',
    username: username ?? '',
    firstName: first_name ?? '',
    role: storedRole,
    actingRole: acting,
    section,
    acting: { role: acting, rightChanges: right_changes ?? {} },
    seen,
  }
}

/** Returns the person in the local storage; null if there is none, or if it cannot be read. */
export function storedPerson(): Person | null {
  const text = localStorage.getItem(STORED_USER)
  if (text === null) return null
  try {
    const stored: unknown = JSON.parse(text)
    if (typeof stored !== 'object' || stored === null) return null
    const { uid, ...more } = stored as Partial<AuthUser>
    return typeof uid === 'number' ? personOf({ uid, ...more }) : null
  } catch {
    return null
  }
}

export const storeUser = (user: AuthUser): void => localStorage.setItem(STORED_USER, JSON.stringify(user))

export const removeStoredUser = (): void => localStorage.removeItem(STORED_USER)
