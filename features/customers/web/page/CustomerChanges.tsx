import { useTranslation } from 'react-i18next'
import { salespersonOptions } from '#features/salespersons/domain/contract.ts'
import { salespersonName } from '#features/salespersons/domain/salesperson.ts'
import { isDay, showDay } from '#kernel/day.ts'
import { wordKeys } from '#kernel/history-words.ts'
import { PLACES, scaleDecimal } from '#kernel/money.ts'
import { NOTHING, showEuro, showQuantity } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { RecordHistory } from '#web/ui/HistoryList.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { customerHistory } from '../../domain/account-contract.ts'
import { CUSTOMER_WORDS } from '../../domain/history-words.ts'

/** Fields that the history stores in euros. */
const MONEY_FIELDS = ['payment', 'amount', 'total']
/** Fields that the history stores in percent. */
const PERCENT_FIELDS = ['discount', 'vatType']

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

  const word = (field: string, text: string) => {
    const keys = wordKeys(CUSTOMER_WORDS, field, text)
    return keys.length === 0 ? text : t(keys, { defaultValue: text })
  }
  const show = (field: string, value: unknown): string => {
    // Older entries have only the id.
    if (field === 'salespersonId' && typeof value === 'number') {
      const person = people.data?.rows.find((one) => one.id === value)
      return person ? salespersonName(person) : t('gone-salesperson')
    }
    if (MONEY_FIELDS.includes(field) && typeof value === 'number') return showEuro(value)
    if (field === 'loan' && isLoan(value))
      return `${word(field, value.bound)}: ${value.name} × ${pieces(value.quantity)}`
    const text = plainValue(value)
    if (text === NOTHING) return NOTHING
    return PERCENT_FIELDS.includes(field) ? `${text}%` : isDay(text) ? showDay(text) : word(field, text)
  }

  return <RecordHistory contract={customerHistory} id={id} showValue={show} />
}

/** Returns a value as one text: the items of a list, or the values of a record. */
function plainValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainValue).join(' · ') || NOTHING
  if (typeof value === 'object' && value !== null)
    return (
      Object.values(value)
        .map(plainValue)
        .filter((part) => part !== NOTHING)
        .join(', ') || NOTHING
    )
  if (typeof value === 'string' && value !== '') return value
  return typeof value === 'number' ? String(value) : NOTHING
}
