/** Declares the names, inputs and outputs of the administration of people: their accounts, roles and sessions. */
import { z } from 'zod'
import {
  countOutput,
  defineCommand,
  defineHistory,
  defineQuery,
  listInput,
  listOutput,
  zId,
  zName,
  zText,
  zVersion,
} from '#kernel/contract.ts'
import { ACCOUNT_ROLES, ACCOUNT_STATUSES, type AccountRole } from '#accounts/domain/accounts.ts'
import { zEmail, zLanding, zLanguage, zUserName } from '#accounts/domain/contract.ts'
import { usersRights } from '#accounts/domain/rights.ts'

export const PEOPLE_PAGE = 150
export const PEOPLE_SORTS = ['username', 'email', 'role', 'firstName', 'lastLoginAt', 'lastSeenAt', 'state'] as const

export const zAccountRole = z.enum(ACCOUNT_ROLES as [AccountRole, ...AccountRole[]])

const zAccountRow = z.object({
  id: z.int(),
  email: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string().nullable(),
  /** The section of a workshop account, which follows from the first name. */
  section: z.string().nullable(),
  landing: z.string().nullable(),
  state: z.enum(ACCOUNT_STATUSES),
  lastLoginAt: z.string().nullable(),
  /** The last use of a session or sign-in, up to five minutes late. Null if the person never signed in. */
  lastSeenAt: z.string().nullable(),
  /** True if a sign-in asks for a code. */
  secondFactor: z.boolean(),
  createdAt: z.string(),
  version: z.int(),
})
export type AccountRow = z.output<typeof zAccountRow>

export const peopleListInput = listInput(
  {
    username: zText(100),
    email: zText(100),
    firstName: zName(100),
    role: z.array(zAccountRole).min(1).max(ACCOUNT_ROLES.length),
    state: z.array(z.enum(ACCOUNT_STATUSES)).min(1).max(ACCOUNT_STATUSES.length),
  },
  PEOPLE_SORTS,
)

/** Lists the accounts, those that wait for approval first. */
export const listPeople = defineQuery('users.list', {
  right: usersRights.write,
  input: peopleListInput,
  output: listOutput(zAccountRow),
})

export const countPeople = defineQuery('users.count', {
  right: usersRights.write,
  input: peopleListInput,
  output: countOutput,
})

export const getAccount = defineQuery('users.account', {
  right: usersRights.write,
  input: z.strictObject({ id: zId }),
  output: zAccountRow,
  about: ({ id }) => ({ users: id }),
})

export const accountHistory = defineHistory('users.history', usersRights.write, 'users')

const written = z.object({ id: z.int(), version: z.int() })

/** Approves an account that waits, with the role that it works with. */
export const approveAccount = defineCommand('users.approve-account', {
  right: usersRights.write,
  input: z.strictObject({ id: zId, version: zVersion, role: zAccountRole }),
  output: written,
})

/**
 * Changes the given fields of an account. The first name of a workshop makes the account act as this section, so only
 * an administrator sets it.
 */
export const changeAccount = defineCommand('users.change-account', {
  right: usersRights.write,
  input: z.strictObject({
    id: zId,
    version: zVersion,
    changes: z
      .strictObject({
        username: zUserName,
        firstName: zName(100),
        lastName: zName(100),
        role: zAccountRole,
        landing: zLanding,
      })
      .partial(),
  }),
  output: written,
})

const zLinkAnswer = z.object({
  id: z.int(),
  /** The secret of the one-time link. It is returned only here. */
  token: z.string(),
})

/** Creates the account of a new colleague, who sets the password with the one-time link. */
export const invite = defineCommand('users.invite', {
  right: usersRights.write,
  input: z.strictObject({
    email: zEmail,
    username: zUserName,
    firstName: zName(100).default(''),
    lastName: zName(100).default(''),
    role: zAccountRole,
    landing: zLanding.default(null),
  }),
  output: zLinkAnswer,
})

/** Makes a one-time link for a new password. The old password stays valid until the link is used. */
export const newPasswordLink = defineCommand('users.new-password-link', {
  right: usersRights.write,
  input: z.strictObject({ id: zId }),
  output: zLinkAnswer,
})

/** Sends a one-time link to the e-mail of an account, beside a link that was shown. The history of the account has the result. */
export const mailLink = defineCommand('users.mail-link', {
  right: usersRights.write,
  input: z.strictObject({ id: zId, language: zLanguage }),
  output: z.object({ email: z.string() }),
})

/** Closes an account and ends its sessions at once. Its records stay. */
export const deactivateAccount = defineCommand('users.deactivate-account', {
  right: usersRights.write,
  input: z.strictObject({ id: zId, version: zVersion }),
  output: written,
})

/** Opens a deactivated account again. */
export const activateAccount = defineCommand('users.activate-account', {
  right: usersRights.write,
  input: z.strictObject({ id: zId, version: zVersion }),
  output: written,
})

/** Ends all sessions of an account, for example after a phone was lost. */
export const signOutEverywhere = defineCommand('users.sign-out-everywhere', {
  right: usersRights.write,
  input: z.strictObject({ id: zId }),
  output: z.object({ ended: z.int() }),
})
