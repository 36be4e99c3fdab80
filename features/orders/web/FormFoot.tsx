import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MoneyText } from '#web/ui/texts.tsx'
import { totalMargin } from './draft-costs.ts'
import { type OrderDraft, totalsOf } from './order-draft.ts'
import form from './order-form.module.css'

/** Always in view: what the order comes to, what it leaves for those who may see costs, and the buttons. */
export function FormFoot({ draft, children }: { draft: OrderDraft; children: ReactNode }) {
  const { t } = useTranslation('orders')
  const totals = totalsOf(draft)
  const margin = totalMargin(draft)
  return (
    <div className={form.bar} role="group" aria-label={t('actions')}>
      <div className={form.total} data-totals aria-live="polite">
        <span className={form.parts}>
          {t('summary.products')} <MoneyText value={totals.products} /> · {t('summary.vat')}{' '}
          <MoneyText value={totals.vat} />
          {margin === null ? null : (
            <>
              {' '}
              · {t('summary.margin')} <MoneyText value={margin} flagNegative />
            </>
          )}
        </span>
        <span className={form.grand}>
          {t('summary.total')}{' '}
          <strong>
            <MoneyText value={totals.total} />
          </strong>
        </span>
      </div>
      {children}
    </div>
  )
}
