import { useTranslation } from 'react-i18next'
import { salespersonOptions } from '#features/salespersons/domain/contract.ts'
import { salespersonName } from '#features/salespersons/domain/salesperson.ts'
import { PLACES, scaleDecimal } from '#kernel/money.ts'
import { showQuantity } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { useHistoryValue } from '#web/ui/history/history-value.ts'
import { RecordHistory } from '#web/ui/history/HistoryList.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { customerHistory } from '../../domain/account-contract.ts'
import { CUSTOMER_WORDS } from '../../domain/history-words.ts'

type RecordedLoan = { readonly bound: string; readonly name: string; readonly quantity: number }
const isLoan = (value: unknown): value is RecordedLoan =>
  typeof value === 'object' && value !== null && 'bound' in value
const pieces = (quantity: number): string => showQuantity(scaleDecimal(String(quantity), PLACES.quantity) ?? 0)

/** Shows the history of a customer, newest first. */
export function CustomerChanges({ id }: { id: number }) {
  const { t } = useTranslation('customers')
  return (
    <Panel title={t('tab.history')}>
      <CustomerHistory id={id} />
    </Panel>
  )
}

/** The entries of the history of a customer, also of one that was merged into another. */
export function CustomerHistory({ id }: { id: number }) {
  const { t } = useTranslation('customers')
  const people = useAsk(salespersonOptions, {}, { topics: ['salespersons'] })

  const plain = useHistoryValue(CUSTOMER_WORDS)

  const show = (field: string, value: unknown): string => {
    // Older entries have only the id.
    if (field === 'salespersonId' && typeof value === 'number') {
      const person = people.data?.rows.find((one) => one.id === value)
      return person ? salespersonName(person) : t('gone-salesperson')
    }
    if (field === 'loan' && isLoan(value))
      return `${plain(field, value.bound)}: ${value.name} × ${pieces(value.quantity)}`
    return plain(field, value)
  }

  return <RecordHistory contract={customerHistory} id={id} showValue={show} />
}
