/** The key `/`, which opens the search of a list. A person who speaks to their device can switch it off (WCAG 2.1.4). */
import { currentPerson, usePerson } from '#web/session.ts'
import { useWatched } from '#web/watchers.ts'
import { choosePreferences, preferencesHere, watchPreferences } from './own-preferences.ts'

const isOn = (personId: number | undefined): boolean => preferencesHere(personId ?? 0).slashKey ?? true

/** Reports whether the key opens the search for the signed-in person. */
export const isSlashKeyOn = (): boolean => isOn(currentPerson()?.id)

/** Returns the same while it is shown, and a function that switches the key. */
export function useSlashKey(): { on: boolean; choose: (on: boolean) => void } {
  const personId = usePerson()?.id
  return {
    on: useWatched(watchPreferences, () => isOn(personId)),
    choose: (slashKey) => {
      if (personId !== undefined) choosePreferences(personId, { slashKey })
    },
  }
}
