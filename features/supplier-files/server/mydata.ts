/**
 * Reads an invoice of myDATA, as `InvoicesDoc-v2.0.1.xsd` of the tax office (AADE) describes it. Its elements, types and limits are checked
 * here one by one, because the schema has no licence to distribute it.
 */
import { type Cents, cents, type Quantity, quantity, rate } from '#kernel/money.ts'
import { isCreditNote } from '#kernel/tax/tax-document.ts'
import { type FileProblem, problem } from '#kernel/import/file-problem.ts'
import { type FileDocument, type FileLine, type FileReading, refusedFor } from '../domain/document.ts'
import { unitOfMydata } from '../domain/units.ts'
import { childrenOf, type Node, valuesOf } from '#server/files/xml.ts'

/** The VAT rates of the categories 1 to 10, in hundredths of a percent. */
const RATES: readonly (number | undefined)[] = [undefined, 2400, 1300, 600, 1700, 900, 400, 0, 0, 300, 400]

/** The types of documents that bring goods or services: sales invoices, and invoices of services. */
const INVOICES = ['1.1', '1.2', '1.3', '1.4', '1.6', '2.1', '2.2', '2.3', '2.4']

/** A line of this type has a negative sign. */
const NEGATIVE = '7'

/** Amounts of a line or a summary that an inbound invoice does not keep. */
const OTHER_TAXES = [
  'withheldAmount',
  'stampDutyAmount',
  'feesAmount',
  'otherTaxesAmount',
  'deductionsAmount',
  'totalWithheldAmount',
  'totalFeesAmount',
  'totalStampDutyAmount',
  'totalOtherTaxesAmount',
  'totalDeductionsAmount',
]

/** Reports whether a root element contains documents of myDATA: as they are sent, or as the tax office returns them. */
export const isMydata = (rootName: string): boolean => rootName === 'InvoicesDoc' || rootName === 'RequestedDoc'

function documentsIn(name: string, root: Node): Node[] {
  const lists = name === 'RequestedDoc' ? childrenOf(root, 'invoicesDoc') : [root]
  return lists.flatMap((list) => childrenOf(list, 'invoice'))
}

/** Documents of these types are delivery notes: goods without prices. */
const isNote = (type: string): boolean => type.startsWith('9.')

/** Reads the only invoice of a file, or says why it is refused. A delivery note is read only if `notes` is true. */
export function readMydata(name: string, root: Node, notes = false): FileReading {
  const [invoice, second] = documentsIn(name, root)
  if (!invoice) return refusedFor('no-document')
  if (second) return refusedFor('several-documents')
  const problems: FileProblem[] = []
  const values = valuesOf(invoice, problems)
  const type = values.demanded('invoiceHeader', 'invoiceType')
  if (isCreditNote(type)) return refusedFor('credit', { type })
  const note = notes && isNote(type)
  if (type !== '' && !note && !INVOICES.includes(type)) return refusedFor('type', { type })
  if (values.text('cancelledByMark') !== '') return refusedFor('cancelled')
  const currency = values.text('invoiceHeader', 'currency')
  if (currency !== '' && currency !== 'EUR') return refusedFor('currency', { currency })
  const document: FileDocument = {
    form: note ? 'note' : 'mydata',
    provider: { vat: values.demanded('issuer', 'vatNumber'), name: values.text('issuer', 'name') },
    buyerVat: values.demanded('counterpart', 'vatNumber'),
    number: numberOf(values.text('invoiceHeader', 'series'), values.demanded('invoiceHeader', 'aa')),
    date: values.day('invoiceHeader', 'issueDate'),
    lines: childrenOf(invoice, 'invoiceDetails').map((line, index) =>
      note ? readNoteLine(line, index + 1, problems) : readLine(line, index + 1, problems),
    ),
    totals: note ? { net: null, vat: null, gross: null } : readTotals(values.one('invoiceSummary'), problems),
  }
  return problems.length > 0 ? { problems } : { document }
}

/** Returns the number as it is printed: the series before it, unless the series is empty or 0. */
const numberOf = (series: string, number: string): string =>
  series === '' || series === '0' ? number : `${series}-${number}`

/** Reads the goods of a line of a delivery note, which has neither prices nor VAT. */
function readNoteLine(node: Node, position: number, problems: FileProblem[]): FileLine {
  const values = valuesOf(node, problems, position)
  return {
    line: position,
    ...goodsOf(values),
    quantity: demandQuantity(values),
    unitPrice: null,
    discount: null,
    vat: null,
    net: cents(0),
  }
}

function readLine(node: Node, position: number, problems: FileProblem[]): FileLine {
  const values = valuesOf(node, problems, position)
  const number = values.demanded('lineNumber')
  if (number !== '' && !/^[1-9]\d{0,8}$/.test(number)) values.wrong('element-number', 'lineNumber', { text: number })
  demandNoOtherTaxes(values, problems, position)
  const sign = values.text('recType') === NEGATIVE ? -1 : 1
  const category = values.demanded('vatCategory')
  const bp = RATES[Number(category)]
  if (bp === undefined && category !== '') values.wrong('element-number', 'vatCategory', { text: category })
  const net = demandAmount(values, 'netValue')
  demandAmount(values, 'vatAmount')
  return {
    line: position,
    ...goodsOf(values),
    quantity: quantity(sign * demandQuantity(values)),
    unitPrice: null,
    discount: null,
    vat: rate(bp ?? 0),
    net: cents(sign * net),
  }
}

type Values = ReturnType<typeof valuesOf>

/** Returns which goods a line names. */
const goodsOf = (values: Values): Pick<FileLine, 'code' | 'barcode' | 'buyerCode' | 'name' | 'unit'> => ({
  code: values.text('itemCode'),
  barcode: '',
  buyerCode: '',
  name: values.text('itemDescr') || values.text('lineComments'),
  unit: unitOfMydata(values.text('measurementUnit')),
})

/** Returns the quantity of a line, which must be more than 0; one unit if the line names none. */
function demandQuantity(values: Values): Quantity {
  const count = values.quantity('quantity')
  if (count !== null && count <= 0) values.wrong('element-number', 'quantity', { text: values.text('quantity') })
  return quantity(count ?? 10_000)
}

/** Returns an amount that must exist and must not be negative. */
function demandAmount(values: Values, element: string): Cents {
  const amount = values.amount(element)
  if (amount === null && values.text(element) === '') values.wrong('element-missing', element)
  if (amount !== null && amount < 0) values.wrong('element-number', element, { text: values.text(element) })
  return cents(amount ?? 0)
}

function demandNoOtherTaxes(values: Values, problems: FileProblem[], line?: number): void {
  const found = OTHER_TAXES.find((element) => (values.amount(element) ?? 0) !== 0)
  if (found !== undefined) problems.push(problem('other-taxes', { element: found }, line))
}

function readTotals(summary: Node | null, problems: FileProblem[]): FileDocument['totals'] {
  const values = valuesOf(summary, problems)
  demandNoOtherTaxes(values, problems)
  return {
    net: demandAmount(values, 'totalNetValue'),
    vat: demandAmount(values, 'totalVatAmount'),
    gross: demandAmount(values, 'totalGrossValue'),
  }
}
