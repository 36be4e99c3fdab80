/** What the search of Ctrl+K does for the verbs of providers. */
import { Factory } from '#web/ui/icon/icons.ts'
import type { PaletteVerb } from '#web/layouts/palette-verbs.ts'
import { newProviderVerb } from '../../domain/verbs.ts'

const verbs: readonly PaletteVerb[] = [
  {
    verb: newProviderVerb,
    icon: Factory,
    feature: 'providers',
    key: 'create',
    to: () => '/createprovider',
  },
]
export default verbs
