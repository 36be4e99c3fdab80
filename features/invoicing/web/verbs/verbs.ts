/** What the search of Ctrl+K does for the verbs of invoicing. */
import { callTwice } from '#web/api.ts'
import { FileText } from '#web/ui/icon/icons.ts'
import type { PaletteVerb } from '#web/layouts/palette-verbs.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { sendInvoices } from '../../domain/contract.ts'
import { invoiceVerb } from '../../domain/verbs.ts'
import { sendOne } from './send-one.ts'

const verbs: readonly PaletteVerb[] = [
  {
    verb: invoiceVerb,
    icon: FileText,
    feature: 'invoicing',
    key: 'invoice',
    Part: lazyPart(() => import('./InvoiceVerb.tsx')),
    attempt: async ({ record }) =>
      record !== null && (await sendOne(record.id, (input) => callTwice(sendInvoices, input))),
  },
]
export default verbs
