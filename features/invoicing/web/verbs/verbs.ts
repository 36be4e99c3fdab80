/** What the search of Ctrl+K does for the verbs of invoicing. */
import { FileText } from '#web/ui/icon/icons.ts'
import type { PaletteVerb } from '#web/layouts/palette-verbs.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { invoiceVerb } from '../../domain/verbs.ts'

const verbs: readonly PaletteVerb[] = [
  {
    verb: invoiceVerb,
    icon: FileText,
    feature: 'invoicing',
    key: 'invoice',
    Part: lazyPart(() => import('./InvoiceVerb.tsx')),
  },
]
export default verbs
