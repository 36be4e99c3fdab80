import { CircleCheck, TriangleAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { showMoment } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { proofLine, type StockDifference } from '../domain/contract.ts'
import styles from './stock-proof.module.css'

/** Shows the result of the last check of the stock in one line, which leads to its page. */
export function StockProofLine() {
  const { t } = useTranslation('stock-proof')
  const firstText = useFirstText()
  const answer = useAsk(proofLine, {})
  // its place is kept while it loads, so that nothing below it jumps
  if (!answer.data) return answer.error ? null : <div className={styles.line} aria-hidden />
  const { last, first } = answer.data
  const differs = last !== null && last.differing > 0
  const Icon = differs ? TriangleAlert : CircleCheck
  return (
    <PageLink to="/stock-proof" className={styles.line} data-differs={differs || undefined}>
      <Icon size={16} aria-hidden />
      <span>
        {last === null
          ? t('line.none')
          : last.zeroSince === null
            ? t('line.differ', { count: last.differing })
            : t('line.zero', { since: showMoment(last.zeroSince) })}
        {last === null ? null : (
          <>
            {' · '}
            {t('line.checked', { at: showMoment(last.endedAt) })}
          </>
        )}
        {first ? <span className={styles.small}>{firstText(first)}</span> : null}
      </span>
    </PageLink>
  )
}

/** Returns the function that says in one sentence where a product first differs. */
function useFirstText(): (difference: StockDifference) => string {
  const { t } = useTranslation('stock-proof')
  return ({ name, kind, movement, orderId }) => {
    if (kind === 'LEDGER' && movement)
      return t('line.first.movement', {
        name,
        reason: t(`reason.${movement.reason}`, { ns: 'stock' }),
        at: showMoment(movement.at),
      })
    return t(`line.first.${kind}`, { name, id: orderId ?? '' })
  }
}
