import { useEffect, useId, useRef } from 'react'
import { sayAloud } from '#web/ui/say-aloud.ts'

/**
 * Says a text to screen readers when its key has changed. The first key is not said, because the person has just opened what it is about, and
 * null changes nothing: what the key is about is still on its way.
 */
export function useSaid(key: string | null, text: string = key ?? ''): void {
  const before = useRef<string | null>(null)
  const about = useId()
  useEffect(() => {
    if (key === null || before.current === key) return
    const isFirst = before.current === null
    before.current = key
    if (!isFirst && text !== '') sayAloud(text, about)
  }, [key, text, about])
}
