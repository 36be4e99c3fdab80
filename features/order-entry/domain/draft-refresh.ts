/** Updates the goods of a draft from another day. Prices stay, and a line shows what its price would be today. */
import type { UnitPrice } from '#kernel/money.ts'
import { discountedPrice } from './draft-prices.ts'
import {
  changeLine,
  type DraftLine,
  type DraftProduct,
  LIST_PRICE,
  type OrderDraft,
  type PriceSource,
  followLines,
} from './order-draft.ts'

/**
 * Returns the price of a product from this source, with the source. If the product has no such price, and for typed,
 * earlier and saved prices, it is the list price.
 */
function priceNow(product: DraftProduct, source: PriceSource): { price: UnitPrice; source: PriceSource } {
  const { kind, rate } = source
  if (kind === 'b2b' && product.b2bSalesPrice > 0) return { price: product.b2bSalesPrice, source }
  if (rate !== null && (kind === 'customer' || kind === 'first' || kind === 'normal' || kind === 'percent'))
    return { price: discountedPrice(product, rate), source }
  return { price: product.salesPrice, source: LIST_PRICE }
}

/** The sources of prices that do not follow from the product. */
const OWN_PRICES: readonly PriceSource['kind'][] = ['typed', 'last', 'saved']

function refreshLine(line: DraftLine, product: DraftProduct): DraftLine {
  // until the person decides about a mark, its first price is compared with the one of today
  const mark = newPriceOf(line)
  const from = mark?.source ?? line.source
  const before = mark?.before ?? priceNow(line.product, from).price
  const now = priceNow(product, from)
  if (before === now.price) {
    const source = mark && line.salesPrice === now.price ? now.source : line.source
    return { ...line, product, source, changed: undefined }
  }
  return {
    ...line,
    product,
    // the product no longer has the price of this line, so the source is no longer true
    source: OWN_PRICES.includes(line.source.kind) ? line.source : { kind: 'saved', rate: null },
    changed: { kept: line.salesPrice, before, now: now.price, source: now.source },
  }
}

/**
 * Updates the figures of the products in the lines, including costs and list prices. The price of a line does not
 * change.
 */
export function refreshDraft(draft: OrderDraft, products: readonly DraftProduct[]): OrderDraft {
  const byId = new Map(products.map((product) => [product.id, product]))
  return followLines({
    ...draft,
    lines: draft.lines.map((line) => {
      const product = byId.get(line.product.id)
      return product ? refreshLine(line, product) : line
    }),
  })
}

/**
 * Returns the mark of a line whose price would differ today; undefined without one, or after a person chose a price.
 */
export const newPriceOf = ({ changed, salesPrice }: DraftLine): DraftLine['changed'] =>
  changed && changed.kept === salesPrice && changed.now !== salesPrice ? changed : undefined

/** Returns the lines whose price would differ today. */
export const linesToRenew = (draft: Pick<OrderDraft, 'lines'>): readonly DraftLine[] =>
  draft.lines.filter((line) => newPriceOf(line) !== undefined)

/** Gives one line today's price. */
export function takeNewPrice(draft: OrderDraft, key: number): OrderDraft {
  const changed = draft.lines.find((line) => line.key === key)?.changed
  return changed ? changeLine(draft, key, { salesPrice: changed.now, source: changed.source }) : draft
}
