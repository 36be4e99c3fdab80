import { Button, VisuallyHidden } from '@mantine/core'
import { ChevronRight } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { LIMITS, priceDecimals, type UnitPrice } from '#kernel/money.ts'
import cards from '#web/ui/table/card-table.module.css'
import { PriceInput } from '#web/ui/form/DecimalInput.tsx'
import { PriceText, QuantityText } from '#web/ui/texts.tsx'
import type { TrialCost } from '../domain/trial-contract.ts'
import styles from './cost.module.css'
import type { TrialDraft } from './trial-draft.ts'

type Props = {
  cost: TrialCost
  draft: TrialDraft
  tryPrice: (productId: number, price: UnitPrice | null) => void
  /** Opens the cost of a material that is made here. */
  visit: (productId: number) => void
}

/** Lists each step with section, material, quantity, a price that can be changed for the trial, and the result. */
export function CostSteps({ cost, draft, tryPrice, visit }: Props) {
  const { t } = useTranslation('products')
  const materials = cost.steps.flatMap((step) => step.materials)
  const decimals = {
    price: priceDecimals(materials.map((material) => priceIn(draft, material))),
    sum: priceDecimals([...cost.steps, ...materials].map(({ sum }) => sum)),
  }
  return (
    <table className={cards.table}>
      <thead>
        <tr>
          <th scope="col">{t('word.material')}</th>
          <th scope="col" className={cards.end}>
            {t('requirements.per-unit')}
          </th>
          <th scope="col" className={cards.end}>
            {t('field.costPrice')}
          </th>
          <th scope="col" className={cards.end}>
            {t('cost.sum')}
          </th>
        </tr>
      </thead>
      {cost.steps.map((step) => (
        <tbody key={step.seq} className={styles.step}>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {t('requirements.step', { number: step.seq, section: step.section })}
            </th>
            <td className={cards.end} data-label={t('cost.sum')}>
              <PriceText value={step.sum} decimals={decimals.sum} />
            </td>
          </tr>
          {step.materials.map((material, index) => (
            <MaterialRow
              key={index}
              material={material}
              price={priceIn(draft, material)}
              decimals={decimals}
              tryPrice={tryPrice}
              visit={visit}
            />
          ))}
        </tbody>
      ))}
    </table>
  )
}

type Material = TrialCost['steps'][number]['materials'][number]

/** Returns the price that is tried for a material, or else its present one. */
const priceIn = ({ costs }: TrialDraft, { materialId, cost }: Material): UnitPrice | null =>
  costs.has(materialId) ? (costs.get(materialId) ?? null) : cost

type RowProps = Pick<Props, 'tryPrice' | 'visit'> & {
  material: Material
  price: UnitPrice | null
  /** The numbers of decimals of the columns. */
  decimals: { price: number; sum: number }
}

function MaterialRow({ material, price, decimals, tryPrice, visit }: RowProps) {
  const { t } = useTranslation('products')
  return (
    <tr>
      <td>
        {material.name}
        {material.sku === '' ? null : <div className={cards.note}>{material.sku}</div>}
        {material.made ? (
          <div>
            <Button
              size="compact-xs"
              variant="subtle"
              rightSection={<ChevronRight size={14} aria-hidden />}
              onClick={() => visit(material.materialId)}
            >
              {t('cost.visit')}
              <VisuallyHidden>: {material.name}</VisuallyHidden>
            </Button>
          </div>
        ) : null}
      </td>
      <td className={cards.end} data-label={t('requirements.per-unit')}>
        <QuantityText value={material.quantity} unit={material.unit} />
      </td>
      <td className={cards.end} data-label={t('field.costPrice')}>
        <div>
          <PriceInput
            aria-label={t('cost.price-of', { name: material.name })}
            w={124}
            ml="auto"
            min={0}
            max={LIMITS.unitPrice}
            value={price}
            decimals={decimals.price}
            onChange={(value) => tryPrice(material.materialId, value as UnitPrice | null)}
          />
          {material.cost === material.storedCost ? null : (
            <div className={cards.note}>
              {t('cost.stored')} <PriceText value={material.storedCost} />
            </div>
          )}
        </div>
      </td>
      <td className={cards.end} data-label={t('cost.sum')}>
        <PriceText value={material.sum} decimals={decimals.sum} />
      </td>
    </tr>
  )
}
