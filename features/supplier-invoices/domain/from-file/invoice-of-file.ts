/** Turns what a file means into the draft of the form that creates an invoice. */
import type { Goods } from '#features/supplier-catalogue/domain/goods.ts'
import { type Quantity, sumQuantities } from '#kernel/money.ts'
import { EMPTY_INVOICE, type DraftLine, type InvoiceDraft, isPriced, lastPriceOf } from '../invoice-draft.ts'
import type { FileDraft } from './contract.ts'

/** Returns the lines that wait for an answer. */
export const askedLines = ({ lines }: FileDraft): FileDraft['lines'] =>
  lines.filter(({ match }) => match.state === 'asked')

/** What a file lacks before it becomes an invoice: a provider, answers, or a number that is not taken. */
export type FileLack = 'provider' | 'answers' | 'number-taken'

/** Returns why a file cannot become an invoice yet; null if it can. */
export const fileLack = (file: FileDraft): FileLack | null =>
  file.provider === null
    ? 'provider'
    : file.sameNumber !== null
      ? 'number-taken'
      : askedLines(file).length > 0
        ? 'answers'
        : null

/** Returns the ids of the products of a file, each once. */
export const productsOfFile = ({ lines }: FileDraft): number[] => [
  ...new Set(lines.flatMap(({ becomes }) => becomes.flatMap(({ productId }) => productId ?? []))),
]

/** What a person makes of a file: the invoice at once, or first the receipt of its goods. */
export const FILE_USES = ['invoice', 'receipt'] as const
export type FileUse = (typeof FILE_USES)[number]

/** Returns how much of each product of a file came. What is no product is not received. */
export function receivedGoods({ lines }: FileDraft): { readonly productId: number; readonly quantity: Quantity }[] {
  const goods = new Map<number, Quantity[]>()
  for (const { productId, quantity } of lines.flatMap(({ becomes }) => becomes))
    if (productId !== null) goods.set(productId, [...(goods.get(productId) ?? []), quantity])
  return [...goods].map(([productId, quantities]) => ({ productId, quantity: sumQuantities(quantities) }))
}

/** Returns what the draft of an invoice says of its file. */
export const originOf = (file: FileDraft): Pick<InvoiceDraft, 'file' | 'correctsId'> => ({
  correctsId: file.canceled?.id ?? null,
  file: { id: file.id, name: file.name, net: file.written.net, gross: file.written.gross },
})

/** Returns a line of a delivery note with the last price of its product. A price that is not known must be typed. */
function withLastPrice(line: Omit<DraftLine, 'key'>, goods: Goods): Omit<DraftLine, 'key'> {
  const priced = { ...line, ...lastPriceOf(goods) }
  return isPriced(goods) ? priced : { ...priced, unread: { price: '' } }
}

/**
 * Returns the draft of the form. A delivery note has neither prices nor the number of its invoice, so the last prices are proposed.
 * `goods` are the products of the file; lines of missing ones are left out.
 */
export function invoiceOfFile(file: FileDraft, goods: readonly Goods[]): InvoiceDraft {
  const byId = new Map(goods.map((one) => [one.id, one]))
  const isNote = file.form === 'note'
  const lines = file.lines.flatMap(({ becomes }) =>
    becomes.flatMap(({ productId, providerSku, name, quantity, price, discount, vat }): Omit<DraftLine, 'key'>[] => {
      const found = productId === null ? null : byId.get(productId)
      if (found === undefined) return []
      const known = found === null ? null : { ...found, providerSku: providerSku || found.providerSku }
      const line = { goods: known, name: known === null ? name : '', quantity, price, discount, vat }
      return [found !== null && isNote ? withLastPrice(line, found) : line]
    }),
  )
  return {
    ...EMPTY_INVOICE,
    provider: file.provider === null ? null : { ...file.provider, label: '' },
    refcode: file.refcode,
    number: isNote ? '' : file.written.number,
    importDate: isNote ? null : file.written.date,
    lines: lines.map((line, index) => ({ ...line, key: index + 1 })),
    ...originOf(file),
  }
}
