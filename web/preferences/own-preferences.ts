/**
 * Keeps what each person has chosen for their pages on this device, so that a page begins with them, and sends every
 * choice until the server has accepted it.
 */
import { type Preferences, savePreferences, zPreferences } from '#accounts/domain/preferences/contract.ts'
import type { LanguageCode } from '#kernel/languages.ts'
import { Refused } from '#kernel/refusal.ts'
import { newKey, runCommand } from '#web/api.ts'
import { watchers } from '#web/watchers.ts'

/** What the device keeps. `unsaved` has the choices that the server has not accepted yet, with the key of their command. */
type Kept = Preferences & { readonly unsaved: { readonly key: string; readonly choices: Partial<Preferences> } | null }

const NOTHING: Kept = { language: null, layout: null, pins: null, slashKey: null, unsaved: null }
const placeOf = (personId: number): string => `preferences:${personId}`

const known = new Map<number, Kept>()
const { watch, changed } = watchers()
/** Calls the watcher when any choice has changed, also in another tab. */
export const watchPreferences = watch

/** Returns the choices of a person on this device. The same object is returned until one of them changes. */
export function preferencesHere(personId: number): Kept {
  const found = known.get(personId) ?? readStored(personId)
  known.set(personId, found)
  return found
}

/** Returns the key and the value with which a device stores preferences that the server knows. */
export const storedPreferences = (
  personId: number,
  preferences: Preferences,
): readonly [key: string, value: string] => [placeOf(personId), JSON.stringify({ ...preferences, unsaved: null })]

function readStored(personId: number): Kept {
  try {
    const stored = JSON.parse(localStorage.getItem(placeOf(personId)) ?? '{}') as Partial<Kept>
    const { language, layout, pins, slashKey } = zPreferences.shape
    return {
      language: language.safeParse(stored.language).data ?? null,
      layout: layout.safeParse(stored.layout).data ?? null,
      pins: pins.safeParse(stored.pins).data ?? null,
      slashKey: slashKey.safeParse(stored.slashKey).data ?? null,
      unsaved: typeof stored.unsaved?.key === 'string' ? stored.unsaved : null,
    }
  } catch {
    return NOTHING
  }
}

function keep(personId: number, next: Kept): void {
  known.set(personId, next)
  localStorage.setItem(placeOf(personId), JSON.stringify(next))
  changed()
}

window.addEventListener('storage', ({ key }) => {
  if (!key?.startsWith('preferences:')) return
  known.clear()
  changed()
})

/** Keeps choices of a person here at once and sends them to the server. */
export function choosePreferences(personId: number, choices: Partial<Preferences>): void {
  const before = preferencesHere(personId)
  const unsaved = { key: newKey(), choices: { ...before.unsaved?.choices, ...choices } }
  keep(personId, { ...before, ...choices, unsaved })
  void send(personId)
}

/** The language that was chosen on this page before anyone signed in. It belongs to the person who signs in next. */
let chosenSignedOut: LanguageCode | null = null

/** Keeps a chosen language for a person, or for the person who signs in next. */
export function keepLanguage(personId: number | null, language: LanguageCode): void {
  if (personId === null) chosenSignedOut = language
  else choosePreferences(personId, { language })
}

/**
 * Takes over what the server has stored. Choices that it has not accepted yet stay, and are sent again. Returns the
 * choices that hold now.
 */
export function receivePreferences(personId: number, stored: Preferences): Preferences {
  if (chosenSignedOut !== null) choosePreferences(personId, { language: chosenSignedOut })
  chosenSignedOut = null
  const { unsaved } = preferencesHere(personId)
  const next = { ...stored, ...unsaved?.choices, unsaved }
  if (JSON.stringify(next) !== JSON.stringify(preferencesHere(personId))) keep(personId, next)
  if (unsaved !== null) void send(personId)
  return next
}

// --- Sending -------------------------------------------------------------------------------------------------------

/** The pauses between attempts. The last one is repeated. */
const PAUSES_MS = [2_000, 5_000, 15_000, 60_000] as const
/** These refusals would be repeated, so the choices wait for the next sign-in. */
const FINAL: readonly string[] = ['forbidden', 'unauthenticated', 'invalid']

const underWay = new Set<number>()
const retries = new Map<number, { readonly attempt: number; readonly timer: ReturnType<typeof setTimeout> }>()

async function send(personId: number): Promise<void> {
  if (underWay.has(personId)) return
  underWay.add(personId)
  clearTimeout(retries.get(personId)?.timer)
  try {
    for (let { unsaved } = preferencesHere(personId); unsaved !== null; { unsaved } = preferencesHere(personId)) {
      const { language, layout, pins, slashKey } = unsaved.choices
      const input = {
        ...(language && { language }),
        ...(layout && { layout }),
        ...(pins && { pins }),
        ...(typeof slashKey === 'boolean' && { slashKey }),
      }
      await runCommand(savePreferences, input, { idempotencyKey: unsaved.key, personId, withoutSignIn: true })
      const now = preferencesHere(personId)
      // A choice that was made in the meantime has a new key and is sent next.
      if (now.unsaved?.key === unsaved.key) keep(personId, { ...now, unsaved: null })
    }
    retries.delete(personId)
  } catch (error) {
    if (!(error instanceof Refused && FINAL.includes(error.refusal.kind))) retryLater(personId)
  } finally {
    underWay.delete(personId)
  }
}

function retryLater(personId: number): void {
  const attempt = (retries.get(personId)?.attempt ?? -1) + 1
  const pause = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)]
  retries.set(personId, { attempt, timer: setTimeout(() => void send(personId), pause) })
}

window.addEventListener('online', () => {
  for (const personId of retries.keys()) void send(personId)
})
