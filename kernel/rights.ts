/**
 * Rights and roles (C-49, C-86). A feature declares its rights in `domain/rights.ts`, each with the roles that hold it,
 * and names them in its manifest. The server checks a right for every command, query and data API table. Pages read it
 * only to hide what a person may not do.
 */
import { type Refusal, refusal } from './refusal.ts'

export const ROLES = ['admin', 'user', 'logistirio', 'production', 'operations', 'driver', 'section'] as const
export type Role = (typeof ROLES)[number]

// The role "section" is never stored. A workshop account, recognised by its first name, acts as "section" whatever
// role it carries (C-03). An account without a role waits for approval and has no right.

type Holders = readonly Role[]
export const EVERY_ROLE: Holders = ROLES
export const ADMIN: Holders = ['admin']
/** The roles that have all business screens and actions (C-86). */
export const OFFICE: Holders = ['admin', 'user', 'logistirio', 'production', 'operations']

declare const declared: unique symbol

/** A right and the roles that hold it. Only `defineRights` creates one. */
export type Right = {
  /** The name in refusals and documents, for example `orders.restore-offer`. */
  readonly name: string
  readonly holders: Holders
  readonly [declared]: true
}

const hyphenated = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Declares the rights of a group with the roles that hold each. The right `restoreOffer` of `orders` is named `orders.restore-offer`. */
export const defineRights = <Key extends string>(
  group: string,
  rights: Readonly<Record<Key, Holders>>,
): Readonly<Record<Key, Right>> =>
  Object.fromEntries(
    Object.entries<Holders>(rights).map(([key, holders]) => [key, { name: `${group}.${hyphenated(key)}`, holders }]),
  ) as Readonly<Record<Key, Right>>

export const may = (role: Role | null, right: Right): boolean => role !== null && right.holders.includes(role)

/** Returns the refusal for a person who lacks the right. */
export const forbidden = (right: Right): Refusal => refusal('forbidden', 'forbidden', { right: right.name })

/** The right to read the history of records of every feature. */
export const historyRights = defineRights('history', { read: OFFICE })
/** The right to import records of an older system through the data API. */
export const dataRights = defineRights('data', { import: ADMIN })

/**
 * Returns the role an account acts with. `section` is the section that has the account's first name as its account name; it
 * wins over the stored role, except for an
 * administrator. Returns null if the stored role is null or unknown.
 */
export function actingRole(account: { role: string | null; section: string | null }): Role | null {
  if (account.section !== null && account.role !== 'admin') return 'section'
  if (account.role === null) return null
  return account.role !== 'section' && (ROLES as readonly string[]).includes(account.role)
    ? (account.role as Role)
    : null
}

const LANDING: Readonly<Record<string, string>> = {
  user: '/customers',
  admin: '/customers',
  logistirio: '/orders',
  production: '/tasks',
  operations: '/operations',
  driver: '/driverpage',
}

/** Returns the first page after sign-in. The order is: page set for the account, section, role, /dashboard (C-03). */
export function landingOf(account: { landing: string | null; role: string | null; section: string | null }): string {
  if (account.landing) return account.landing
  if (account.section !== null) return `/single/${encodeURIComponent(account.section)}`
  return (account.role !== null && LANDING[account.role]) || '/dashboard'
}
