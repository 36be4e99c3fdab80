import { useTranslation } from 'react-i18next'
import { QuantityText } from '#web/ui/texts.tsx'
import type { DraftProduct } from '../domain/order-draft.ts'

/** Shows the stock of a product that may be picked. A service has none. */
export function ProductStock({ product }: { product: DraftProduct }) {
  const { t } = useTranslation('order-entry')
  if (product.service) return t('form.service')
  return (
    <>
      {t('form.in-stock')} <QuantityText value={product.stock} flagNegative />
    </>
  )
}
