/** What the search of Ctrl+K does for the verbs of products. */
import { Package } from '#web/ui/icon/icons.ts'
import type { PaletteVerb } from '#web/layouts/palette-verbs.ts'
import { newProductVerb } from '../../domain/verbs.ts'

const verbs: readonly PaletteVerb[] = [
  {
    verb: newProductVerb,
    icon: Package,
    feature: 'products',
    key: 'create',
    to: () => '/createproduct',
  },
]
export default verbs
