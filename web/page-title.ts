/** The title of the browser tab: the name of what a page shows, by which people find one of several open tabs. */
import { useLayoutEffect } from 'react'
import { useWatched, watchers } from '#web/watchers.ts'

let name: string | null = null
const { watch, changed } = watchers()

function setName(next: string | null): void {
  if (next === name) return
  name = next
  changed()
}

/** Names the tab while the calling page is shown. Null leaves the general title of the page. */
export function useTabName(own: string | null): void {
  useLayoutEffect(() => {
    setName(own)
    return () => setName(null)
  }, [own])
}

/** Sets the title of the tab to the name that the shown page gave, else to `general`. */
export function useTabTitle(general: string | null): void {
  const given = useWatched(watch, () => name)
  const shown = given ?? general
  useLayoutEffect(() => {
    document.title = shown === null ? 'Kerino' : `${shown} · Kerino`
  }, [shown])
}
