/** What the search of Ctrl+K does for the verbs of customers. */
import { Users } from '#web/ui/icon/icons.ts'
import type { PaletteVerb } from '#web/layouts/palette-verbs.ts'
import { newCustomerVerb } from '../../domain/verbs.ts'

const verbs: readonly PaletteVerb[] = [
  {
    verb: newCustomerVerb,
    icon: Users,
    feature: 'customers',
    key: 'create',
    to: () => '/createcustomer',
  },
]
export default verbs
