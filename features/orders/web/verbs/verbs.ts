/** What the search of Ctrl+K does for the verbs of orders. */
import { Package } from '#web/ui/icon/icons.ts'
import type { PaletteVerb } from '#web/layouts/palette-verbs.ts'
import { sendVerb } from '../../domain/verbs.ts'

const verbs: readonly PaletteVerb[] = [
  {
    verb: sendVerb,
    icon: Package,
    feature: 'orders',
    key: 'send',
    fits: (status) => status === 'STOCK-OK',
    run: async (call) => (await import('./send-verb.ts')).send(call),
  },
]
export default verbs
