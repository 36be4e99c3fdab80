/** Reads a line that is typed or pasted as one text: a product, how much of it, and what is lent with it (`KER-10 12 glass`). */
import { whyNotWhole } from '#features/orders/domain/order.ts'
import { wholeOrTyped } from '#features/products/domain/typed-goods.ts'
import { readTypedQuantity } from '#features/products/domain/typed-quantity.ts'
import { contains, fold } from '#kernel/fold.ts'
import { type DecimalSign, ONE_UNIT, type Quantity } from '#kernel/money.ts'
import { lend, lendingOffers } from './draft-loans.ts'
import { addLine, changeLine, type DraftProduct, type Lendable, type OrderDraft } from './order-draft.ts'

export type TypedLine = {
  /** The code or the name of the product. */
  readonly goods: string
  readonly quantity: Quantity
  /** Names a material that the product lends. Empty if nothing is lent. */
  readonly lent: string
}

/** Returns the quantity that a word says; null for any other word, and for a number with two readings (C-90). */
function quantityIn(word: string, sign: DecimalSign): Quantity | null {
  const read = /^\d[\d.,]*$/.test(word) ? readTypedQuantity(word, 'Item', sign) : null
  return read?.problem === null ? read.quantity : null
}

/** Returns a typed text as a line: its last number is the quantity. Null for a text that has none after its first word. */
export function readTypedLine(text: string, sign: DecimalSign): TypedLine | null {
  const words = text.trim().split(/\s+/)
  const at = words.findLastIndex((word, place) => place > 0 && quantityIn(word, sign) !== null)
  const count = quantityIn(words[at] ?? '', sign)
  if (count === null) return null
  return { goods: words.slice(0, at).join(' '), quantity: count, lent: words.slice(at + 1).join(' ') }
}

/** Returns the materials of a product that a text names; null if the product lends none of that name. */
function lentWith({ lendables }: DraftProduct, named: string): readonly Lendable[] | null {
  if (named === '') return []
  const found = lendables.filter(({ name, sku }) => contains(name, named) || fold(sku) === fold(named))
  return found.length === 0 ? null : found
}

/** Reports whether a product can be sold and lent as a line says. */
export const fitsLine = (product: DraftProduct, { quantity: count, lent }: TypedLine): boolean =>
  whyNotWhole(product, count) === null && lentWith(product, lent) !== null

export type FoundProduct<Product> = Product & { readonly typed?: TypedLine }

/** Returns what to offer for a typed text. `whole` was found by the whole text, and `head` by the text before its quantity. */
export function offeredFor<Product extends DraftProduct>(
  text: string,
  whole: readonly Product[],
  head: readonly Product[],
  line: TypedLine,
): readonly FoundProduct<Product>[] {
  const typed = head.filter((product) => fitsLine(product, line)).map((product) => ({ ...product, typed: line }))
  const texts = { text, head: line.goods }
  return wholeOrTyped<FoundProduct<Product>>(whole, typed, texts, ({ sku, name }) => [sku, name])
}

/** Adds a line as it was typed, with what is lent with it. */
export function addTypedLine(draft: OrderDraft, product: DraftProduct, line: TypedLine): OrderDraft {
  const added = addLine(draft, product)
  const after = changeLine(added, added.lines.at(-1)?.key ?? 0, { quantity: line.quantity })
  const named = new Set(lentWith(product, line.lent)?.map(({ materialId }) => materialId))
  return lendingOffers(after)
    .filter(
      ({ origin, lendable, closed }) => origin.id === product.id && closed === null && named.has(lendable.materialId),
    )
    .reduce(lend, after)
}

export type PastedLine = {
  /** The line as it was pasted. */
  readonly text: string
  /** What it may mean, the first that is found counts. A line without a quantity is one piece. */
  readonly readings: readonly TypedLine[]
}

/**
 * Returns the lines of a pasted text, from a sheet or a mail. In a row of cells the first one names the product, and the next one that
 * is a number is the quantity. A first row of cells without a number has the titles of the columns and is left out.
 */
export function pastedLines(text: string, sign: DecimalSign): readonly PastedLine[] {
  const rows = text.split(/\r?\n/).filter((row) => row.trim() !== '')
  return rows.flatMap((row, place): PastedLine[] => {
    const cells = row.split('\t').map((cell) => cell.trim())
    if (cells.length === 1) {
      const line = readTypedLine(row, sign)
      return [
        { text: row.trim(), readings: [{ goods: row.trim(), quantity: ONE_UNIT, lent: '' }, ...(line ? [line] : [])] },
      ]
    }
    const [goods = '', ...others] = cells.filter((cell) => cell !== '')
    const count = others.map((cell) => quantityIn(cell, sign)).find((one) => one !== null)
    if (count === undefined && place === 0 && others.length > 0) return []
    return [{ text: [goods, ...others].join(' '), readings: [{ goods, quantity: count ?? ONE_UNIT, lent: '' }] }]
  })
}
