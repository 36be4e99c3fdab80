/** What the search of Ctrl+K does for the verbs of shipping. */
import { Truck } from '#web/ui/icon/icons.ts'
import type { PaletteVerb } from '#web/layouts/palette-verbs.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { planVerb } from '../../domain/verbs.ts'
import { planAtOnce } from './plan-at-once.ts'

const verbs: readonly PaletteVerb[] = [
  {
    verb: planVerb,
    icon: Truck,
    feature: 'shipping',
    key: 'plan',
    Part: lazyPart(() => import('../planning/PlanVerb.tsx')),
    attempt: planAtOnce,
  },
]
export default verbs
