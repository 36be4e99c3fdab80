import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PLACES, scaleDecimal } from '#kernel/money.ts'
import { showPrice } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { HistoryList } from '#web/ui/HistoryList.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { productHistory } from '../domain/contract.ts'

/** Fields that history keeps as plain euro. */
const PRICE_FIELDS = ['salesPrice', 'b2bSalesPrice', 'costPrice']
/** Fields that history keeps as percent. */
const PERCENT_FIELDS = ['vat', 'costMargin']

/** Who changed what of a product, newest first; its stock has a ledger of its own. */
export function ProductChanges({ id }: { id: number }) {
  const { t } = useTranslation('products')
  const answer = useAsk(productHistory, { id }, { topics: [`products:${id}`] })

  const showValue = (field: string, value: unknown): ReactNode => {
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
      return '–'
    if (typeof value === 'boolean') return t(value ? 'action.yes' : 'action.no')
    if (typeof value === 'number' && PRICE_FIELDS.includes(field))
      return showPrice(scaleDecimal(value.toFixed(PLACES.unitPrice), PLACES.unitPrice) ?? 0)
    if (Array.isArray(value)) return value.map(String).join(' · ')
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (PERCENT_FIELDS.includes(field)) return `${text} %`
    if (field === 'usageType') return t(`usage.${text}`, { defaultValue: text })
    return field === 'unit' ? t(`unit.${text}`, { defaultValue: text }) : text
  }

  if (answer.data) return <HistoryList rows={answer.data.rows} showValue={showValue} />
  return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={4} />
}
