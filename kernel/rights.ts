/**
 * Rights and roles (C-49, C-86). A feature declares its rights in `domain/rights.ts`, each with the roles that hold it,
 * and names them in its manifest. An administrator may give a right to a role or take it (decision 0022). The server checks
 * a right for every command, query and data API table. Pages read it only to hide what a person may not do.
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
  /** The roles that hold the right unless an administrator changes it. */
  readonly holders: Holders
  /** The roles that may hold it. An administrator can give it to no other. */
  readonly most: Holders
  /** True if no administrator can change it, because somebody would be locked out or a ruling names its holders. */
  readonly fixed: boolean
  readonly [declared]: true
}

/**
 * The roles that hold a right. Without `most` an administrator can give it to every role of the office; drivers and
 * workshops see only their own records (C-49), which the screens of the office do not heed.
 */
type Declaration = Holders | { readonly holders: Holders; readonly most?: Holders; readonly fixed?: true }

const hyphenated = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function declaredRight(name: string, declaration: Declaration): Omit<Right, typeof declared> {
  const { holders, most, fixed = false } = 'holders' in declaration ? declaration : { holders: declaration }
  return { name, holders, most: most ?? ROLES.filter((role) => OFFICE.includes(role) || holders.includes(role)), fixed }
}

/** Declares the rights of a group with the roles that hold each. The right `restoreOffer` of `orders` is named `orders.restore-offer`. */
export const defineRights = <Key extends string>(
  group: string,
  rights: Readonly<Record<Key, Declaration>>,
): Readonly<Record<Key, Right>> =>
  Object.fromEntries(
    Object.entries<Declaration>(rights).map(([key, declaration]) => [
      key,
      declaredRight(`${group}.${hyphenated(key)}`, declaration),
    ]),
  ) as Readonly<Record<Key, Right>>

/** What an administrator changed for a role: by the name of a right, whether the role holds it. */
export type RightChanges = Readonly<Record<string, boolean>>

/** Who holds rights: a role, with what an administrator changed for it. Without changes its rights are those declared. */
export type Holder = { readonly role: Role | null; readonly rightChanges?: RightChanges }

/** Returns why an administrator cannot change whether a role holds a right, or null. */
export function whyNotChangeRight(role: Role, right: Pick<Right, 'fixed' | 'most'>): 'fixed' | 'not-for-role' | null {
  if (right.fixed) return 'fixed'
  return right.most.includes(role) ? null : 'not-for-role'
}

/** Reports whether somebody holds a right. A stored change that the declaration does not allow (any more) has no effect. */
export function may({ role, rightChanges }: Holder, right: Right): boolean {
  if (role === null) return false
  const changed = rightChanges?.[right.name]
  return changed === undefined || whyNotChangeRight(role, right) !== null ? right.holders.includes(role) : changed
}

/** Returns the refusal for a person who lacks the right. */
export const forbidden = (right: Right): Refusal => refusal('forbidden', 'forbidden', { right: right.name })

/** The right to read the history of records of every feature. */
export const historyRights = defineRights('history', { read: OFFICE })
/** The right to import records of an earlier system through the data API. */
export const dataRights = defineRights('data', { import: { holders: ADMIN, fixed: true } })

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

/** The page Today, which needs no right: any person may open it, and choose it as their first page (C-99). */
export const TODAY_PAGE = '/dashboard'

/** Returns the first page after sign-in. The order is: page set for the account, section, role, Today (C-03). */
export function landingOf(account: { landing: string | null; role: string | null; section: string | null }): string {
  if (account.landing) return account.landing
  if (account.section !== null) return `/single/${encodeURIComponent(account.section)}`
  return (account.role !== null && LANDING[account.role]) || TODAY_PAGE
}
