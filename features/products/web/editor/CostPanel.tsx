import { useTranslation } from 'react-i18next'
import { type Cents, shareOf, subtractUnitPrice, type UnitPrice } from '#kernel/money.ts'
import { NOTHING } from '#web/format.ts'
import figures from '#web/ui/figures.module.css'
import { Figure } from '#web/ui/Panel.tsx'
import { PriceText, RateText } from '#web/ui/texts.tsx'
import { isComputed, type ProductValues } from '../fields/product-values.ts'
import { costOfDraft } from './recipe-draft.ts'
import { marginOf } from './RecipePanel.tsx'
import styles from './recipe.module.css'

/** Returns the cost as it would be stored now; null while it is not entered. */
const costOf = (values: ProductValues): UnitPrice | null =>
  isComputed(values) ? costOfDraft(values.steps, marginOf(values)) : (values.costPrice as UnitPrice | null)

/** Returns cost, sales price and the share of the sales price that remains. */
function figuresOf(values: ProductValues) {
  const cost = costOf(values)
  const sale = values.salesPrice as UnitPrice | null
  const left = cost === null || sale === null ? null : subtractUnitPrice(sale, cost)
  // a share of two amounts of the same kind is the same in any unit
  const share = left === null || !sale ? null : shareOf(left as number as Cents, sale as number as Cents)
  return { cost, sale, left, share }
}

/** Shows cost and margin while the recipe and the prices are typed. */
export function CostPanel({ values, usedIn }: { values: ProductValues; usedIn: number }) {
  const { t } = useTranslation('products')
  const { cost, sale, left, share } = figuresOf(values)
  return (
    <dl className={`${figures.figures} ${styles.figures}`} aria-live="polite" data-cost-panel>
      <Figure label={t(isComputed(values) ? 'field.costComputed' : 'field.costPrice')}>
        <PriceText value={cost} />
      </Figure>
      <Figure label={t('field.salesPrice')}>
        <PriceText value={sale} />
      </Figure>
      <Figure label={t('cost.left')}>{left === null ? NOTHING : <PriceText value={left} />}</Figure>
      <Figure label={t('recipe.share')}>{share === null ? NOTHING : <RateText value={share} />}</Figure>
      {usedIn > 0 ? <Figure label={t('part.used-in')}>{t('recipe.used-in', { count: usedIn })}</Figure> : null}
    </dl>
  )
}

/** Shows cost and margin in one line beside Save, where the panel is out of sight. */
export function CostInBar({ values }: { values: ProductValues }) {
  const { t } = useTranslation('products')
  const { cost, share } = figuresOf(values)
  return (
    <span className={styles.inBar}>
      {t('cost.open')} <PriceText value={cost} />
      {share === null ? null : (
        <>
          {' · '}
          <RateText value={share} />
        </>
      )}
    </span>
  )
}
