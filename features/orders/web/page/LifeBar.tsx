import { useTranslation } from 'react-i18next'
import { lifePath } from '../../domain/life-path.ts'
import type { OrderStatus } from '../../domain/order.ts'
import styles from './life-bar.module.css'

/** Shows the steps of an order and where it stands. Nothing for an order that was cancelled or deleted. */
export function LifeBar({ status }: { status: OrderStatus }) {
  const { t } = useTranslation('orders')
  const path = lifePath(status)
  if (path === null) return null
  return (
    <ol className={styles.bar} aria-label={t('life')}>
      {path.steps.map((step, index) => (
        <li
          key={step}
          className={styles.step}
          data-step={step}
          data-past={index < path.at || undefined}
          data-aside={(index === path.at && (step === 'PARKED' || step === 'RETURNED')) || undefined}
          aria-current={index === path.at ? 'step' : undefined}
        >
          <span>{t(`status.${step}`, { ns: 'frame' })}</span>
        </li>
      ))}
    </ol>
  )
}
