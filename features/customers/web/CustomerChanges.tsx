import { useTranslation } from 'react-i18next'
import { salespersonOptions } from '#features/salespersons/domain/contract.ts'
import { salespersonName } from '#features/salespersons/domain/salesperson.ts'
import { isDay, showDay } from '#kernel/day.ts'
import { showEuro } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { HistoryList } from '#web/ui/HistoryList.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { customerHistory } from '../domain/account-contract.ts'

const NOTHING = '–'

/** Fields that history keeps as plain euro. */
const MONEY_FIELDS = ['payment', 'amount', 'total']
/** Fields that history keeps as percent. */
const PERCENT_FIELDS = ['discount', 'vatType']

/** Who did what with a customer, newest first. */
export function CustomerChanges({ id }: { id: number }) {
  const { t } = useTranslation('customers')
  const answer = useAsk(customerHistory, { id }, { topics: [`customers:${id}`] })
  const people = useAsk(salespersonOptions, {}, { topics: ['salespersons'] })

  const show = (field: string, value: unknown): string => {
    if (field === 'salespersonId' && typeof value === 'number') {
      const person = people.data?.rows.find((one) => one.id === value)
      return person ? salespersonName(person) : `#${value}`
    }
    if (MONEY_FIELDS.includes(field) && typeof value === 'number') return showEuro(value)
    const text = plainValue(value)
    if (text === NOTHING) return NOTHING
    return PERCENT_FIELDS.includes(field) ? `${text}%` : isDay(text) ? showDay(text) : text
  }

  return (
    <Panel title={t('tab.history')}>
      {answer.data ? (
        <HistoryList rows={answer.data.rows} showValue={show} />
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={4} />
      )}
    </Panel>
  )
}

/** A value of any field as a line: lists by their items, records by what they say. */
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
