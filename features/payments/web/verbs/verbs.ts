/** What the search of Ctrl+K does for the verbs of payments. */
import { BanknoteArrowDown } from '#web/ui/icon/icons.ts'
import type { PaletteVerb } from '#web/layouts/palette-verbs.ts'
import { cashVerb, newPaymentVerb } from '../../domain/verbs.ts'

const verbs: readonly PaletteVerb[] = [
  {
    verb: cashVerb,
    icon: BanknoteArrowDown,
    feature: 'payments',
    key: 'cash',
    to: ({ record, amount }) => `/createpayment?customer=${record?.id ?? ''}&amount=${amount ?? ''}&type=CASH`,
  },
  {
    verb: newPaymentVerb,
    icon: BanknoteArrowDown,
    feature: 'payments',
    key: 'create',
    to: ({ record, amount }) =>
      record === null ? '/createpayment' : `/createpayment?customer=${record.id}&amount=${amount ?? ''}`,
  },
]
export default verbs
