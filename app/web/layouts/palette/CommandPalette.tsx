import { useHotkeys } from '@mantine/hooks'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { lazyPart } from '#web/lazy-part.tsx'
import { openPalette, timesOpened, watchPalette } from './open-palette.ts'

const load = () => import('./Palette.tsx')
const Palette = lazyPart(load)

/** After this time the first page is usually there, and the first Ctrl+K need not wait. */
const LOAD_AFTER_MS = 5_000

/** The search that Ctrl+K opens, for people with the right to search. */
export function CommandPalette() {
  // The physical key counts, because its letter differs in a Greek layout.
  useHotkeys([['mod + K', openPalette, { usePhysicalKeys: true }]], [], true)
  const opened = useSyncExternalStore(watchPalette, timesOpened, () => 0)
  // what an earlier page opened is over
  const [before] = useState(opened)
  useEffect(() => {
    const later = setTimeout(() => void load().catch(() => undefined), LOAD_AFTER_MS)
    return () => clearTimeout(later)
  }, [])
  return opened === before ? null : <Palette opened={opened} />
}
