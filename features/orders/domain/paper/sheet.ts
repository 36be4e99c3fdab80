/** Computes the content of the sheet of an order or offer. No paper contains costs. */
import { dayOf } from '#kernel/day.ts'
import { addCents, type Cents, type Quantity, type Rate, sumCents, type UnitPrice, ZERO_CENTS } from '#kernel/money.ts'
import type { OrderDetail } from '../detail-contract.ts'
import { isOffer } from '../order.ts'

/** The data of an order from which the sheet is made. */
export type SheetSource = Pick<
  OrderDetail,
  'status' | 'created' | 'validUntil' | 'expectedDelivery' | 'invoiceMode' | 'deliveryAddress' | 'description'
> & {
  readonly lines: readonly (Pick<
    OrderDetail['lines'][number],
    'productId' | 'name' | 'sku' | 'unit' | 'vat' | 'salesPrice' | 'quantity' | 'total' | 'vatAmount' | 'note'
  > & { readonly lost?: boolean; readonly vatRounding?: number })[]
  readonly loans: OrderDetail['loans']
}

export type SheetLine = {
  readonly sku: string
  readonly name: string
  readonly unit: string
  readonly quantity: Quantity
  readonly price: UnitPrice
  readonly vat: Rate
  readonly net: Cents
  readonly note: string
  /** True for lent pieces that the customer did not return. */
  readonly lost: boolean
}

/** The sum for one VAT rate. */
export type VatRow = {
  readonly rate: Rate
  readonly net: Cents
  readonly vat: Cents
  /** What `vat` differs from the VAT of the lines (C-93); mostly 0. */
  readonly rounding: Cents
}

/** A warning at the top of the paper, such as that it is no tax document (C-32). */
export type SheetMark = 'not-a-tax-document' | 'cancelled' | 'deleted'

export type Sheet = {
  readonly kind: 'offer' | 'order'
  readonly marks: readonly SheetMark[]
  readonly writtenOn: string
  readonly validUntil: string | null
  readonly expectedDelivery: string | null
  /** The delivery address line by line, or empty if there is none. */
  readonly delivery: readonly string[]
  readonly deliveryPhone: string
  readonly lines: readonly SheetLine[]
  readonly vat: readonly VatRow[]
  readonly totals: { readonly net: Cents; readonly vat: Cents; readonly total: Cents }
  /** The loans, listed apart, because they are expected back and have no price here. */
  readonly lent: readonly { sku: string; name: string; unit: string; quantity: Quantity; with: string }[]
  readonly remarks: string
}

/** Returns the VAT by rate, highest first, as sums of lines that are already rounded (C-47, C-93). */
function vatAnalysis(
  lines: readonly { vat: Rate; total: Cents; vatAmount: Cents; vatRounding?: Cents | undefined }[],
): VatRow[] {
  const rates = [...new Set(lines.map((line) => line.vat))].sort((a, b) => b - a)
  return rates.map((rate) => {
    const those = lines.filter((line) => line.vat === rate)
    return {
      rate,
      net: sumCents(those.map((line) => line.total)),
      vat: sumCents(those.map((line) => line.vatAmount)),
      rounding: sumCents(those.map(({ vatRounding = ZERO_CENTS }) => vatRounding)),
    }
  })
}

type VatOfLine = Parameters<typeof vatAnalysis>[0][number]

/** Returns what decides about the VAT of a line of an order. */
const taxOf = ({ vat, total, vatAmount, vatRounding }: SheetSource['lines'][number]): VatOfLine => ({
  vat: vat as Rate,
  total: total as Cents,
  vatAmount: vatAmount as Cents,
  vatRounding: vatRounding as Cents | undefined,
})

/** Returns the VAT of a document by rate. Documents of earlier versions name no rounding. */
export const vatOfDocument = (
  lines: readonly { vatRate: number; net: number; vat: number; vatRounding?: number | undefined }[],
): VatRow[] =>
  vatAnalysis(
    lines.map(({ vatRate, net, vat, vatRounding }) => ({
      vat: vatRate as Rate,
      total: net as Cents,
      vatAmount: vat as Cents,
      vatRounding: vatRounding as Cents | undefined,
    })),
  )

/** Returns the rates whose VAT is not the sum of their lines (C-93). Each is shown as a row of its own. */
export const roundedRates = <Row extends { readonly rounding: number }>(rates: readonly Row[]): Row[] =>
  rates.filter(({ rounding }) => rounding !== 0)

/** Returns the rates of an order whose VAT is not the sum of their lines. */
export const roundedRatesOf = (lines: SheetSource['lines']): VatRow[] => roundedRates(vatAnalysis(lines.map(taxOf)))

/** Returns the sheet of an order or offer. Its sums are those of the lines on it. */
export function orderSheet(order: SheetSource): Sheet {
  const kind = isOffer(order.status) ? 'offer' : 'order'
  const lines = order.lines.map((line) => ({
    productId: line.productId,
    sku: line.sku,
    name: line.name,
    unit: line.unit,
    quantity: line.quantity as Quantity,
    price: line.salesPrice as UnitPrice,
    vat: line.vat as Rate,
    total: line.total as Cents,
    note: line.note,
    lost: line.lost ?? false,
  }))
  const rows = vatAnalysis(order.lines.map(taxOf))
  const net = sumCents(rows.map((row) => row.net))
  const vat = sumCents(rows.map((row) => row.vat))
  const { address, building, floor, postcode, city, phone } = order.deliveryAddress
  return {
    kind,
    marks: marksOf(order),
    writtenOn: dayOf(order.created),
    validUntil: kind === 'offer' ? order.validUntil : null,
    expectedDelivery: order.expectedDelivery,
    delivery: [
      [address, building, floor],
      [postcode, city],
    ]
      .map((parts, at) => parts.filter(Boolean).join(at === 0 ? ', ' : ' '))
      .filter(Boolean),
    deliveryPhone: phone ?? '',
    lines: lines.map(({ total, productId: _id, ...line }) => ({ ...line, net: total })),
    vat: rows,
    totals: { net, vat, total: addCents(net, vat) },
    lent: order.loans.map(({ sku, name, unit, quantity, originProductId }) => ({
      sku,
      name,
      unit,
      quantity: quantity as Quantity,
      with: lines.find((line) => line.productId === originProductId)?.name ?? '',
    })),
    remarks: order.description.trim(),
  }
}

const marksOf = ({ status, invoiceMode }: SheetSource): SheetMark[] => [
  ...(invoiceMode === 'red' ? ['not-a-tax-document' as const] : []),
  ...(status === 'CANCELED' ? ['cancelled' as const] : []),
  ...(status === 'OFFER-DELETE' ? ['deleted' as const] : []),
]
