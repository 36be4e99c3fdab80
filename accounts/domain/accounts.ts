/** Decides in which state an account is, and which of its changes are refused. */
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { actingRole, ROLES } from '#kernel/rights.ts'

/** The roles that an account may carry. The role "section" follows from the first name of a workshop account. */
export const ACCOUNT_ROLES = ROLES.filter((role) => role !== 'section')
export type AccountRole = (typeof ACCOUNT_ROLES)[number]

export const ACCOUNT_STATUSES = ['WAITING', 'ACTIVE', 'DISABLED'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

/** What a one-time link is for: the first password of an invited person, or a new one. */
export const LINK_PURPOSES = ['INVITATION', 'RESET'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

export type Account = {
  readonly id: number
  readonly role: string | null
  /** The section of a workshop account. */
  readonly section: string | null
  readonly status: string
}

/** Returns the state of an account as people read it. An account that acts with no role waits for approval. */
export function accountState(account: Omit<Account, 'id'>): AccountStatus {
  if (account.status === 'DISABLED') return 'DISABLED'
  return account.status === 'ACTIVE' && actingRole(account) !== null ? 'ACTIVE' : 'WAITING'
}

const administers = ({ role, status }: Pick<Account, 'role' | 'status'>): boolean =>
  role === 'admin' && status === 'ACTIVE'

/**
 * Returns why this account may not become an administrator's or get a link by a program, or null. What a program gave would
 * outlive its key.
 */
export const whyNotByProgram = (userId: number | null, role: string | null): Refusal | null =>
  userId === null && role === 'admin' ? refusal('forbidden', 'people-only') : null

/**
 * Returns why an account may not get this role and status, or null. People do not change their own, so that a mistake does
 * not lock them out, and one administrator always remains.
 */
export function whyNotChange(
  account: Account,
  after: { readonly role?: string | null | undefined; readonly status?: string | undefined },
  by: { readonly userId: number | null; readonly otherAdministrators: number },
): Refusal | null {
  const next = { role: after.role === undefined ? account.role : after.role, status: after.status ?? account.status }
  if (next.role === account.role && next.status === account.status) return null
  if (by.userId === account.id) return refusal('refused', 'users.own-account')
  if (administers(account) && !administers(next) && by.otherAdministrators === 0)
    return refusal('refused', 'users.last-administrator')
  return whyNotByProgram(by.userId, next.role)
}
