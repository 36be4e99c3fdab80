import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { showRows } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { orderCounts } from '../../domain/list-contract.ts'
import { countOf, DELETED_OFFERS, MAIN_FILTERS, MORE_FILTERS, type OrderFilter } from './order-filters.ts'
import styles from './order-list.module.css'

/** Shows the status buttons above the order list, each with its number of orders. */
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
  const { data } = useAsk(orderCounts, {}, { topics: ['orders'], withoutSignIn: true })
  const chips: readonly OrderFilter[] = withDeleted ? [...MORE_FILTERS, DELETED_OFFERS] : MORE_FILTERS
  return (
    <div className={styles.filters} role="group" aria-label={t('list.filters')}>
      {[MAIN_FILTERS, chips].map((filters, minor) => (
        <Fragment key={minor}>
          {minor ? <span className={styles.divider} aria-hidden /> : null}
          {filters.map((filter) => (
            <button
              key={filter}
              type="button"
              className={styles.filter}
              data-minor={minor ? true : undefined}
              data-filter={filter}
              aria-pressed={filter === show}
              onClick={() => choose(filter)}
            >
              {t(`filter.${filter}`)}
              <span className={styles.count}>{data ? showRows(countOf(filter, data.counts)) : '·'}</span>
            </button>
          ))}
        </Fragment>
      ))}
    </div>
  )
}
