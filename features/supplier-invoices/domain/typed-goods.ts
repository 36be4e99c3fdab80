/** Reads a line that is typed as one text: a product, how much of it, and perhaps its cost (`KER-10 500*1,42`). */
import { wholeOrTyped } from '#features/products/domain/typed-goods.ts'
import type { Goods } from '#features/supplier-catalogue/domain/goods.ts'
import type { DecimalSign } from '#kernel/money.ts'
import { addGoods, changeDraftLine, type InvoiceDraft, withFigures } from './invoice-draft.ts'
import { readAmount, type TypedAmount } from './typed-amount.ts'

export type TypedGoods = {
  /** A code or the name of the product. */
  readonly goods: string
  readonly amount: TypedAmount
}
export type FoundGoods = Goods & { readonly typed?: TypedAmount }

/** Returns a typed text as a line: its last word is the quantity, or quantity and cost. Null for a text whose last word is neither. */
export function readTypedGoods(text: string, sign: DecimalSign): TypedGoods | null {
  const [, goods = '', last = ''] = /^\s*(\S.*?)\s+(\S+)\s*$/.exec(text) ?? []
  const amount = readAmount(last, sign)
  return goods === '' || amount === null ? null : { goods, amount }
}

/** Returns what to offer for a typed text. `whole` was found by the whole text, and `head` by the text before its figures. */
export function offeredGoods(
  text: string,
  whole: readonly Goods[],
  head: readonly Goods[],
  line: TypedGoods,
): readonly FoundGoods[] {
  const typed = head.map((goods): FoundGoods => ({ ...goods, typed: line.amount }))
  return wholeOrTyped<FoundGoods>(whole, typed, { text, head: line.goods }, (goods) => [
    goods.sku,
    goods.providerSku,
    goods.name,
  ])
}

/** Adds a line with the figures that were typed with it. Without a cost it has the last one of the provider. */
export function addTypedGoods(draft: InvoiceDraft, { typed, ...goods }: FoundGoods): InvoiceDraft {
  const added = addGoods(draft, goods)
  if (typed === undefined) return added
  const { quantity, price } = typed
  return changeDraftLine(added, added.lines.at(-1)?.key ?? 0, (line) =>
    withFigures(line, price === null ? { quantity } : { quantity, price }),
  )
}
