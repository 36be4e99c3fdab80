/** What the search of Ctrl+K does for the verbs of orders. */
import { CalendarDays, Package, Truck } from '#web/ui/icon/icons.ts'
import type { PaletteVerb } from '#web/layouts/palette-verbs.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { moveDeliveryVerb, reshipVerb, sendVerb } from '../../domain/verbs.ts'

const verbs: readonly PaletteVerb[] = [
  {
    verb: sendVerb,
    icon: Package,
    feature: 'orders',
    key: 'send',
    run: async (call) => (await import('./move-verbs.ts')).send(call),
  },
  {
    verb: reshipVerb,
    icon: Truck,
    feature: 'orders',
    key: 're-ship',
    run: async (call) => (await import('./move-verbs.ts')).reship(call),
  },
  {
    verb: moveDeliveryVerb,
    icon: CalendarDays,
    feature: 'orders',
    key: 'move-delivery',
    Part: lazyPart(() => import('./MoveDeliveryVerb.tsx')),
  },
]
export default verbs
