import { useHotkeys } from '@mantine/hooks'
import { useState, useSyncExternalStore } from 'react'
import { lazyDialog } from '#web/lazy-part.tsx'
import { openPalette, timesOpened, watchPalette } from './open-palette.ts'

const Palette = lazyDialog(
  ({ opened }: { opened: number }) => opened > 0,
  () => import('./Palette.tsx').then((module) => module.default),
)

/** The search that Ctrl+K opens, for people with the right to search. */
export function CommandPalette() {
  // The physical key counts, because its letter differs in a Greek layout.
  useHotkeys([['mod + K', openPalette, { usePhysicalKeys: true }]], [], true)
  const times = useSyncExternalStore(watchPalette, timesOpened, () => 0)
  // what an earlier page opened is over
  const [before] = useState(times)
  return <Palette opened={times - before} />
}
