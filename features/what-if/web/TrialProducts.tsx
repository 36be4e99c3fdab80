import { Anchor, Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { priceDecimals } from '#kernel/money.ts'
import { showCount } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import mark from '#web/ui/mark.module.css'
import { Panel } from '#web/ui/Panel.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import { PriceText, RateText } from '#web/ui/texts.tsx'
import { MOST_PRODUCTS, type PriceTrial, type TrialProduct } from '../domain/contract.ts'
import styles from './what-if.module.css'

/** Shows every product whose cost changes, with its margin before and after, the most urgent first. */
export function TrialProducts({ trial, showMore }: { trial: PriceTrial; showMore: (most: number) => void }) {
  const { t } = useTranslation('what-if')
  const { products } = trial
  const count = trial.dearer + trial.cheaper
  if (count === 0) return null
  const decimals = priceDecimals(products.flatMap(({ oldCost, newCost }) => [oldCost, newCost]))
  return (
    <Panel title={t('products.title')} flush>
      <div className={shortTable.scroll}>
        <table className={`${shortTable.list} ${styles.products}`} aria-label={t('products.title')}>
          <thead>
            <tr>
              <th scope="col">{t('word.product')}</th>
              <th scope="col" className={shortTable.end}>
                {t('products.cost')}
              </th>
              <th scope="col" className={`${shortTable.end} ${styles.wide}`}>
                {t('products.price')}
              </th>
              <th scope="col" className={shortTable.end}>
                {t('word.margin')}
              </th>
            </tr>
          </thead>
          <tbody>
            {products.map((product) => (
              <ProductRow key={product.id} product={product} decimals={decimals} />
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.foot}>
        <Text size="xs" c="dimmed">
          {t('products.price-hint')}
          {products.length < count
            ? ` ${t('products.rest', { shown: showCount(products.length), total: showCount(count) })}`
            : ''}
        </Text>
        {products.length < Math.min(count, MOST_PRODUCTS) ? (
          <Button variant="default" size="compact-sm" onClick={() => showMore(MOST_PRODUCTS)}>
            {t('more')}
          </Button>
        ) : null}
      </div>
    </Panel>
  )
}

function ProductRow({ product, decimals }: { product: TrialProduct; decimals: number }) {
  const { t } = useTranslation('what-if')
  const { id, name, sku, oldCost, newCost, price, oldMargin, newMargin, wasBelow, isBelow } = product
  return (
    <tr>
      <td>
        <Anchor component={PageLink} to={`/product-overview/${id}`} size="sm">
          {name}
        </Anchor>{' '}
        {sku === '' ? null : <small className={styles.sku}>{sku}</small>}
        {isBelow && newCost > oldCost ? (
          <div>
            <span className={mark.mark} data-tone={wasBelow ? undefined : 'warning'}>
              {t(wasBelow ? 'products.was-below' : 'products.falls')}
            </span>
          </div>
        ) : null}
      </td>
      <td className={shortTable.end}>
        <Change
          from={<PriceText value={oldCost} decimals={decimals} />}
          to={<PriceText value={newCost} decimals={decimals} />}
        />
      </td>
      <td className={`${shortTable.end} ${styles.wide}`}>
        {price === null ? <span className={styles.sku}>{t('products.not-sold')}</span> : <PriceText value={price} />}
      </td>
      <td className={shortTable.end} data-below={isBelow || undefined}>
        {newMargin === null ? null : (
          <Change from={<RateText value={oldMargin} />} to={<RateText value={newMargin} />} />
        )}
      </td>
    </tr>
  )
}

const Change = ({ from, to }: { from: ReactNode; to: ReactNode }) => (
  <span className={styles.change}>
    <s>{from}</s> <span aria-hidden>→</span> <strong>{to}</strong>
  </span>
)
