import { useTranslation } from 'react-i18next'
import { showDay, showMoney } from '#web/format.ts'
import figures from '#web/ui/figures.module.css'
import { Panel } from '#web/ui/Panel.tsx'
import { MoneyText } from '#web/ui/texts.tsx'
import type { Overdue } from '../../domain/due.ts'
import { AGES, type Aging } from '../../domain/aging.ts'
import styles from '../parties.module.css'

/** Shows the balance by age, youngest first, any credit, and what is overdue. */
export function PartyAging({ aging, overdue = null }: { aging: Aging; overdue?: Overdue | null }) {
  const { t } = useTranslation('parties')
  return (
    <Panel title={t('aging.title')} flush>
      <dl className={figures.figures} data-within>
        {AGES.map((age) => (
          <div key={age} data-age={age} className={age === 'older' && aging.older > 0 ? styles.late : undefined}>
            <dt>{t(`aging.${age}`)}</dt>
            <dd>
              <MoneyText value={aging[age]} />
            </dd>
          </div>
        ))}
        {aging.credit > 0 ? (
          <div data-age="credit">
            <dt>{t('aging.credit')}</dt>
            <dd>
              <MoneyText value={aging.credit} />
            </dd>
          </div>
        ) : null}
      </dl>
      {overdue === null ? null : (
        <p className={`${styles.hint} ${styles.overdue}`} data-overdue>
          {t('due.of-party', { amount: showMoney(overdue.cents), day: showDay(overdue.since), late: overdue.days })}
        </p>
      )}
      <p className={styles.hint}>{t('aging.hint')}</p>
    </Panel>
  )
}
