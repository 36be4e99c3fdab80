/** The pages that the signed-in person has pinned to the top of the menu. */
import { MOST_PINS } from '#accounts/domain/preferences/contract.ts'
import { choosePreferences, preferencesHere, watchPreferences } from '#web/preferences/own-preferences.ts'
import { usePerson } from '#web/session.ts'
import { useWatched } from '#web/watchers.ts'

const NO_PINS: readonly string[] = []

/**
 * Returns the addresses of the pinned pages, and a function that pins a page or takes its pin away. `isFull` says that no more can be
 * pinned.
 */
export function usePins() {
  const personId = usePerson()?.id ?? 0
  const pins = useWatched(watchPreferences, () => preferencesHere(personId).pins) ?? NO_PINS
  const toggle = (to: string): void => {
    const now = preferencesHere(personId).pins ?? NO_PINS
    const next = now.includes(to) ? now.filter((one) => one !== to) : [...now, to].slice(0, MOST_PINS)
    choosePreferences(personId, { pins: next })
  }
  return { pins, isFull: pins.length >= MOST_PINS, toggle }
}
