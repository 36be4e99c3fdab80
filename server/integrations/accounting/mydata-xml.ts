/**
 * Writes a tax document as XML of myDATA (InvoicesDoc 2.0.1). The schema wants the elements of every part in its own order. The file
 * is for whoever sends documents by another way than the connected service.
 */
import { addCents, type Cents, cents, toDecimal } from '#kernel/money.ts'
import { HOME } from '#kernel/tax/country.ts'
import { isRetail, namedVat, type TaxDocument, type TaxLine, type TaxParty } from '#kernel/tax/tax-document.ts'
import { escapeXml } from '../xml-text.ts'

export const INVOICE_SPACE = 'http://www.aade.gr/myDATA/invoice/v1.0'
/** The misspelling is that of the tax office. */
export const INCOME_SPACE = 'https://www.aade.gr/myDATA/incomeClassificaton/v1.0'

/** The lengths that the schema allows. */
const LONGEST = { name: 200, street: 150, city: 150, comments: 150 }

type Part = string | readonly Part[] | null

/** Returns an element with a text or with other elements; null, which is not written, if `content` is null. */
export const element = (name: string, content: Part): string | null =>
  content === null
    ? null
    : typeof content === 'string'
      ? `<${name}>${escapeXml(content)}</${name}>`
      : `<${name}>${written(content)}</${name}>`

/** Returns elements that are already written, one after the other. */
const written = (parts: readonly Part[]): string =>
  parts.map((part) => (part === null ? '' : typeof part === 'string' ? part : written(part))).join('')

export const amount = (name: string, value: number) => element(name, toDecimal(value, 2))

/** Returns a text that is not longer than the schema allows, or null if it is empty. */
export const text = (value: string, longest: number): string | null => value.trim().slice(0, longest) || null

/** Returns the elements of an address. */
export const addressParts = (place: Pick<TaxParty, 'street' | 'streetNumber' | 'postcode' | 'city'>) => [
  element('street', text(place.street, LONGEST.street)),
  element('number', text(place.streetNumber, LONGEST.street)),
  element('postalCode', place.postcode),
  element('city', place.city.slice(0, LONGEST.city)),
]

/** Writes a party. Name and address of a Greek one must be absent, because the tax office knows them (errors 219 and 220). */
export function party(name: string, { vat, country, branch, ...who }: TaxParty): string | null {
  const address = addressParts(who)
  return element(name, [
    element('vatNumber', namedVat({ vat })),
    element('country', country),
    element('branch', String(branch)),
    ...(country === HOME ? [] : [element('name', text(who.name, LONGEST.name)), element('address', address)]),
  ])
}

const income = (name: string, { category, type }: TaxLine['income'], value: number) =>
  element(name, [
    element('icls:classificationType', type),
    element('icls:classificationCategory', category),
    amount('icls:amount', value),
  ])

const line = (one: TaxLine, index: number) =>
  element('invoiceDetails', [
    element('lineNumber', String(index + 1)),
    element('TaricNo', one.taricNo ?? null),
    element('quantity', toDecimal(one.quantity, one.measuredPlaces)),
    element('measurementUnit', String(one.measurement)),
    amount('netValue', one.net),
    element('vatCategory', String(one.vatCategory)),
    amount('vatAmount', one.vat),
    element('vatExemptionCategory', one.exemption === null ? null : String(one.exemption)),
    element('lineComments', text([one.code, one.name].filter(Boolean).join(' '), LONGEST.comments)),
    income('incomeClassification', one.income, one.net),
  ])

/** Returns the income of the lines by category and type, because the summary repeats it (error 312). */
function incomeOfAll(lines: readonly TaxLine[]): (string | null)[] {
  const sums = new Map<string, { readonly of: TaxLine['income']; readonly sum: Cents }>()
  for (const { income: of, net } of lines) {
    const key = `${of.category} ${of.type}`
    sums.set(key, { of, sum: addCents(sums.get(key)?.sum ?? cents(0), cents(net)) })
  }
  return [...sums.values()].map(({ of, sum }) => income('incomeClassification', of, sum))
}

/** Amounts that the product never has, but that the schema demands. */
export const NO_OTHER_TAXES = [
  'totalWithheldAmount',
  'totalFeesAmount',
  'totalStampDutyAmount',
  'totalOtherTaxesAmount',
  'totalDeductionsAmount',
].map((name) => amount(name, 0))

/** Returns the XML of one document. */
export function mydataXml(document: TaxDocument): string {
  const { series, type, correlatedMark, movePurpose } = document
  const invoice = element('invoice', [
    element(
      'transmissionFailure',
      document.transmissionFailure === undefined ? null : String(document.transmissionFailure),
    ),
    party('issuer', document.issuer),
    isRetail(type) ? null : party('counterpart', document.customer),
    element('invoiceHeader', [
      element('series', series === '' ? '0' : series),
      element('aa', String(document.number)),
      element('issueDate', document.day),
      element('invoiceType', type),
      element('currency', 'EUR'),
      element('correlatedInvoices', correlatedMark),
      element('movePurpose', movePurpose === null ? null : String(movePurpose)),
    ]),
    element('paymentMethods', [
      element('paymentMethodDetails', [element('type', String(document.paymentWay)), amount('amount', document.total)]),
    ]),
    ...document.lines.map(line),
    element('invoiceSummary', [
      amount('totalNetValue', document.net),
      amount('totalVatAmount', document.vat),
      ...NO_OTHER_TAXES,
      amount('totalGrossValue', document.total),
      ...incomeOfAll(document.lines),
    ]),
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<InvoicesDoc xmlns="${INVOICE_SPACE}" xmlns:icls="${INCOME_SPACE}">${invoice}</InvoicesDoc>\n`
}
