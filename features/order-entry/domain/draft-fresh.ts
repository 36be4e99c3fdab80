/** A draft of another day: its goods as they are now. Prices stay as they were; a line says what its price would be today. */
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

/** What a price of this kind comes to for a product; what was typed is measured by the list price. */
function priceNow(product: DraftProduct, source: PriceSource): { price: UnitPrice; source: PriceSource } {
  const { kind, rate } = source
  if (kind === 'b2b' && product.b2bSalesPrice > 0) return { price: product.b2bSalesPrice, source }
  if (rate !== null && (kind === 'customer' || kind === 'first' || kind === 'normal'))
    return { price: discountedPrice(product, rate), source }
  return { price: product.salesPrice, source: LIST_PRICE }
}

const OWN_PRICES: readonly PriceSource['kind'][] = ['typed', 'last', 'saved']

function freshLine(line: DraftLine, product: DraftProduct): DraftLine {
  // told on an earlier day and still undecided: it is told from the first price to the last
  const told = newPriceOf(line)
  const from = told?.source ?? line.source
  const before = told?.before ?? priceNow(line.product, from).price
  const now = priceNow(product, from)
  if (before === now.price) {
    const source = told && line.salesPrice === now.price ? now.source : line.source
    return { ...line, product, source, changed: undefined }
  }
  return {
    ...line,
    product,
    // a price that is no longer the product's is nobody's but the draft's
    source: OWN_PRICES.includes(line.source.kind) ? line.source : { kind: 'saved', rate: null },
    changed: { kept: line.salesPrice, before, now: now.price, source: now.source },
  }
}

/** Gives the lines the present figures of their products, costs and list prices among them; no line's own price changes. */
export function freshDraft(draft: OrderDraft, products: readonly DraftProduct[]): OrderDraft {
  const byId = new Map(products.map((product) => [product.id, product]))
  return followLines({
    ...draft,
    lines: draft.lines.map((line) => {
      const product = byId.get(line.product.id)
      return product ? freshLine(line, product) : line
    }),
  })
}

/** What the price of a line would be today, until somebody decides on a price. */
export const newPriceOf = ({ changed, salesPrice }: DraftLine): DraftLine['changed'] =>
  changed && changed.kept === salesPrice && changed.now !== salesPrice ? changed : undefined

/** The lines whose price is not what it would be today. */
export const linesToRenew = (draft: Pick<OrderDraft, 'lines'>): readonly DraftLine[] =>
  draft.lines.filter((line) => newPriceOf(line) !== undefined)

/** Takes the price of today for one line. */
export function takeNewPrice(draft: OrderDraft, key: number): OrderDraft {
  const changed = draft.lines.find((line) => line.key === key)?.changed
  return changed ? changeLine(draft, key, { salesPrice: changed.now, source: changed.source }) : draft
}
