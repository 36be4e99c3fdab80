import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { productsRights } from '#features/products/domain/rights.ts'
import type { StoredProduct } from '#features/products/web/ProductFacts.tsx'
import { PageLink } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Pencil } from '#web/ui/icon/icons.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { stockRights } from '../domain/rights.ts'
import { AdjustStock } from './AdjustStock.tsx'

type OfProduct = { product: StoredProduct }

/** Leads to the form of a product, for people who may change it. */
export function EditProduct({ product: { id } }: OfProduct) {
  const { t } = useTranslation('products')
  if (!useMay(productsRights.write)) return null
  return (
    <Button component={PageLink} to={`/product-update/${id}`} leftSection={<Pencil size={16} aria-hidden />}>
      {t('action.edit')}
    </Button>
  )
}

/** Opens the dialog that adjusts the stock of a product. A service has none. */
export function AdjustProduct({ product: { id, name, stock, unit, service } }: OfProduct) {
  const { t } = useTranslation('stock')
  const [opened, { open, close }] = useDisclosure(false)
  const may = useMay(stockRights.adjust)
  if (!may || service) return null
  return (
    <>
      <ActionButton variant="default" onClick={open}>
        {t('action.adjust')}
      </ActionButton>
      <Dialog opened={opened} onClose={close} title={t('adjust.title', { name })}>
        <AdjustStock productId={id} stock={stock} unit={t(`unit.${unit}`)} close={close} />
      </Dialog>
    </>
  )
}
