import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { PackageSearch } from '#web/ui/icon/icons.ts'
import type { ClipboardEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { type ProductForLine, searchProducts } from '#features/products/domain/contract.ts'
import { creatingGoods } from '#features/products/web/QuickProduct.tsx'
import { askQuery } from '#web/api.ts'
import { decimalSign, showQuantity } from '#web/format.ts'
import { CreatingPick } from '#web/ui/form/quick/QuickForm.tsx'
import { PriceText } from '#web/ui/texts.tsx'
import type { DraftProduct } from '../../domain/order-draft.ts'
import { type FoundProduct, offeredFor, pastedLines, readTypedLine, type TypedLine } from '../../domain/typed-line.ts'
import form from '../order-form.module.css'
import { NotFoundLines } from './NotFoundLines.tsx'
import { ProductDrawer } from '../ProductDrawer.tsx'
import { ProductStock } from '../ProductStock.tsx'
import { type FoundLine, usePasting } from './use-pasting.ts'
import { Thumb } from '#web/ui/photo/Thumb.tsx'
import { OptionLine } from '#web/ui/form/SearchPick.tsx'

const search = (text: string): Promise<ProductForLine[]> =>
  askQuery(searchProducts, { search: text }).then(({ rows }) => rows)

/** Returns products that match the typed text, or the text before its quantity, with the data that the form needs. */
async function findProducts(text: string): Promise<readonly FoundProduct<ProductForLine>[]> {
  const line = readTypedLine(text, decimalSign())
  if (line === null) return search(text)
  const [whole, head] = await Promise.all([search(text), search(line.goods)])
  return offeredFor(text, whole, head, line)
}

/** True for several lines, or cells of a sheet. */
const isSheet = (text: string): boolean => /[\t\n]/.test(text.trim())

/** How lines are added to the draft. */
export type Adding = {
  /** Adds a line whose quantity is typed next. */
  readonly line: (product: DraftProduct) => void
  readonly typed: (product: DraftProduct, line: TypedLine) => void
  /** Adds one piece to the line of the product. */
  readonly piece: (product: DraftProduct) => void
  readonly all: (lines: readonly FoundLine[]) => void
}

type Props = { adding: Adding; inputRef: RefObject<HTMLInputElement | null> }

/**
 * Adds the next line: a field for the keyboard, which takes lines of a sheet too, and a drawer for browsing. Of a text that names no
 * product, Enter says so, and Shift+Enter creates one.
 */
export function ProductEntry({ adding, inputRef }: Props) {
  const { t } = useTranslation('order-entry')
  const [opened, { open, close }] = useDisclosure(false)
  const pasting = usePasting(adding.all)
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (!isSheet(text)) return
    event.preventDefault()
    void pasting.take(pastedLines(text, decimalSign()))
  }
  return (
    <>
      <div className={`${form.entry} ${form.finder}`} onPaste={paste} aria-busy={pasting.reading > 0}>
        <div>
          <CreatingPick<FoundProduct<ProductForLine>>
            inputRef={inputRef}
            label={t('form.add-product')}
            hideLabel
            placeholder={t('form.product-placeholder')}
            search={findProducts}
            onPick={(product) => (product.typed ? adding.typed(product, product.typed) : adding.line(product))}
            row={(product) => <Option product={product} />}
            {...creatingGoods({ kind: 'product' })}
          />
        </div>
        <Button variant="default" leftSection={<PackageSearch size={16} aria-hidden />} onClick={open}>
          {t('form.browse-products')}
        </Button>
      </div>
      <NotFoundLines pasting={pasting} entry={inputRef} />
      <ProductDrawer opened={opened} close={close} add={adding.piece} />
    </>
  )
}

/** Shows a found product, and what of the typed line it will have. */
function Option({ product }: { product: FoundProduct<ProductForLine> }) {
  const { typed } = product
  return (
    <OptionLine>
      <span>
        <Thumb photo={product.photo} size={24} /> {typed ? <b>{showQuantity(typed.quantity)} × </b> : null}
        {product.name} <small>{product.sku}</small>
        {typed && typed.lent !== '' ? ` + ${typed.lent}` : null}
      </span>
      <small>
        <PriceText value={product.salesPrice} /> · <ProductStock product={product} />
      </small>
    </OptionLine>
  )
}
