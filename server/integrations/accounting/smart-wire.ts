/** Converts an invoice to the form that `api/Eshop/InsertDocuments` of Epsilon Smart accepts (EshopSale). */
import { addCents, cents, lineTotal, quantity, subtractCents, toNumber, unitPrice } from '#kernel/money.ts'
import { isRetail, type TaxDocument } from '#kernel/tax/tax-document.ts'
import type { AccountingDocument, Sendable } from './accounting.ts'
import type { AddressName } from './epsilon-connection.ts'
import { vatOnWire } from './epsilon-wire.ts'

/** What is not confirmed about Epsilon Smart, so that an installation can set it. */
export type SmartRules = {
  /** The name of its address in the answer to the sign-in. */
  readonly address: AddressName
  /** The value of `VatStatus`, 0 or 1. */
  readonly vatStatus: number
  /** The value of `PaymentMethod` (0, 1, 2, 4 or 5) for each way of payment of the tax office. */
  readonly paymentMethods: Readonly<Record<string, number>>
  /** Whether our number is sent as `DocNum`. */
  readonly sendsNumber: boolean
}

export const SMART_RULES: SmartRules = {
  address: 'url2',
  vatStatus: 0,
  paymentMethods: { 1: 2, 2: 2, 3: 0, 4: 4, 5: 4, 6: 2, 7: 1, 8: 2 },
  sendsNumber: true,
}

/** The method of a payment that the rules do not name. */
const OTHER_METHOD = 4

/** The name of the street number ends with the Greek letters Nu and omicron. Latin ones would lose the number silently. */
export const STREET_NUMBER = 'CustStreet\u039D\u03BF'

/**
 * Reports whether Epsilon Smart can take a document: it has no field for the type of a document, so no credit note and no delivery
 * note, and none for the reason why a line has no VAT. It finds a product by its code only.
 */
export const isTakenBySmart = (document: Sendable): document is AccountingDocument & { kind: 'invoice' } =>
  document.kind === 'invoice' && document.lines.every(({ exemption, code }) => exemption === null && code.trim() !== '')

const euro = (amount: number) => toNumber(amount, 2)

function lineOnWire(line: TaxDocument['lines'][number]) {
  const whole = lineTotal(quantity(line.quantity), unitPrice(line.price))
  return {
    ItemCode: line.code,
    ItemPrintDescr: line.name,
    VATPercent: toNumber(line.vatRate, 2),
    Qty: toNumber(line.quantity, 4),
    Price: toNumber(line.price, 4),
    LineDiscount: euro(subtractCents(whole, cents(line.net))),
    NetVal: euro(line.net),
    VATVal: euro(line.vat),
    TotalVal: euro(addCents(cents(line.net), cents(line.vat))),
  }
}

/** Returns the named texts that are not empty. */
const given = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))

/** Returns the document in the form of `InsertDocuments`. */
export function toSmart(document: AccountingDocument, rules: SmartRules) {
  const { customer } = document
  return {
    // noon is on the same day in each time zone of Europe
    DocDateTime: `${document.day}T12:00:00`,
    IsRetail: isRetail(document.type) ? 1 : 0,
    VatStatus: rules.vatStatus,
    RefDocCode: document.key,
    ...(rules.sendsNumber ? { DocNum: document.number } : {}),
    PaymentMethod: rules.paymentMethods[document.paymentWay] ?? OTHER_METHOD,
    CustName: customer.name,
    ...given({
      CustTIN: vatOnWire(customer),
      CustStreet: customer.street,
      [STREET_NUMBER]: customer.streetNumber,
      CustCity: customer.city,
      CustPostalCode: customer.postcode,
      CustCountry: customer.country,
      CustEmail: customer.email,
      CustPhone1: customer.phone,
      Comments: document.deliveryPlace ?? '',
    }),
    Lines: document.lines.map(lineOnWire),
  }
}
