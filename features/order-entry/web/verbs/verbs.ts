/** What the search of Ctrl+K does for the verbs of order-entry. */
import { FilePlus2 } from '#web/ui/icon/icons.ts'
import type { PaletteVerb } from '#web/layouts/palette-verbs.ts'
import { newOrderVerb } from '../../domain/verbs.ts'

const verbs: readonly PaletteVerb[] = [
  {
    verb: newOrderVerb,
    icon: FilePlus2,
    feature: 'order-entry',
    key: 'create',
    to: () => '/createorder',
  },
]
export default verbs
