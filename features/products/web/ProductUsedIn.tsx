import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { QuantityText } from '#web/ui/texts.tsx'
import type { StoredProduct } from './ProductFacts.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import styles from './products.module.css'

/** Lists the products that are made with this one, with quantities. Shows nothing if there are none. */
export function ProductUsedIn({ product }: { product: StoredProduct }) {
  const { t } = useTranslation('products')
  if (product.usedIn.length === 0) return null
  return (
    <Panel title={t('part.used-in')} flush>
      <div
        role="group"
        className={`${shortTable.scroll} ${shortTable.limited}`}
        tabIndex={0}
        aria-label={t('part.used-in')}
      >
        <table className={shortTable.list}>
          <thead>
            <tr>
              <th scope="col">{t('column.name')}</th>
              <th scope="col" className={shortTable.end}>
                {t('requirements.per-unit')}
              </th>
            </tr>
          </thead>
          <tbody>
            {product.usedIn.map((other) => (
              <tr key={other.id}>
                <td>
                  <Anchor component={PageLink} to={`/product-overview/${other.id}`} size="sm">
                    {other.name}
                  </Anchor>
                  {other.sku === '' ? null : <div className={styles.muted}>{other.sku}</div>}
                </td>
                <td className={shortTable.end}>
                  <QuantityText value={other.quantity} unit={other.unit} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
