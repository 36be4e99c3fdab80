import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { StoredProduct } from '#features/products/web/ProductFacts.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { productProviders } from '../domain/contract.ts'
import { purchasesRights } from '../domain/rights.ts'
import { CATALOGUE_ACTION } from './catalogue-parts.ts'
import { CatalogueList } from './CatalogueList.tsx'

/** Shows from whom a product is bought, on its own page. Shown for purchased products, and for others that a catalogue has. */
export default function ProductCatalogue({ product }: { product: StoredProduct }) {
  return useMay(purchasesRights.read) && !product.service ? <Loaded product={product} /> : null
}

function Loaded({ product }: { product: StoredProduct }) {
  const { t } = useTranslation('purchases')
  const { id, usageType } = product
  const actions = usePageParts(CATALOGUE_ACTION)
  const answer = useAsk(productProviders, { productId: id })
  const isBought = usageType === 'PURCHASED-MATERIAL'
  if (!answer.data) {
    if (!isBought) return null
    return (
      <Panel title={t('catalogue.of-product')}>
        {answer.error ? (
          <ErrorState error={answer.error} retry={() => void answer.refetch()} />
        ) : (
          <Loading rows={2} height={36} />
        )}
      </Panel>
    )
  }
  if (!isBought && answer.data.rows.length === 0) return null
  return (
    <CatalogueList
      title={t('catalogue.of-product')}
      rows={answer.data.rows}
      of={{ productId: id, providerId: null }}
      empty={t('catalogue.no-providers')}
      after={
        <Group p="sm" justify="flex-end">
          {actions.map(({ key, Button }) => (
            <Button key={key} product={product} />
          ))}
        </Group>
      }
    />
  )
}
