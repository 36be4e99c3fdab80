import { useTranslation } from 'react-i18next'
import { PartyHistory } from '#features/parties/web/page/PartyHistory.tsx'
import { PLACES, scaleDecimal } from '#kernel/money.ts'
import { showQuantity } from '#web/format.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { CUSTOMER_WORDS } from '../../domain/history-words.ts'
import { customerPages } from '../customer-pages.ts'

type RecordedLoan = { readonly bound: string; readonly name: string; readonly quantity: number }
const isLoan = (value: unknown): value is RecordedLoan =>
  typeof value === 'object' && value !== null && 'bound' in value
const pieces = (quantity: number): string => showQuantity(scaleDecimal(String(quantity), PLACES.quantity) ?? 0)

/** Shows the history of a customer, newest first. */
export function CustomerChanges({ id }: { id: number }) {
  const { t } = useTranslation('parties')
  return (
    <Panel title={t('parties:tab.history')}>
      <CustomerHistory id={id} />
    </Panel>
  )
}

/** The entries of the history of a customer, also of one that was merged into another. */
export function CustomerHistory({ id }: { id: number }) {
  return (
    <PartyHistory
      pages={customerPages}
      id={id}
      words={CUSTOMER_WORDS}
      ownText={(plain, field, value) =>
        field === 'loan' && isLoan(value)
          ? `${plain(field, value.bound)}: ${value.name} × ${pieces(value.quantity)}`
          : null
      }
    />
  )
}
