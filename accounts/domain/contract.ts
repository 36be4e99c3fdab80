/** Declares the names, inputs and outputs of signing in. */
import { z } from 'zod'
import { zPreferences } from '#accounts/domain/preferences/contract.ts'
import { defineCommand, zName, zText } from '#kernel/contract.ts'
import { type LanguageCode, LANGUAGES } from '#kernel/languages.ts'
import { ROLES } from '#kernel/rights.ts'
import { INVISIBLE } from '#kernel/text/visible-text.ts'
import { ACCOUNT_ROLES } from './accounts.ts'
import { zLock } from './lock.ts'
import { MOST_PASSWORD_CHARACTERS } from './password-length.ts'
import { usersRights } from './rights.ts'
import { zSeen } from './seeing.ts'

export const zEmail = z.string().trim().toLowerCase().max(320).pipe(z.email())

/**
 * A user name, by which histories name the person: one line of visible characters with single spaces. A name with an
 * invisible character is refused, because its person may mean to look like a colleague.
 */
export const zUserName = z
  .string()
  .refine((name) => !INVISIBLE.test(name), { message: 'characters' })
  .pipe(zText(100))
  .transform((name) => name.replace(/\s+/g, ' '))
  .pipe(z.string().min(1))

/** The language of the page, in which the person gets a mail. */
export const zLanguage = z.enum(LANGUAGES.map(({ code }) => code) as [LanguageCode, ...LanguageCode[]])

/** The address of the first page after sign-in, or null for the usual page of the role. */
export const zLanding = z
  .string()
  .max(200)
  .regex(/^\/[^/\\]/)
  .nullable()

/** A new password. `whyWeakPassword` decides which ones are refused. */
export const zPassword = z.string().min(1).max(MOST_PASSWORD_CHARACTERS)

/** The data of the signed-in person that pages have. */
const zSessionUser = z.object({
  id: z.int(),
  email: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string().nullable(),
  /** The role that decides the rights. A workshop account acts as its section. */
  actingRole: z.enum(ROLES).nullable(),
  section: z.string().nullable(),
  /** What an administrator changed in the rights of the acting role. */
  rightChanges: z.record(z.string(), z.boolean()),
  landing: z.string(),
  /** What an administrator sees instead of their own account. Missing for all others. */
  seen: zSeen.optional(),
})
export type SessionUser = z.output<typeof zSessionUser>

export const signInInput = z.strictObject({
  email: z.string().max(320),
  password: z.string().max(1000),
  remember: z.boolean().default(false),
})

/**
 * The addresses for sign-in, sign-out and set-up. They are no commands, because no person is signed in yet, or the
 * cookie changes.
 */
export const SESSION_ADDRESS = {
  signIn: '/app/session.sign-in',
  signInCode: '/app/session.sign-in-code',
  signOut: '/app/session.sign-out',
  current: '/app/session.current',
  readLink: '/app/session.read-link',
  setPassword: '/app/session.set-password',
  knowDevice: '/app/session.know-device',
  publicState: '/app/session.public-state',
  register: '/app/session.register',
  forgotPassword: '/app/session.forgot-password',
  changePassword: '/app/session.change-password',
  lock: '/app/session.lock',
  unlock: '/app/session.unlock',
  setPin: '/app/session.set-pin',
  seeAs: '/app/session.see-as',
  endSeeing: '/app/session.end-seeing',
  factorState: '/app/session.factor-state',
  beginFactor: '/app/session.begin-factor',
  confirmFactor: '/app/session.confirm-factor',
  endFactor: '/app/session.end-factor',
  recoveryCodes: '/app/session.recovery-codes',
  setupState: '/app/setup.state',
  setup: '/app/setup.complete',
  setupLookUp: '/app/setup.look-up-company',
} as const

/** The person, what they have chosen for their pages, and whether they must set up a second factor before anything else. */
export const signedInOutput = z.object({ user: zSessionUser, preferences: zPreferences, factorDemanded: z.boolean() })
export type SignedIn = z.output<typeof signedInOutput>
/** The answer to a right password: the person is signed in, or a code of the second factor is asked. */
export const signInOutput = z.union([signedInOutput, z.object({ codeNeeded: z.literal(true) })])
/** The same for the session of a page, and whether its screen is locked. */
export const currentOutput = signedInOutput.extend({ lock: zLock })

const zToken = z.string().min(1).max(200)

export const readLinkInput = z.strictObject({ token: zToken })
/** The account of a one-time link, so that the person sees whose password it sets. `hasPassword` is false for an invitation. */
export const readLinkOutput = z.object({ email: z.string(), username: z.string(), hasPassword: z.boolean() })
/** Makes the device of the caller known to the account of a link, which keeps its password. */
export const knowDeviceInput = readLinkInput
export const knowDeviceOutput = z.object({ email: z.string() })
export const setPasswordInput = z.strictObject({ token: zToken, password: zPassword })
export const setPasswordOutput = z.object({ email: z.string() })

export const changePasswordInput = z.strictObject({ old: z.string().max(1000), password: zPassword })
/** The number of other sessions that ended with the old password. */
export const changePasswordOutput = z.object({ ended: z.int() })

export const createUser = defineCommand('users.create-user', {
  right: usersRights.write,
  input: z.strictObject({
    email: zEmail,
    username: zUserName,
    firstName: zName(100).default(''),
    lastName: zName(100).default(''),
    password: zPassword,
    role: z.enum(ACCOUNT_ROLES as [string, ...string[]]).nullable(),
    landing: zLanding.default(null),
  }),
  output: z.object({ id: z.int() }),
})
