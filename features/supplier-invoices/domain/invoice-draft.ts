/** Declares an inbound invoice that is being entered: its lines, its totals, and what is missing. */
import { type CodeFlags, type DocumentCode, flagsOf } from '#features/settings/domain/document-codes.ts'
import type { InputOf } from '#kernel/contract.ts'
import type { Day } from '#kernel/day.ts'
import {
  type Cents,
  ONE_UNIT,
  priceLessDiscount,
  type Quantity,
  type Rate,
  rate,
  subtractCents,
  type UnitPrice,
  unitPrice,
} from '#kernel/money.ts'
import {
  invoiceLineAmounts,
  invoiceTotals,
  type InvoiceTotals,
  type LineAmounts,
} from '#features/buying/domain/amounts.ts'
import type { Goods } from '#features/supplier-catalogue/domain/goods.ts'
import type { createInvoice } from './contract.ts'
import type { Invoice } from './list-contract.ts'
import { type Condition, missingOf, setsCostOn } from './invoice.ts'

export type DraftProvider = { readonly id: number; readonly name: string; readonly label: string; readonly vat: string }

/** The figures of a line that a person types. */
export type Figure = 'quantity' | 'price' | 'discount' | 'vat'

export type DraftLine = {
  /** Identifies the line on the page. */
  readonly key: number
  /** Null for an expense, which is no product. */
  readonly goods: Goods | null
  /** The name of an expense. */
  readonly name: string
  readonly quantity: Quantity
  readonly price: UnitPrice
  readonly discount: Rate
  readonly vat: Rate
  /** Figures that cannot be read, as they were typed. The line keeps the last ones that could. */
  readonly unread?: Readonly<Partial<Record<Figure, string>>> | undefined
  /** The line of a request that this line fulfils. */
  readonly request?: { readonly id: number; readonly lineNo: number } | undefined
}

export type InvoiceDraft = {
  readonly provider: DraftProvider | null
  readonly refcode: string
  readonly number: string
  /** Null for today. */
  readonly importDate: Day | null
  readonly note: string
  readonly lines: readonly DraftLine[]
  /** The cancelled invoice that this one replaces. */
  readonly correctsId: number | null
  /** The total that is printed on the paper, if a person typed it. */
  readonly printed: Cents | null
  /** The file from which the draft was read, with the amounts that it says. */
  readonly file?: DraftFile | undefined
}

export type DraftFile = {
  readonly id: number
  readonly name: string
  /** Null if it is a delivery note, which has no amounts. */
  readonly net: Cents | null
  readonly gross: Cents | null
}

export const EMPTY_INVOICE: InvoiceDraft = {
  provider: null,
  refcode: '',
  number: '',
  importDate: null,
  note: '',
  lines: [],
  correctsId: null,
  printed: null,
}

const nextKey = ({ lines }: InvoiceDraft): number => lines.reduce((most, line) => Math.max(most, line.key), 0) + 1

/** Adds a line of one unit at the provider's last price, or at the stored cost. The new line is the last. */
export function addGoods(draft: InvoiceDraft, goods: Goods): InvoiceDraft {
  const line: DraftLine = {
    key: nextKey(draft),
    goods,
    name: '',
    quantity: ONE_UNIT,
    ...lastPriceOf(goods),
    vat: goods.vat,
  }
  return { ...draft, lines: [...draft.lines, line] }
}

/** Returns the provider's last price and discount, or the stored cost. */
export const lastPriceOf = ({ lastPrice, lastDiscount, cost }: Goods): Pick<DraftLine, 'price' | 'discount'> => ({
  price: lastPrice ?? cost ?? unitPrice(0),
  discount: lastDiscount ?? rate(0),
})

/** Reports whether the provider has sold the goods, or a cost is stored. A cost of 0 is none. */
export const isPriced = ({ lastPrice, cost }: Goods): boolean => lastPrice !== null || (cost !== null && cost > 0)

/** Returns what one unit costs after the provider's last discount; the stored cost if the provider has not sold it yet. */
export const netPriceOf = ({ lastPrice, lastDiscount, cost }: Goods): UnitPrice =>
  lastPrice === null ? (cost ?? unitPrice(0)) : priceLessDiscount(lastPrice, lastDiscount ?? rate(0))

/** Adds a line with a price after discount, so it has no discount that would count twice. The new line is the last. */
export function addReceived(
  draft: InvoiceDraft,
  goods: Goods,
  figures: Pick<DraftLine, 'quantity' | 'price' | 'request'>,
): InvoiceDraft {
  const line: DraftLine = { key: nextKey(draft), goods, name: '', discount: rate(0), vat: goods.vat, ...figures }
  return { ...draft, lines: [...draft.lines, line] }
}

/** Adds a line for something that is no product, such as transport. */
export function addExpense(draft: InvoiceDraft, name: string, vat: Rate): InvoiceDraft {
  const line: DraftLine = {
    key: nextKey(draft),
    goods: null,
    name,
    quantity: ONE_UNIT,
    price: unitPrice(0),
    discount: rate(0),
    vat,
  }
  return { ...draft, lines: [...draft.lines, line] }
}

/** Changes a line. Lines with other keys stay the same objects. */
export const changeDraftLine = (
  draft: InvoiceDraft,
  key: number,
  change: (line: DraftLine) => DraftLine,
): InvoiceDraft => ({
  ...draft,
  lines: draft.lines.map((line) => (line.key === key ? change(line) : line)),
})

export const removeDraftLine = (draft: InvoiceDraft, key: number): InvoiceDraft => ({
  ...draft,
  lines: draft.lines.filter((line) => line.key !== key),
})

/** Returns a line with typed figures. Those that can be read now are no longer marked. */
export function withFigures(line: DraftLine, figures: Partial<Pick<DraftLine, Figure>>): DraftLine {
  const unread = Object.entries(line.unread ?? {}).filter(([figure]) => !(figure in figures))
  return { ...line, ...figures, unread: unread.length === 0 ? undefined : Object.fromEntries(unread) }
}

/** Returns a line with a figure that cannot be read. Its amounts stay those of the last figure that could. */
export const withUnread = (line: DraftLine, figure: Figure, text: string): DraftLine => ({
  ...line,
  unread: { ...line.unread, [figure]: text },
})

/** Returns a draft with the present data of its goods. Prices and quantities stay as they were typed. */
export function withGoods(draft: InvoiceDraft, goods: readonly Goods[]): InvoiceDraft {
  const byId = new Map(goods.map((one) => [one.id, one]))
  return {
    ...draft,
    lines: draft.lines.map((line) => {
      const found = line.goods === null ? undefined : byId.get(line.goods.id)
      // the unit stays: the server refuses the line if it has changed
      return found && line.goods ? { ...line, goods: { ...found, unit: line.goods.unit } } : line
    }),
  }
}

/** The amounts of lines, so that a key in one line of hundreds computes only that line anew. */
const knownAmounts = { true: new WeakMap<DraftLine, LineAmounts>(), false: new WeakMap<DraftLine, LineAmounts>() }

/** Returns the amounts of a line. A code without VAT forces its VAT to 0 (C-35). */
export function amountsOfLine(line: DraftLine, zeroVat: boolean): LineAmounts {
  const known = knownAmounts[zeroVat ? 'true' : 'false']
  const found = known.get(line)
  if (found) return found
  const amounts = invoiceLineAmounts(line, zeroVat)
  known.set(line, amounts)
  return amounts
}

/** Returns the totals of a draft. */
export const totalsOfDraft = ({ lines }: InvoiceDraft, zeroVat: boolean): InvoiceTotals =>
  invoiceTotals(lines.map((line) => ({ ...amountsOfLine(line, zeroVat), quantity: line.quantity })))

export type Difference = { readonly written: Cents; readonly entered: Cents }

/** Returns how much more, or with a minus less, was entered than the paper says. */
export const awayOf = ({ written, entered }: Difference): Cents => subtractCents(entered, written)

/**
 * Returns the amounts by which a draft differs from its paper: from the total that a person typed, or else from what the file says. Null if they
 * are the same or nothing says them.
 */
export function differenceToPaper(draft: InvoiceDraft, zeroVat: boolean): Difference | null {
  const { file, printed } = draft
  const { goods, total } = totalsOfDraft(draft, zeroVat)
  const [written, entered] =
    printed !== null
      ? [printed, total]
      : file === undefined || file.net === null
        ? [total, total]
        : file.gross === null || zeroVat
          ? [file.net, goods]
          : [file.gross, total]
  return written === entered ? null : { written, entered }
}

export const flagsOfDraft = ({ refcode }: InvoiceDraft, codes: readonly DocumentCode[]): CodeFlags =>
  flagsOf(codes, refcode)

/** What a draft lacks before it can be saved: a condition of the form, or a figure that cannot be read. */
export type Lack = Condition | 'figure'

/** Returns what the draft lacks, in the order of the form. */
export function lacksOf(draft: InvoiceDraft): Lack[] {
  const missing = missingOf({ ...draft, hasProvider: draft.provider !== null, lineCount: draft.lines.length })
  const unread = draft.lines.some(({ unread: figures }) => figures !== undefined)
  return unread ? [...missing, 'figure'] : missing
}

/** Returns the input of the command that creates the invoice. The draft has a provider. */
export function inputOf(draft: InvoiceDraft): InputOf<typeof createInvoice> {
  return {
    providerId: draft.provider?.id ?? 0,
    refcode: draft.refcode,
    number: draft.number,
    ...(draft.importDate === null ? {} : { importDate: draft.importDate }),
    note: draft.note,
    correctsId: draft.correctsId,
    fileId: draft.file?.id ?? null,
    lines: draft.lines.map(({ goods, name, request, ...line }) => ({
      productId: goods?.id ?? null,
      name,
      unit: goods?.unit,
      providerSku: goods?.providerSku,
      quantity: line.quantity,
      price: line.price,
      discount: line.discount,
      vat: line.vat,
      request: request ?? null,
    })),
  }
}

/**
 * Returns the new costs of the products of a draft. Of several lines of a product the last one with a price counts. A draft that is older
 * than the invoice that set a cost leaves that cost as it is.
 */
export function newCostsOf(draft: InvoiceDraft): Map<number, UnitPrice> {
  const costs = new Map<number, UnitPrice>()
  for (const line of draft.lines) {
    const { newCost } = amountsOfLine(line, true)
    if (line.goods === null || line.goods.costComputed || newCost <= 0) continue
    if (draft.importDate === null || setsCostOn(draft.importDate, line.goods.invoicedOn))
      costs.set(line.goods.id, newCost)
  }
  return costs
}

/** Returns a draft with the content of a cancelled invoice, to correct it. Products that no longer exist are left out. */
export function correctionOf(invoice: Invoice, goods: readonly Goods[]): InvoiceDraft {
  const byId = new Map(goods.map((one) => [one.id, one]))
  const lines = invoice.lines.flatMap((line): Omit<DraftLine, 'key'>[] => {
    const found = line.productId === null ? null : byId.get(line.productId)
    if (found === undefined) return []
    const { quantity: amount, price, discount } = line
    const request =
      line.requestId === null || line.requestLineNo === null
        ? undefined
        : { id: line.requestId, lineNo: line.requestLineNo }
    return [{ goods: found, name: line.name, quantity: amount, price, discount, vat: line.vatRate, request }]
  })
  return {
    provider:
      invoice.providerId === null
        ? null
        : {
            id: invoice.providerId,
            name: invoice.providerName,
            label: invoice.providerLabel,
            vat: invoice.providerVat,
          },
    refcode: invoice.refcode,
    number: invoice.number,
    importDate: invoice.importDate,
    note: invoice.note,
    lines: lines.map((line, index) => ({ ...line, key: index + 1 })),
    correctsId: invoice.id,
    printed: null,
  }
}
