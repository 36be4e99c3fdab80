import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showMoney } from '#web/format.ts'
import { MoneyText } from '#web/ui/texts.tsx'
import { type costsWith, totalMargin } from '../domain/draft-costs.ts'
import { type OrderDraft, totalsOf } from '../domain/order-draft.ts'
import styles from './form-foot.module.css'

const ANNOUNCE_AFTER_MS = 1000

type Props = { draft: OrderDraft; costOf: ReturnType<typeof costsWith>; children: ReactNode }

/** Shows the totals, the margin for people who may see costs, and the buttons, always in view. */
export function FormFoot({ draft, costOf, children }: Props) {
  const { t } = useTranslation('order-entry')
  const totals = totalsOf(draft)
  const margin = totalMargin(draft.lines, costOf)
  // Read to screen readers after a pause, and not at every key.
  const [announced] = useDebouncedValue(totals.total, ANNOUNCE_AFTER_MS)
  return (
    <div className={styles.bar} data-form-foot role="group" aria-label={t('orders:actions')}>
      <VisuallyHidden role="status">
        {t('orders:summary.total')} {showMoney(announced)}
      </VisuallyHidden>
      <div className={styles.total} data-totals>
        <span className={styles.parts}>
          {t('orders:summary.products')} <MoneyText value={totals.products} /> · {t('orders:summary.vat')}{' '}
          <MoneyText value={totals.vat} />
          {margin === null ? null : (
            <>
              {' '}
              · {t('summary.margin')} <MoneyText value={margin} flagNegative />
            </>
          )}
        </span>
        <span className={styles.grand}>
          {t('orders:summary.total')}{' '}
          <strong>
            <MoneyText value={totals.total} />
          </strong>
        </span>
      </div>
      {children}
    </div>
  )
}
