/**
 * The signed-in person of this page. The session is an HttpOnly cookie, and the device stores only the name and role of
 * the person.
 */
import { isSame } from '#kernel/changes.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { type Holder, landingOf, may, type Right } from '#kernel/rights.ts'
import { askQuery, forgetAnswers, isSignedOut, runCommand, whenSignedOut } from '#web/api.ts'
import { type AuthUser, forgetSignedIn, keepSignedIn, signedInHere } from '#web/offline/device-people.ts'
import { chooseLanguage, currentLanguage } from '#web/i18n.ts'
import { clearAnswerCache } from '#web/offline/answer-cache.ts'
import {
  type Person,
  personOf,
  removeStoredUser,
  STORED_USER,
  storedPerson,
  storeUser,
} from '#web/offline/stored-person.ts'
import { endFactorDemand, showFactorDemanded } from '#web/lock/demanded-factor.ts'
import { endLock, showLock } from '#web/lock/lock.ts'
import { receivePreferences } from '#web/preferences/own-preferences.ts'
import { queryClient } from '#web/query.ts'
import { forgetFailedPage, pageFailed } from '#web/router/remembered-page.ts'
import type { SessionUser, SignedIn } from '#accounts/domain/contract.ts'
import {
  currentSession,
  signIn as signInContract,
  signInCode,
  signOut as signOutContract,
} from '#web/session-contract.ts'
import { useWatched, waitingCalls, watchers } from '#web/watchers.ts'

let person: Person | null = storedPerson()
const { watch, changed } = watchers()
/** Calls the watcher when another person signs in, or the same one signs in again. */
export const watchPerson = watch

/** The question of `checkSession`, or null if it was not asked of this person yet. */
let bootCheck: Promise<boolean> | null = null

/** Counts the sign-outs of this page. An answer to a question from before the last one does not sign the person in. */
let signOuts = 0

/** The page does not wait longer for the device. */
const DEVICE_MS = 2_000

/**
 * Returns what the device answers, or null if it fails or does not answer in time. A private window or a full device stores nothing, and
 * another tab may hold its database. The page still works.
 */
function onDevice<Answer>(work: Promise<Answer>): Promise<Answer | null> {
  const silence = new Promise<null>((resolve) => setTimeout(() => resolve(null), DEVICE_MS))
  return Promise.race([work.catch(() => null), silence])
}

/** Returns a person in the form in which devices store them. */
export const storedFormOf = (user: SessionUser): AuthUser => ({
  username: user.username,
  email: user.email,
  uid: user.id,
  first_name: user.firstName,
  role: user.role,
  section: user.section,
  right_changes: user.rightChanges,
  ...(user.seen && { seen: user.seen }),
})

/**
 * Stores the person on the disk, where it survives a killed browser, and then in the local storage. So a reader finds
 * the first at least as new as the second.
 */
async function keep({ user, preferences, factorDemanded }: SignedIn, since: number): Promise<void> {
  if (since !== signOuts) return
  showFactorDemanded(factorDemanded)
  const stored = storedFormOf(user)
  await onDevice(keepSignedIn(stored))
  if (since !== signOuts) return
  landing = { personId: user.id, page: user.landing }
  // what was read with other rights is not shown any more
  const before = person === null ? null : [person.id, person.acting.rightChanges, person.seen]
  if (before !== null && !isSame(before, [user.id, user.rightChanges, user.seen ?? null])) removeCachedAnswers()
  const { language } = receivePreferences(user.id, preferences)
  // A language that cannot be loaded now is loaded at the next start of the page.
  if (language !== null && language !== currentLanguage()) await chooseLanguage(language).catch(() => undefined)
  if (since !== signOuts) return
  storeUser(stored)
  readAgain()
}

/** The same for a session that was open before, whose screen may be locked. */
async function keepCurrent(current: OutputOf<typeof currentSession>, since: number): Promise<void> {
  if (since === signOuts) showLock(current.lock)
  await keep(current, since)
}

/** Reports whether the device knows a person with the same names and rights as the server. */
export const isStoredAs = (user: SessionUser): boolean =>
  person !== null && isSame({ ...person }, { ...personOf(storedFormOf(user)) })

/** Takes over what the server said of the session when it drew the page. It need not be asked again. */
export function takeSession(current: OutputOf<typeof currentSession>): void {
  bootCheck = keepCurrent(current, signOuts).then(() => true)
}

/** Removes the stored person and all data that were read. The page then counts as signed out. */
export function forget(): void {
  signOuts += 1
  removeCachedAnswers()
  void forgetSignedIn().catch(() => undefined)
  removeStoredUser()
  readAgain()
  endFactorDemand()
  // the other tabs lose the person before their cover, or they would show the person's page for a moment
  endLock()
}

/**
 * Restores the stored person at the start. Browsers write the local storage seconds later, so a killed browser may have
 * lost it.
 */
export async function restorePerson(): Promise<void> {
  const kept = await onDevice(signedInHere())
  if (kept === null || kept.uid === currentPerson()?.id) return
  storeUser(kept)
  readAgain()
}

// Stored answers are separate for each person, so those that cannot be deleted now are not shown to another person.
const removeCachedAnswers = (): void => void clearAnswerCache().catch(() => undefined)

/** Reads the stored person again. Data of another person are removed before anyone sees them. */
function readAgain(): void {
  const before = person
  person = storedPerson()
  // what the server said of the person before says nothing of this one
  if (before?.id !== person?.id) bootCheck = null
  if (before !== null && before.id !== person?.id) {
    queryClient.clear()
    forgetAnswers()
    // A call that waits for the previous person must not continue in another session.
    settleSignIn(false)
  }
  changed()
}

// A sign-out in one tab signs out the others.
window.addEventListener('storage', (event) => {
  if (event.key === STORED_USER) readAgain()
})

export const currentPerson = (): Person | null => person

/** Reports whether this person is signed in now. Other tabs may know more recent changes than this one. */
export const isSignedIn = (personId: number): boolean => storedPerson()?.id === personId

/** Returns the signed-in person, or null. */
export const usePerson = (): Person | null => useWatched(watchPerson, currentPerson)

const NOBODY: Holder = { role: null }

/** Returns who the signed-in person is where rights are asked. */
export const currentActing = (): Holder => person?.acting ?? NOBODY

/** The same for a page, which is drawn again when the rights change. */
export const useActing = (): Holder => useWatched(watchPerson, currentActing)

/** Reports whether the signed-in person has a right. What the person may not do is not shown. */
export function useMay(right: Right): boolean {
  return may(useActing(), right)
}

/** Signs in and returns the person with the landing page. Null if the password is right and a code is asked (`enterCode`). */
export async function signIn(input: InputOf<typeof signInContract>): Promise<SessionUser | null> {
  const answer = await runCommand(signInContract, input, { withoutSignIn: true })
  return 'codeNeeded' in answer ? null : enter(answer)
}

/** Finishes the sign-in with a code of the second factor. Throws a refusal for a wrong one. */
export const enterCode = async (code: string): Promise<SessionUser> =>
  enter(await runCommand(signInCode, { code }, { withoutSignIn: true }))

async function enter(signedIn: SignedIn): Promise<SessionUser> {
  forgetFailedPage()
  // the new session is open, whatever the one before was
  showLock({ locked: false, pin: false })
  await keep(signedIn, signOuts)
  bootCheck = Promise.resolve(true)
  return signedIn.user
}

/** Ends the session here and at the server. The person is signed out even if the server is unreachable. */
export async function signOut(): Promise<void> {
  signOuts += 1
  await runCommand(signOutContract, {}, { withoutSignIn: true }).catch(() => undefined)
  // This comes before the local storage, so that a tab opened at this moment does not restore the person.
  await onDevice(forgetSignedIn())
  forget()
}

/**
 * Asks the server once per page load and person whether the stored person is still signed in. A network error does not
 * sign the person out.
 */
export function checkSession(): Promise<boolean> {
  const since = signOuts
  bootCheck ??= askQuery(currentSession, {}, { withoutSignIn: true }).then(
    async (current) => {
      await keepCurrent(current, since)
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
 * Checks the session again after the server has ended it. Takes over another signed-in person. If no person is signed
 * in, the dialog asks for a sign-in.
 */
export async function checkSessionAgain(): Promise<void> {
  const since = signOuts
  await askQuery(currentSession, {}).then(
    (current) => keepCurrent(current, since),
    () => undefined,
  )
}

// --- The landing page (C-03) ---------------------------------------------------------------------------------------

/** The landing page from the server. The stored person does not contain it. */
let landing: { personId: number; page: string } | null = null

/** Returns the landing page of the signed-in person, as far as it is known offline. Null if the session has ended. */
export async function landingPage(): Promise<string | null> {
  await checkSession()
  if (person === null) return null
  return landing?.personId === person.id ? landing.page : landingOf({ landing: null, ...person })
}

// --- The dialog that opens over the page when the session has ended -----------------------------------------------

const asking = waitingCalls()

/** Reports whether the page waits for the person to sign in again. */
export const useSignInAsked = (): boolean => useWatched(watchPerson, asking.isWaiting)

/** Receives the result of the dialog: true after a sign-in, false if it was dismissed. */
export function settleSignIn(signedIn: boolean): void {
  asking.settle(signedIn)
  changed()
}

whenSignedOut(async () => {
  // A page opened with an outdated stored person goes to /login, because there is no content below a dialog.
  if (person === null || !(await checkSession()) || currentPerson() === null) return false
  const answer = asking.wait()
  changed()
  return answer
})

// --- A page that the server refused (C-45) ---------------------------------------------------------------------------

/** Ends the session after the server has refused a list. The page is remembered only if a sign-in helps. */
export async function signOutOfFailedPage(error: unknown): Promise<void> {
  if (!isSignedOut(error)) pageFailed(window.location.pathname)
  await signOut()
}
