/** What the pages with long forms share: the keys that save them from anywhere on the page, and messages that no bar hides. */
import { useEffect, useRef } from 'react'
import { isSaveKey, isUnderDialog } from './save-key.ts'

/** Saves the form of a page with the keys of `isSaveKey`; with Shift it calls `saveAgain`. */
export function useSaveKeys(save: () => void, saveAgain = save): void {
  const latest = useRef({ save, saveAgain })
  useEffect(() => {
    latest.current = { save, saveAgain }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSaveKey(event)) return
      event.preventDefault()
      if (isUnderDialog(null)) return
      if (event.shiftKey) latest.current.saveAgain()
      else latest.current.save()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Scrolls a message into view, because the bar at the bottom could hide it. */
export function useScrollIntoView(isShown: boolean) {
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isShown) message.current?.scrollIntoView({ block: 'end' })
  }, [isShown])
  return message
}
