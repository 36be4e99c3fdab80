/** Gives the layout of the signed-in person to the frame of the page. */
import { useCallback } from 'react'
import { chooseLayout, type Layout, type LayoutOption, USUAL_LAYOUT } from '#accounts/domain/preferences/layout.ts'
import { choosePreferences, preferencesHere, watchPreferences } from '#web/preferences/own-preferences.ts'
import { usePerson } from '#web/session.ts'
import { useWatched } from '#web/watchers.ts'

export type ChooseLayout = <Option extends LayoutOption>(option: Option, value: Layout[Option]) => void

/** Returns the layout of the person, whether the server has stored it, and the functions that change it. */
export function useLayout() {
  const personId = usePerson()?.id ?? 0
  const kept = useWatched(watchPreferences, () => preferencesHere(personId))
  const choose = useCallback<ChooseLayout>(
    (option, value) => {
      const now = preferencesHere(personId).layout ?? USUAL_LAYOUT
      choosePreferences(personId, { layout: chooseLayout(now, option, value) })
    },
    [personId],
  )
  const reset = useCallback(() => choosePreferences(personId, { layout: USUAL_LAYOUT }), [personId])
  return { layout: kept.layout ?? USUAL_LAYOUT, stored: kept.unsaved === null, choose, reset }
}
