/**
 * Composes the tax document of an order from the facts of the order, its customer and the company. A document that the tax office
 * would refuse is not composed: every problem names the record and the field that a person must correct.
 */
import {
  addCents,
  type Cents,
  cents,
  percentOf,
  PLACES,
  type Rate,
  subtractCents,
  sumCents,
  toNumber,
} from '#kernel/money.ts'
import { missingAddress } from '#kernel/tax/customer-address.ts'
import { type CustomerKind, isBusiness, whyNotKind } from '#kernel/tax/customer-kind.ts'
import { isPaidAtOnce, PAYMENT_WAYS, type PaymentWay, paymentWayOf } from '#kernel/tax/payment-ways.ts'
import { countryOf, HOME, type Place, placeOf, type Sold, uncodedPlaceOf } from '#kernel/tax/country.ts'
import {
  isRetail,
  type TaxDocument,
  type TaxDocumentType,
  type TaxLine,
  type TaxParty,
  vatCategoryOf,
  WITHOUT_VAT,
} from '#kernel/tax/tax-document.ts'
import { taricNumber } from '#features/products/domain/codes/cn-code.ts'
import { addressesIn } from '#kernel/mail-addresses.ts'
import { isVatOf, vatWithin } from '#kernel/tax/vat-of-country.ts'
import type { Day } from '#kernel/day.ts'
import { documentType, INCOME_CATEGORIES, incomeType, type TypeFacts } from './document-type.ts'
import type { Forbidden, TaxProblem } from './problems.ts'
import type { TaxSettings } from './settings.ts'
import { splitAddress, splitStreet } from './split-address.ts'

/** A line of the order with what its product says. */
export type SoldLine = Pick<
  TaxLine,
  'code' | 'name' | 'unit' | 'quantity' | 'price' | 'vatRate' | 'net' | 'vat' | 'vatRounding'
> & {
  readonly productId: number
  readonly service: boolean
  /** True for lent pieces that the customer keeps: goods that are sold and do not move. */
  readonly lost?: boolean
  readonly category: string
  readonly vatClass: string
  /** The code of the goods (CN or TARIC); null if they have none that is valid. */
  readonly cnCode: string | null
}

export type TaxCustomer = {
  readonly id: number
  readonly name: string
  readonly vat: string
  readonly address: string
  readonly city: string
  readonly postcode: string
  readonly country: string
  readonly taxKind: CustomerKind | ''
  readonly taxOffice: string
  readonly profession: string
  readonly email: string
  readonly phone: string
}

export type TaxIssuer = Pick<
  TaxCustomer,
  'name' | 'vat' | 'address' | 'taxOffice' | 'profession' | 'email' | 'phone'
> & {
  readonly gemi: string
}

/** A document that has no number yet. It gets one in the transaction that writes it. */
export type Unnumbered = Omit<TaxDocument, 'series' | 'number'>

export type Sale = {
  readonly kind: TaxDocument['kind']
  readonly correlatedMark: string | null
  /** For a credit note: whether it takes back a receipt, or null if the document is not known. */
  readonly ofReceipt: boolean | null
  readonly day: Day
  /** Empty for the address of the customer. */
  readonly deliveryPlace: string
  /** The way of payment of the order and of its customer; empty if they have none of their own. */
  readonly paymentWay: { readonly own: PaymentWay | ''; readonly ofCustomer: PaymentWay | '' }
  /** By the terms of payment of the customer. */
  readonly dueDay: Day
  readonly issuer: TaxIssuer
  readonly customer: TaxCustomer
  /** True if VIES says that the VAT number of the customer is not valid. */
  readonly refusedByVies: boolean
  readonly lines: readonly SoldLine[]
  readonly net: number
  readonly vat: number
  readonly total: number
}

/** The code of each unit of goods, and the decimals of a quantity in the unit of that code: 1 gram is 0.001 kilograms. */
const MEASUREMENTS: Readonly<Record<string, readonly [code: number, places: number]>> = {
  Item: [1, 4],
  KG: [2, 4],
  Gram: [2, 7],
  Litter: [3, 4],
  Meter: [4, 4],
  CM: [4, 6],
  MM: [4, 7],
  CubicM: [6, 4],
}
const OTHER_UNIT = [7, 4] as const

/** Returns the code of a unit, and the decimals of a quantity in the unit of that code. */
export const measuredIn = (unit: string): readonly [code: number, places: number] => MEASUREMENTS[unit] ?? OTHER_UNIT

/** The purpose "sale" of moving goods. */
const MOVED_FOR_SALE = 1

/** Returns the setting that says why a line without VAT has none. In Greece the VAT class of the product decides before it. */
function exemptionSetting({ service }: SoldLine, place: Place) {
  if (place === 'home') return 'exemptionHome'
  if (service) return 'exemptionServices'
  return place === 'union' ? 'exemptionUnion' : 'exemptionOutside'
}

/** Returns the code of the reason why a line without VAT has none; 0 if the settings name none. */
function exemptionOf(line: SoldLine, place: Place, settings: TaxSettings): number {
  const ofClass =
    place === 'home' ? settings.exemptions.find(({ vatClass }) => vatClass === line.vatClass)?.reason : undefined
  return ofClass ?? settings[exemptionSetting(line, place)]
}

const categoryOf = (line: SoldLine, { incomes, usualIncome }: TaxSettings): string =>
  INCOME_CATEGORIES[
    line.service ? 'service' : (incomes.find(({ category }) => category === line.category)?.income ?? usualIncome)
  ]

export function issuerOf({ issuer }: Pick<Sale, 'issuer'>, { branch }: Pick<TaxSettings, 'branch'>): TaxParty {
  const { name, vat, address, taxOffice, profession, gemi, email, phone } = issuer
  return {
    name,
    vat: vatWithin(HOME, vat),
    country: HOME,
    branch,
    ...splitAddress(address),
    taxOffice,
    profession,
    gemi,
    email,
    phone,
  }
}

export function customerOf({ customer }: Pick<Sale, 'customer'>, country: string): TaxParty {
  const { name, vat, address, city, postcode, taxOffice, profession, email, phone } = customer
  const plain = vat.trim() === '' ? '' : vatWithin(country, vat)
  const parts = { ...splitStreet(address), city, postcode: postcode.replace(/\s/g, '') }
  // a document has one address; its mail goes to all that the customer has
  const [first = ''] = addressesIn(email)
  return { name, vat: plain, country, branch: 0, ...parts, taxOffice, profession, gemi: '', email: first, phone }
}

/** Reports whether an invoice sells goods without VAT into the union to a number that VIES refuses. */
const isUntaxedUnionSale = ({ kind, customer, refusedByVies, lines }: Sale, country: string | null): boolean =>
  refusedByVies &&
  kind === 'invoice' &&
  country !== null &&
  placeOf(country) === 'union' &&
  isBusiness(customer) &&
  lines.some(({ service, vatRate }) => !service && vatRate === 0)

/** Reports whether a document names its recipient. A credit note takes back what was issued, whatever the customer is now. */
const isForBusiness = ({ ofReceipt, customer }: Pick<Sale, 'ofReceipt' | 'customer'>): boolean =>
  ofReceipt === null ? isBusiness(customer) : !ofReceipt

const soldBy = ({ lines }: Pick<Sale, 'lines'>): Sold => (lines.every(({ service }) => service) ? 'services' : 'goods')

/** Returns the problems of the issuer and the customer. */
function problemsOfParties(sale: Sale, country: string | null): TaxProblem[] {
  const { issuer, customer } = sale
  const problems: TaxProblem[] = []
  const ofCustomer = (code: TaxProblem['code'], field: string, details = {}): void => {
    problems.push({ code, of: 'customers', id: customer.id, field, details: { name: customer.name, ...details } })
  }
  if (!isVatOf(HOME, issuer.vat))
    problems.push({ code: 'issuer-vat', of: 'company', id: null, field: 'vat', details: { vat: issuer.vat } })
  // a credit note takes back what was issued to the United Kingdom, whatever the postcode of the customer is
  const uncoded = uncodedPlaceOf(customer, sale.kind === 'invoice' ? soldBy(sale) : 'services')
  if (uncoded !== null) ofCustomer(uncoded, 'country')
  else if (country === null) ofCustomer('country', 'country', { country: customer.country })
  else if (customer.vat.trim() !== '') {
    if (!isVatOf(country, customer.vat)) ofCustomer('customer-vat', 'vat', { vat: customer.vat, country })
    else if (country === HOME && vatWithin(HOME, customer.vat) === vatWithin(HOME, issuer.vat))
      ofCustomer('own-vat', 'vat')
  }
  const missing = missingAddress(customer)
  if (missing !== null && isForBusiness(sale)) ofCustomer('customer-address', missing)
  // goods leave the country without VAT only if the customer is registered for trade in the union (directive 2006/112, article 138)
  if (isUntaxedUnionSale(sale, country)) ofCustomer('not-in-vies', 'vat', { vat: customer.vat })
  // the kind can contradict only a country that is known, and a credit note takes back what was issued, whatever the customer is now
  const kind = sale.kind === 'invoice' && uncoded === null && country !== null ? whyNotKind(customer) : null
  if (kind !== null) ofCustomer(kind, kind === 'kind-vat' ? 'vat' : 'taxKind', { country: customer.country })
  return problems
}

/** A credit note in part may differ from the rate by this much on a line, because the credit notes of a line add up to its invoice. */
const ROUNDED = 2

/** Returns by how many cents the VAT of a line is more than that of its amount. */
const vatBeyond = ({ net, vat, vatRate }: SoldLine): Cents =>
  subtractCents(cents(vat), percentOf(net as Cents, vatRate as Rate))

/** Reports whether the VAT of a line is that of its amount, with what it carries of other lines. */
function isVatRight(line: SoldLine, kind: Sale['kind']): boolean {
  const off = vatBeyond(line)
  const { vatRounding = 0 } = line
  if (kind === 'invoice') return off === vatRounding
  // a credit note in part takes back all that the line carries, or less
  return off >= Math.min(vatRounding, 0) - ROUNDED && off <= Math.max(vatRounding, 0) + ROUNDED
}

/** Returns the problems of the lines and the sums. */
function problemsOfLines(sale: Sale, place: Place, settings: TaxSettings): TaxProblem[] {
  const { lines } = sale
  const ofOrder = (code: TaxProblem['code']): TaxProblem[] => [
    { code, of: 'orders', id: null, field: 'lines', details: {} },
  ]
  // all is credited already, or what is left was free
  if (sale.kind === 'credit-note' && lines.every(({ net, vat }) => net === 0 && vat === 0))
    return ofOrder('credit-nothing')
  if (lines.length === 0) return ofOrder('no-lines')
  const problems = lines.flatMap((line): TaxProblem[] => {
    const ofProduct = {
      of: 'products',
      id: line.productId,
      details: { name: line.name, rate: toNumber(line.vatRate, PLACES.rate) },
    } as const
    const category = vatCategoryOf(line.vatRate, settings.fourPercent)
    if (category === null) return [{ code: 'vat-rate', field: 'vat', ...ofProduct }]
    if (category === WITHOUT_VAT && exemptionOf(line, place, settings) === 0)
      return [{ code: 'exemption', ...ofProduct, of: 'tax', id: null, field: exemptionSetting(line, place) }]
    const exact = isVatRight(line, sale.kind) && line.net >= 0 && line.quantity > 0
    return exact ? [] : [{ code: 'sums', field: 'lines', ...ofProduct, of: 'orders', id: null }]
  })
  const net = sumCents(lines.map((line) => cents(line.net)))
  const vat = sumCents(lines.map((line) => cents(line.vat)))
  if (net !== sale.net || vat !== sale.vat || addCents(net, vat) !== sale.total)
    problems.push({ code: 'sums', of: 'orders', id: null, field: 'lines', details: { name: '' } })
  // free goods alone are no sale
  if (problems.length === 0 && sale.total === 0) return ofOrder('free')
  return problems
}

/** The invoices for goods. */
const GOODS_INVOICES: readonly string[] = ['1.1', '1.2', '1.3'] satisfies TaxDocumentType[]

/**
 * Reports whether a line of a document names its code. The tax office takes codes only on delivery notes and on invoices that are delivery notes
 * too, which ours are not; so a company chooses them for a service that wants them.
 */
const namesCode = (type: TaxDocumentType, { service }: SoldLine, { codesOnInvoices }: TaxSettings): boolean =>
  !service && codesOnInvoices !== 'no' && GOODS_INVOICES.includes(type)

type LineFacts = Pick<TypeFacts, 'kind' | 'business' | 'place'> & { readonly type: TaxDocumentType }

function lineOf(line: SoldLine, { type, ...facts }: LineFacts, settings: TaxSettings): TaxLine {
  const { code, name, unit, quantity, price, vatRate, net, vat, vatRounding = 0, cnCode } = line
  const [measurement, measuredPlaces] = measuredIn(unit)
  const exemption = vatRate === 0 ? exemptionOf(line, facts.place, settings) : null
  return {
    code,
    name,
    unit,
    quantity,
    price,
    vatRate,
    net,
    vat,
    // a credit note in part may take back less than the line carries; then its VAT is not divided on the paper
    ...(vatRounding !== 0 && vatBeyond(line) === vatRounding ? { vatRounding } : {}),
    measurement,
    measuredPlaces,
    vatCategory: vatCategoryOf(vatRate, settings.fourPercent) ?? WITHOUT_VAT,
    exemption,
    income: { category: categoryOf(line, settings), type: incomeType({ ...facts, exemption }) },
    ...(cnCode !== null && namesCode(type, line, settings) ? { taricNo: taricNumber(cnCode) } : {}),
  }
}

/** Returns the document, or the problems that forbid it. */
export function composeDocument(
  sale: Sale,
  settings: TaxSettings,
): { readonly document: Unnumbered; readonly problems?: undefined } | Forbidden {
  const country = countryOf(sale.customer.country)
  const place = placeOf(country ?? HOME)
  const [first, ...others] = [...problemsOfParties(sale, country), ...problemsOfLines(sale, place, settings)]
  if (first) return { problems: [first, ...others] }
  const business = isForBusiness(sale)
  const type = documentType({
    kind: sale.kind,
    business,
    place,
    sold: soldBy(sale),
    markKnown: sale.correlatedMark !== null,
  })
  const { kind, day, net, vat, total } = sale
  const { own, ofCustomer } = sale.paymentWay
  const paymentWay = PAYMENT_WAYS[paymentWayOf(own, { ofCustomer, usual: settings.paymentWay })]
  return {
    document: {
      kind,
      type,
      // a credit note for a receipt names no other document
      correlatedMark: isRetail(type) ? null : sale.correlatedMark,
      day,
      dueDay: isPaidAtOnce(paymentWay) ? day : sale.dueDay,
      deliveryPlace: sale.deliveryPlace,
      paymentWay,
      movePurpose:
        kind === 'invoice' && sale.lines.some(({ service, lost }) => !service && !lost) ? MOVED_FOR_SALE : null,
      issuer: issuerOf(sale, settings),
      customer: customerOf(sale, country ?? HOME),
      lines: sale.lines.map((line) => lineOf(line, { type, kind, business, place }, settings)),
      net,
      vat,
      total,
    },
  }
}
