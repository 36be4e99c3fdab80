import { useTranslation } from 'react-i18next'
import { useAsk } from '#web/query.ts'
import { StatusStrip } from '#web/ui/table/StatusStrip.tsx'
import { orderCounts } from '../../domain/list-contract.ts'
import { countOf, DELETED_OFFERS, type OrderFilter, STRIP_FILTERS } from '../../domain/order-filters.ts'

/** Shows the statuses of orders above the list, in the order of the workflow, each with its number of orders. */
export function FilterButtons({
  show,
  choose,
  withDeleted,
}: {
  show: OrderFilter
  choose: (filter: OrderFilter) => void
  withDeleted: boolean
}) {
  const { t } = useTranslation('orders')
  const { data } = useAsk(orderCounts, {}, { withoutSignIn: true })
  const filters: readonly OrderFilter[] = withDeleted ? [...STRIP_FILTERS, DELETED_OFFERS] : STRIP_FILTERS
  return (
    <StatusStrip
      label={t('list.filters')}
      chosen={show}
      choose={choose}
      statuses={filters.map((key) => ({
        key,
        label: t(`filter.${key}`),
        count: data ? countOf(key, data.counts) : undefined,
      }))}
    />
  )
}
