import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { StoredProduct } from '#features/products/web/ProductFacts.tsx'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { productProviders } from '../../domain/catalogue/contract.ts'
import { purchasesRights } from '../../domain/rights.ts'
import { AskButton } from '../requests/AskDialog.tsx'
import { CatalogueList } from './CatalogueList.tsx'

/** Shows from whom a product is bought, on its own page. Shown for purchased products, and for others that a catalogue has. */
export default function ProductCatalogue({ product }: { product: StoredProduct }) {
  return useMay(purchasesRights.read) && !product.service ? <Loaded product={product} /> : null
}

function Loaded({ product }: { product: StoredProduct }) {
  const { t } = useTranslation('purchases')
  const { id, name, unit, usageType } = product
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
          <AskButton product={{ id, name, unit }} />
        </Group>
      }
    />
  )
}
