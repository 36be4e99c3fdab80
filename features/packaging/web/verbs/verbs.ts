/** What the search of Ctrl+K does for the verbs of packaging. */
import { Package } from '#web/ui/icon/icons.ts'
import type { PaletteVerb } from '#web/layouts/palette-verbs.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { packVerb } from '../../domain/verbs.ts'

const verbs: readonly PaletteVerb[] = [
  {
    verb: packVerb,
    icon: Package,
    feature: 'packaging',
    key: 'pack',
    Part: lazyPart(() => import('../PackVerb.tsx')),
  },
]
export default verbs
