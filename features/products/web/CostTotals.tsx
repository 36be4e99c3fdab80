import { useTranslation } from 'react-i18next'
import { type Rate, subtractUnitPrice, type UnitPrice } from '#kernel/money.ts'
import { showPrice } from '#web/format.ts'
import { RateInput } from '#web/ui/form/DecimalInput.tsx'
import { PriceText } from '#web/ui/texts.tsx'
import type { TrialCost } from '../domain/trial-contract.ts'
import styles from './cost.module.css'

const MOST_MARGIN = 1000_00

type Props = {
  cost: TrialCost
  /** The sales price, or null for a material below the product. */
  salesPrice: UnitPrice | null
  margin: Rate | null
  /** Null if the cost is not computed from materials. */
  tryMargin: ((margin: Rate | null) => void) | null
  /** True if a value was typed after these figures were computed. */
  stale: boolean
}

/** Shows the totals: materials, margin, cost of one unit, and the profit at the sales price. */
export function CostTotals({ cost, salesPrice, margin, tryMargin, stale }: Props) {
  const { t } = useTranslation('products')
  const { total, materialsSum, product } = cost
  const left = salesPrice === null ? null : subtractUnitPrice(salesPrice, total)
  return (
    <div className={styles.totals} data-stale={stale || undefined}>
      <dl>
        {tryMargin === null ? null : (
          <>
            <dt>{t('cost.materials')}</dt>
            <dd>
              <PriceText value={materialsSum} />
            </dd>
            <dt id="trial-margin">{t('field.costMargin')}</dt>
            <dd>
              <RateInput
                aria-labelledby="trial-margin"
                w={124}
                ml="auto"
                min={0}
                max={MOST_MARGIN}
                value={margin}
                onChange={(value) => tryMargin(value as Rate | null)}
              />
            </dd>
          </>
        )}
        <dt className={styles.grand}>{t('field.costPrice')}</dt>
        <dd className={styles.grand} aria-live="polite">
          <PriceText value={total} />
        </dd>
        {product.cost === total ? null : (
          <>
            <dt>{t('cost.stored-cost')}</dt>
            <dd>
              <PriceText value={product.cost} />
            </dd>
          </>
        )}
        {salesPrice === null || left === null ? null : (
          <>
            <dt>{t('field.salesPrice')}</dt>
            <dd>
              <PriceText value={salesPrice} />
            </dd>
            <dt>{t('cost.left')}</dt>
            <dd className={left < 0 ? styles.loss : undefined}>
              <span className="figures">{showPrice(left)}</span>
            </dd>
          </>
        )}
      </dl>
      {stale ? (
        <p className={styles.hint} role="status">
          {t('cost.stale')}
        </p>
      ) : null}
    </div>
  )
}
