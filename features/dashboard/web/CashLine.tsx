import { tillNow } from '#features/cash-desk/domain/till-contract.ts'
import { CashLineText } from '#features/cash-desk/web/till/CashLineText.tsx'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import styles from './dashboard.module.css'

/** Shows in one line where all cash is, and leads to the cash desk. Nothing if the company hides it before the count. */
export function CashLine() {
  const answer = useAsk(tillNow, {})
  // its place is kept while it loads, so that nothing below it jumps
  if (!answer.data) return answer.error ? null : <div className={styles.proof} aria-hidden />
  if (answer.data.line === null) return null
  return (
    <PageLink to="/cashregister" className={styles.proof}>
      <CashLineText line={answer.data.line} />
    </PageLink>
  )
}
