import { TriangleAlert } from '#web/ui/icon/icons.ts'
import { useCellTexts } from '#web/i18n.ts'
import type { BoardRow } from '../domain/board-contract.ts'
import styles from './operations.module.css'

/** Marks an order whose pieces are also promised to other orders, or are no longer in stock. */
export function StockMarks({ order }: { order: BoardRow }) {
  // the status of a waiting order already says that something is missing
  const short = order.short && order.status !== 'PENDING-STOCK'
  return short || order.contested ? <Mark short={short} /> : null
}

function Mark({ short }: { short: boolean }) {
  const t = useCellTexts('operations')
  return (
    <span
      className={styles.mark}
      data-mark={short ? 'short' : 'contested'}
      title={t(short ? 'mark.short' : 'mark.contested-hint')}
    >
      <TriangleAlert size={14} aria-hidden />
      {t(short ? 'mark.short' : 'mark.contested')}
    </span>
  )
}
