import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { productDetail } from '#features/products/domain/contract.ts'
import { ProductFacts } from '#features/products/web/ProductFacts.tsx'
import { useGo } from '#web/navigation.tsx'
import { readAhead as readAnswer } from '#web/query.ts'
import { AskedPreview } from '#web/ui/table/preview/AskedPreview.tsx'
import { AdjustProduct, EditProduct } from '../ProductSteps.tsx'
import { StockFigures } from '../StockFigures.tsx'

/** Reads a product. */
export const readAhead = (id: number): Promise<unknown> => readAnswer(productDetail, { id })

/** Shows a product beside a list: what may be done with it, its stock, prices and details. */
export default function ProductPreview({ id }: { id: number }) {
  const { t } = useTranslation('stock')
  const go = useGo()
  return (
    <AskedPreview contract={productDetail} id={id} failed={t('products:not-read')}>
      {({ product }) => (
        <>
          <Group gap="xs" data-tools>
            <EditProduct product={product} />
            <AdjustProduct product={product} />
          </Group>
          {product.service ? null : (
            <StockFigures
              figures={product}
              unit={t(`unit.${product.unit}`)}
              openLedger={() => go(`/product-overview/${id}?ledger=1`)}
            />
          )}
          <ProductFacts product={product} brief />
        </>
      )}
    </AskedPreview>
  )
}
