import { ArrowRight, CircleCheck } from '#web/ui/icon/icons.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showDay, showMoney } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { type DashboardLine, dashboardLines } from '../domain/lines.ts'
import styles from './dashboard.module.css'

/**
 * Shows what waits for the person, most urgent first. Each line opens the list of these records. What stands below is shown
 * once the number of lines is known, so that it does not jump.
 */
export function Lines({ below }: { below: ReactNode }) {
  const answer = useAsk(dashboardLines, {})
  if (!answer.data)
    return answer.error ? (
      <>
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
        {below}
      </>
    ) : (
      <Loading rows={4} height={56} />
    )
  return (
    <>
      <ListOfLines lines={answer.data.lines} />
      {below}
    </>
  )
}

function ListOfLines({ lines }: { lines: readonly DashboardLine[] }) {
  const { t } = useTranslation('dashboard')
  if (lines.length === 0)
    return (
      <p className={styles.quiet}>
        <CircleCheck size={20} aria-hidden /> {t('lines.none')}
      </p>
    )
  return (
    <ul className={styles.lines}>
      {lines.map(({ name, count, oldest, amount, to }) => (
        <li key={name}>
          <PageLink to={to} className={styles.line} data-line={name}>
            <strong>{t(`line.${name}`, { count })}</strong>
            <span className="figures">
              {[
                ...(amount === null ? [] : [showMoney(amount)]),
                ...(oldest === null || name === 'today' ? [] : [t('lines.oldest', { day: showDay(oldest) })]),
              ].join(' · ')}
            </span>
            <ArrowRight size={16} aria-hidden />
          </PageLink>
        </li>
      ))}
    </ul>
  )
}
