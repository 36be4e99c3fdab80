/** Reads the record that a person will probably come to next, so that its preview stands at once. */
import { useEffect, useRef } from 'react'
import { usePageParts } from '#web/page-parts.ts'
import { previewAt, RECORD_PREVIEW } from '#web/ui/table/preview/record-previews.ts'

/** The pause before the record is read: that of the shown row goes first, and a key that is held down reads none. */
const PAUSE_MS = 150

/** Reads the record of the row after the one at a place, in the direction of the last move. */
export function useReadAhead(rows: readonly unknown[], index: number, href: (row: unknown) => string): void {
  const previews = usePageParts(RECORD_PREVIEW)
  const before = useRef(index)
  const next = rows[index < before.current ? index - 1 : index + 1]
  const address = next === undefined ? '' : href(next)
  useEffect(() => {
    before.current = index
  }, [index])
  useEffect(() => {
    const found = previewAt(previews, address)
    if (!found) return undefined
    const timer = setTimeout(() => {
      void found.preview
        .load()
        .then(({ readAhead }) => readAhead(found.id))
        // what cannot be read says so when it is shown
        .catch(() => undefined)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [previews, address])
}
