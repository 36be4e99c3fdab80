/** Reads an invoice of UBL 2.1 as Peppol BIS Billing 3 (EN 16931) uses it, also with the invoice numbers of its Greek rules. */
import {
  addCents,
  type Cents,
  cents,
  discountedTotal,
  lineTotal,
  quantity,
  rate,
  type Rate,
  subtractCents,
  sumCents,
  toDecimal,
  unitPrice,
} from '#kernel/money.ts'
import { type FileProblem, problem } from '#kernel/import/file-problem.ts'
import {
  type FileDocument,
  type FileLine,
  type FileReading,
  isNearNet,
  refusedFor,
  saysNoPrice,
  shareDiscount,
} from '../domain/document.ts'
import { discountTo } from '../domain/matching.ts'
import { attributeOf, childrenOf, type Node, valuesOf } from '#server/files/xml.ts'

/** Invoice, debit note, corrected invoice, self-billed invoice, and other invoices of goods (UNCL 1001). */
const INVOICES = ['380', '383', '384', '389', '326', '80', '82', '393', '395', '575', '623', '780']
const CREDITS = ['381', '396', '261', '532', '81', '83']

/** The scheme of GS1 (EAN, GTIN) of `StandardItemIdentification` (ISO 6523). */
const GTIN_SCHEMES = ['0160', '0088', '']

export const isUbl = (rootName: string): boolean => rootName === 'Invoice' || rootName === 'CreditNote'

/** Reads the invoice of a file, or says why it is refused. */
export function readUbl(name: string, root: Node): FileReading {
  const problems: FileProblem[] = []
  const values = valuesOf(root, problems)
  const type = values.text('InvoiceTypeCode')
  if (name === 'CreditNote' || CREDITS.includes(type)) return refusedFor('credit', { type: type || '381' })
  if (values.one('AccountingSupplierParty') === null) return refusedFor('no-document')
  if (type !== '' && !INVOICES.includes(type)) return refusedFor('type', { type })
  const currency = values.text('DocumentCurrencyCode')
  if (currency !== 'EUR') return refusedFor('currency', { currency: currency || '?' })
  const lines = childrenOf(root, 'InvoiceLine').map((line, index) => readLine(line, index + 1, problems))
  const document: FileDocument = {
    form: 'ubl',
    provider: {
      vat: vatOf(values.one('AccountingSupplierParty', 'Party')),
      name:
        values.text('AccountingSupplierParty', 'Party', 'PartyLegalEntity', 'RegistrationName') ||
        values.text('AccountingSupplierParty', 'Party', 'PartyName', 'Name'),
    },
    buyerVat: vatOf(values.one('AccountingCustomerParty', 'Party')),
    number: printedNumber(values.demanded('ID')),
    date: values.day('IssueDate'),
    lines: withChargesOfDocument(lines, root, problems),
    totals: readTotals(root, problems),
  }
  if (document.provider.vat === '') values.wrong('element-missing', 'PartyTaxScheme/CompanyID')
  return problems.length > 0 ? { problems } : { document }
}

/**
 * Returns the number as it is printed. The Greek rules of Peppol write six parts: VAT number, day, branch, type, series and number; the
 * printed one is the series and the number.
 */
function printedNumber(id: string): string {
  const parts = id.split('|').map((part) => part.trim())
  const [, , , , series = '', number = ''] = parts
  if (parts.length !== 6 || number === '') return id
  return series === '' || series === '0' ? number : `${series}-${number}`
}

/** Returns the VAT number of a party; another tax number if it has none. */
function vatOf(party: Node | null): string {
  const schemes = childrenOf(party, 'PartyTaxScheme').map((scheme) => valuesOf(scheme, []))
  const vat = schemes.find((scheme) => scheme.text('TaxScheme', 'ID') === 'VAT') ?? schemes[0]
  return vat?.text('CompanyID') ?? ''
}

type Charge = { readonly isCharge: boolean; readonly amount: Cents; readonly reason: string; readonly vat: Rate | null }

/** Returns the discounts and charges directly below an element. */
const chargesOf = (node: Node, problems: FileProblem[], line?: number): Charge[] =>
  childrenOf(node, 'AllowanceCharge').map((charge) => {
    const values = valuesOf(charge, problems, line)
    const percent = values.percent('TaxCategory', 'Percent')
    return {
      isCharge: values.demanded('ChargeIndicator') === 'true',
      amount: cents(values.amount('Amount') ?? 0),
      reason: values.text('AllowanceChargeReason'),
      vat: percent === null ? null : rate(percent),
    }
  })

function readLine(node: Node, position: number, problems: FileProblem[]): FileLine {
  const values = valuesOf(node, problems, position)
  demandEuro(node, 'LineExtensionAmount', problems, position)
  const count = values.quantity('InvoicedQuantity')
  const net = values.amount('LineExtensionAmount')
  if (net === null && values.text('LineExtensionAmount') === '') values.wrong('element-missing', 'LineExtensionAmount')
  const percent = values.percent('Item', 'ClassifiedTaxCategory', 'Percent')
  const standard = values.one('Item', 'StandardItemIdentification', 'ID')
  const line = {
    line: position,
    code: values.text('Item', 'SellersItemIdentification', 'ID'),
    barcode: GTIN_SCHEMES.includes(attributeOf(standard, 'schemeID'))
      ? values.text('Item', 'StandardItemIdentification', 'ID')
      : '',
    buyerCode: values.text('Item', 'BuyersItemIdentification', 'ID'),
    name: values.text('Item', 'Name') || values.text('Item', 'Description'),
    quantity: quantity(count ?? 10_000),
    unit: attributeOf(values.one('InvoicedQuantity'), 'unitCode'),
    // a category without a rate is exempt or outside VAT
    vat: rate(percent ?? 0),
    net: cents(net ?? 0),
  }
  return { ...line, ...priceOf(line, node, problems) }
}

/** Demands that an amount has no other currency than the euro. */
function demandEuro(node: Node, element: string, problems: FileProblem[], line: number): void {
  const currency = attributeOf(childrenOf(node, element)[0] ?? null, 'currencyID')
  if (currency !== '' && currency !== 'EUR') problems.push(problem('currency', { currency }, line))
}

/** Returns the price of one unit and the discount of a line; null for what does not lead to its net amount. */
function priceOf(
  line: Pick<FileLine, 'line' | 'quantity' | 'net'>,
  node: Node,
  problems: FileProblem[],
): Pick<FileLine, 'unitPrice' | 'discount'> {
  const values = valuesOf(node, problems, line.line)
  const written = values.price('Price', 'PriceAmount')
  const base = values.quantity('Price', 'BaseQuantity') ?? 10_000
  const charges = chargesOf(node, problems, line.line)
  if (written === null || base <= 0 || line.quantity <= 0) return { unitPrice: null, discount: null }
  // a price for 100 pieces is a hundredth of it for one piece
  const price = base === 10_000 ? unitPrice(written) : null
  if (price === null || saysNoPrice(price, line.net)) return { unitPrice: null, discount: null }
  const gross = lineTotal(line.quantity, price)
  const expected = charges.reduce(
    (sum, { isCharge, amount }) => (isCharge ? addCents(sum, amount) : subtractCents(sum, amount)),
    gross,
  )
  if (!isNearNet(line.net, expected, line.quantity, values.text('Price', 'PriceAmount')))
    values.wrong('line-net', 'LineExtensionAmount', {
      text: toDecimal(line.net, 2),
      computed: toDecimal(expected, 2),
    })
  if (charges.length === 0) return { unitPrice: price, discount: null }
  const discount = discountTo(line.net, gross)
  return discount !== null && discountedTotal(line.quantity, price, discount) === line.net
    ? { unitPrice: price, discount }
    : { unitPrice: null, discount: null }
}

/**
 * Returns the lines with what the whole document adds and takes off. A charge, such as transport, becomes a line of its own. A discount
 * is shared by the lines of its VAT rate.
 */
function withChargesOfDocument(lines: readonly FileLine[], root: Node, problems: FileProblem[]): FileLine[] {
  const charges = chargesOf(root, problems)
  const rates = new Set(lines.map(({ vat }) => vat))
  let shared = [...lines]
  for (const vat of rates) {
    const ofRate = charges.filter((charge) => !charge.isCharge && (charge.vat ?? rate(0)) === vat)
    const discount = sumCents(ofRate.map(({ amount }) => amount))
    const discounted = shareDiscount(
      shared.filter((line) => line.vat === vat),
      discount,
    )
    shared = shared.map((line) => discounted.find((one) => one.line === line.line) ?? line)
  }
  const lost = charges.find((charge) => !charge.isCharge && !rates.has(charge.vat ?? rate(0)))
  if (lost) problems.push(problem('discount-rate', { reason: lost.reason }))
  const added = charges
    .filter(({ isCharge }) => isCharge)
    .map(
      ({ amount, reason, vat }, index): FileLine => ({
        line: lines.length + index + 1,
        code: '',
        barcode: '',
        buyerCode: '',
        name: reason,
        quantity: quantity(10_000),
        unit: '',
        unitPrice: null,
        discount: null,
        vat: vat ?? rate(0),
        net: amount,
      }),
    )
  return [...shared, ...added]
}

function readTotals(root: Node, problems: FileProblem[]): FileDocument['totals'] {
  const values = valuesOf(root, problems)
  const ofEuro = childrenOf(root, 'TaxTotal').find((total) => {
    const currency = attributeOf(valuesOf(total, []).one('TaxAmount'), 'currencyID')
    return currency === '' || currency === 'EUR'
  })
  const vat = valuesOf(ofEuro ?? null, problems).amount('TaxAmount')
  const net = values.amount('LegalMonetaryTotal', 'TaxExclusiveAmount')
  const gross = values.amount('LegalMonetaryTotal', 'TaxInclusiveAmount')
  if (net === null) values.wrong('element-missing', 'TaxExclusiveAmount')
  if (gross === null) values.wrong('element-missing', 'TaxInclusiveAmount')
  return { net: cents(net ?? 0), vat: vat === null ? null : cents(vat), gross: cents(gross ?? 0) }
}
