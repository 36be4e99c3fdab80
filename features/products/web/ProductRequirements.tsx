import { Anchor, Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { priceDecimals } from '#kernel/money.ts'
import { showQuantity } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { PriceText, QuantityText } from '#web/ui/texts.tsx'
import { productsRights } from '../domain/rights.ts'
import { costOfMaterials } from '../domain/units.ts'
import type { StoredProduct } from './ProductFacts.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import styles from './products.module.css'

type Step = StoredProduct['steps'][number]
type Material = Step['materials'][number]

/** Returns the cost of a material for one unit of the product, or null for a person who may not see costs. */
const costPerUnit = ({ cost, ...material }: Material) =>
  cost === null ? null : costOfMaterials([{ ...material, cost }])

/** Shows how a product is made: each step with its section, and the materials for one unit. */
export function ProductRequirements({ product }: { product: StoredProduct }) {
  const { t } = useTranslation('products')
  const isBought = product.usageType === 'PURCHASED-MATERIAL'
  const decimals = priceDecimals(product.steps.flatMap(({ materials }) => materials.map(costPerUnit)))
  return (
    <Panel title={t('part.requirements')} flush>
      {product.steps.length === 0 ? (
        <p className={styles.empty}>{t(isBought ? 'requirements.bought' : 'requirements.none')}</p>
      ) : (
        product.steps.map((step) => (
          <section
            key={step.seq}
            className={styles.step}
            aria-label={t('requirements.step', { number: step.seq, section: step.section })}
          >
            <h3 className={styles.stepTitle}>
              {t('requirements.step', { number: step.seq, section: step.section })}
              {step.minutes === null ? null : (
                <small
                  className={styles.muted}
                >{` · ${t('requirements.minutes', { minutes: showQuantity(step.minutes) })}`}</small>
              )}
            </h3>
            {step.materials.length === 0 ? (
              <p className={styles.empty}>{t('requirements.no-materials')}</p>
            ) : (
              <Materials materials={step.materials} decimals={decimals} />
            )}
          </section>
        ))
      )}
    </Panel>
  )
}

type MaterialsProps = {
  materials: readonly Material[]
  /** The decimals of all costs on the page, so that they stand below each other. */
  decimals: number
}

function Materials({ materials, decimals }: MaterialsProps) {
  const { t } = useTranslation('products')
  const seesCosts = useMay(productsRights.cost)
  return (
    <div className={shortTable.scroll}>
      <table className={shortTable.list}>
        <thead>
          <tr>
            <th scope="col">{t('word.material')}</th>
            <th scope="col" className={shortTable.end}>
              {t('requirements.per-unit')}
            </th>
            {seesCosts ? (
              <th scope="col" className={`${shortTable.end} ${styles.wide}`}>
                {t('requirements.cost')}
              </th>
            ) : null}
            <th scope="col" className={shortTable.end}>
              {t('column.stock')}
            </th>
          </tr>
        </thead>
        <tbody>
          {materials.map((material, index) => (
            <MaterialRow key={index} material={material} decimals={seesCosts ? decimals : null} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type MaterialRowProps = {
  material: Material
  /** The decimals of the cost, or null if it is not shown. */
  decimals: number | null
}

function MaterialRow({ material, decimals }: MaterialRowProps) {
  const { t } = useTranslation('products')
  return (
    <tr>
      <td>
        <Anchor component={PageLink} to={`/product-overview/${material.materialId}`} size="sm">
          {material.name}
        </Anchor>{' '}
        {material.lendable ? (
          <Badge size="xs" variant="default" tt="none">
            {t('requirements.lendable')}
          </Badge>
        ) : null}
        {material.sku === '' ? null : <div className={styles.muted}>{material.sku}</div>}
      </td>
      <td className={shortTable.end}>
        <QuantityText value={material.quantity} unit={material.unit} />
      </td>
      {decimals === null ? null : (
        <td className={`${shortTable.end} ${styles.wide}`}>
          <PriceText value={costPerUnit(material)} decimals={decimals} />
        </td>
      )}
      <td className={shortTable.end}>
        <QuantityText value={material.stock} unit={material.materialUnit} flagNegative />
      </td>
    </tr>
  )
}
