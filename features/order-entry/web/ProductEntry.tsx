import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { PackageSearch } from '#web/ui/icon/icons.ts'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { type ProductForLine, searchProducts } from '#features/products/domain/contract.ts'
import { askQuery } from '#web/api.ts'
import { PriceText } from '#web/ui/texts.tsx'
import type { DraftProduct } from '../domain/order-draft.ts'
import form from './order-form.module.css'
import { ProductDrawer } from './ProductDrawer.tsx'
import { ProductStock } from './ProductStock.tsx'
import { Thumb } from '#web/ui/photo/Thumb.tsx'
import { SearchPick } from '#web/ui/form/SearchPick.tsx'

/** Returns products that match the typed text, with the data that the form needs. */
const findProducts = (search: string): Promise<ProductForLine[]> =>
  askQuery(searchProducts, { search }).then(({ rows }) => rows)

type Props = {
  add: (product: DraftProduct) => void
  addPiece: (product: DraftProduct) => void
  inputRef: Ref<HTMLInputElement>
}

/** Adds the next line: a field for the keyboard, and a drawer for browsing. */
export function ProductEntry({ add, addPiece, inputRef }: Props) {
  const { t } = useTranslation('order-entry')
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <div className={`${form.entry} ${form.finder}`}>
        <div>
          <SearchPick
            inputRef={inputRef}
            label={t('form.add-product')}
            hideLabel
            placeholder={t('form.product-placeholder')}
            search={findProducts}
            onPick={add}
            row={(product) => (
              <span className={form.option}>
                <span>
                  <Thumb photo={product.photo} size={24} /> {product.name} <small>{product.sku}</small>
                </span>
                <small>
                  <PriceText value={product.salesPrice} /> · <ProductStock product={product} />
                </small>
              </span>
            )}
          />
        </div>
        <Button variant="default" leftSection={<PackageSearch size={16} aria-hidden />} onClick={open}>
          {t('form.browse-products')}
        </Button>
      </div>
      <ProductDrawer opened={opened} close={close} add={addPiece} />
    </>
  )
}
