/** Who is signed in on this page. The session itself is an HttpOnly cookie; the device only holds the name tag. */
import { useSyncExternalStore } from 'react'
import { actingRole, landingOf, may, type Right, type Role, workshopOf } from '#kernel/rights.ts'
import { askQuery, isSignedOut, runCommand, whenSignedOut } from '#web/api.ts'
import { type AuthUser, forgetSignedIn, keepSignedIn, signedInHere } from '#web/offline/device-people.ts'
import { forgetKept } from '#web/offline/kept-store.ts'
import { queryClient } from '#web/query.ts'
import type { SessionUser } from '#features/users/domain/contract.ts'
import { currentSession, signIn as signInContract, signOut as signOutContract } from '#web/session-contract.ts'

const STORED = 'authUser'
const CAME_FROM = 'cameFrom'

/** The person as screens see them. */
export type Person = {
  readonly id: number
  readonly email: string
  readonly username: string
  readonly firstName: string
  readonly role: string | null
  /** The role that decides what this account may do; a workshop account acts as its section. */
  readonly actingRole: Role | null
  readonly section: string | null
}

let person: Person | null = readStored()
const watchers = new Set<() => void>()

function readStored(): Person | null {
  const text = localStorage.getItem(STORED)
  if (text === null) return null
  try {
    const stored: unknown = JSON.parse(text)
    if (typeof stored !== 'object' || stored === null) return null
    const { uid, email, username, first_name, role } = stored as Partial<AuthUser>
    if (typeof uid !== 'number') return null
    const firstName = first_name ?? ''
    const storedRole = role ?? null
    return {
      id: uid,
      email: email ?? '',
      username: username ?? '',
      firstName,
      role: storedRole,
      actingRole: actingRole({ role: storedRole, firstName }),
      section: workshopOf(firstName),
    }
  } catch {
    return null
  }
}

/**
 * Keeps the name tag where a killed browser has it too, then in local storage: whoever reads both finds the first at least
 * as new as the second.
 */
async function keep(user: SessionUser): Promise<void> {
  const stored: AuthUser = {
    username: user.username,
    email: user.email,
    uid: user.id,
    first_name: user.firstName,
    role: user.role,
  }
  // a private window or a full device keeps nothing; the page works all the same
  await keepSignedIn(stored).catch(() => undefined)
  landing = { personId: user.id, page: user.landing }
  if (person !== null && person.id !== user.id) forgetKeptAnswers()
  localStorage.setItem(STORED, JSON.stringify(stored))
  tell()
}

/** Removes the name tag and all that was read: the page now counts as signed out. */
export function forget(): void {
  forgetKeptAnswers()
  void forgetSignedIn().catch(() => undefined)
  localStorage.removeItem(STORED)
  tell()
}

/** A device that does not answer for so long is not waited for. */
const DEVICE_MS = 2_000

/**
 * Takes over at the start who the device says is signed in. Browsers write local storage seconds later; one that is killed
 * before that would know nobody.
 */
export async function restorePerson(): Promise<void> {
  const silence = new Promise<null>((resolve) => setTimeout(() => resolve(null), DEVICE_MS))
  const kept = await Promise.race([signedInHere().catch(() => null), silence])
  if (kept === null || kept.uid === currentPerson()?.id) return
  localStorage.setItem(STORED, JSON.stringify(kept))
  tell()
}

// names say whose the answers are: a device that cannot remove them just now shows them to nobody else
const forgetKeptAnswers = (): void => void forgetKept().catch(() => undefined)

/** Looks at the name tag; what another person has read leaves the page before anybody sees it. */
function tell(): void {
  const before = person
  person = readStored()
  if (before !== null && before.id !== person?.id) {
    queryClient.clear()
    // a page that waits for the one who is gone does not go on under another name
    settleSignIn(false)
  }
  for (const watcher of watchers) watcher()
}

// Signing out in one tab signs out the others.
window.addEventListener('storage', (event) => {
  if (event.key === STORED) tell()
})

export const currentPerson = (): Person | null => person

/** Whether this very person is signed in at this moment; other tabs may be ahead of what this one has heard. */
export const isSignedIn = (personId: number): boolean => readStored()?.id === personId

/** Calls the watcher when another person is signed in, or the same one anew. */
export const watchPerson = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The signed-in person, or null. */
export const usePerson = (): Person | null => useSyncExternalStore(watchPerson, currentPerson)

/** Whether the signed-in person has a right; what is closed by role is not shown. */
export function useMay(right: Right): boolean {
  return may(usePerson()?.actingRole ?? null, right)
}

/** Signs in; answers where this account lands. A refusal (wrong password, too many tries) is thrown. */
export async function signIn(input: { email: string; password: string; remember: boolean }): Promise<SessionUser> {
  const { user } = await runCommand(signInContract, input, { withoutSignIn: true })
  failedPage = null
  await keep(user)
  bootCheck = Promise.resolve(true)
  return user
}

/** Ends the session here and at the server; a server that cannot be reached does not keep the person signed in. */
export async function signOut(): Promise<void> {
  await runCommand(signOutContract, {}, { withoutSignIn: true }).catch(() => undefined)
  // before local storage: a tab that is opened right now does not take the person over again
  await forgetSignedIn().catch(() => undefined)
  forget()
}

let bootCheck: Promise<boolean> | null = null

/** Asks the server once per page load whether the stored person is still signed in. A broken line is no "no". */
export function checkSession(): Promise<boolean> {
  bootCheck ??= askQuery(currentSession, {}, { withoutSignIn: true }).then(
    async ({ user }) => {
      await keep(user)
      return true
    },
    (error: unknown) => {
      if (!isSignedOut(error)) return true
      forget()
      return false
    },
  )
  return bootCheck
}

/**
 * Asks again when the server has ended the session of this page: somebody else's name tag is taken over, and when
 * nobody is signed in any more the dialog asks who is there.
 */
export async function checkSessionAgain(): Promise<void> {
  await askQuery(currentSession, {}).then(
    ({ user }) => keep(user),
    () => undefined,
  )
}

// --- Where the account lands (ruling C-03) -------------------------------------------------------------------------

/** What the server said; the name tag does not hold a landing page that was chosen for the account. */
let landing: { personId: number; page: string } | null = null

/** The page on which the signed-in person lands, as far as is known without a connection; null when the session has ended. */
export async function landingPage(): Promise<string | null> {
  await checkSession()
  if (person === null) return null
  return landing?.personId === person.id ? landing.page : landingOf({ landing: null, ...person })
}

// --- The dialog that opens over the page when the session has ended -----------------------------------------------

let asking: { answer: Promise<boolean>; settle: (signedIn: boolean) => void } | null = null

/** True while the page waits for the person to sign in again. */
export const useSignInAsked = (): boolean => useSyncExternalStore(watchPerson, () => asking !== null)

/** The dialog's answer: signed in again, or dismissed. */
export function settleSignIn(signedIn: boolean): void {
  const open = asking
  asking = null
  for (const watcher of watchers) watcher()
  open?.settle(signedIn)
}

whenSignedOut(async () => {
  // A page opened with an old name tag goes to /login instead of asking in a dialog over nothing.
  if (person === null || !(await checkSession()) || currentPerson() === null) return false
  if (asking === null) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    asking = { answer: promise, settle: resolve }
    for (const watcher of watchers) watcher()
  }
  return asking.answer
})

// --- Where the person came from (ruling C-04) ------------------------------------------------------------------

/** The page that the server refused; it would fail again after the next sign-in. */
let failedPage: string | null = null

/** Ends the session because the server refused what a list asked (C-45); the page is remembered only if signing in helps. */
export async function signOutOfFailedPage(error: unknown): Promise<void> {
  if (!isSignedOut(error)) failedPage = window.location.pathname
  await signOut()
}

/** Remembers the page that asked for a sign-in; the root page does not count, nor does one that failed. */
export function rememberPage(href: string): void {
  if (href === '/' || href.startsWith('/?') || href.split(/[?#]/)[0] === failedPage) return
  sessionStorage.setItem(CAME_FROM, href)
}

/** The remembered page, once. */
export function takeRememberedPage(): string | null {
  const href = sessionStorage.getItem(CAME_FROM)
  sessionStorage.removeItem(CAME_FROM)
  return href
}
