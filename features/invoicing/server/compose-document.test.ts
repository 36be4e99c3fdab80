/**
 * Composes documents of random orders of random customers. Each is valid by the schema of the tax office and right to the cent, or is refused
 * with a problem that names what to do. No database is needed.
 */
import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import {
  type Cents,
  cents,
  percentOf,
  quantity,
  rate,
  type Rate,
  scaleDecimal,
  subtractCents,
  unitPrice,
} from '#kernel/money.ts'
import { CUSTOMER_KINDS, isBusiness } from '#kernel/tax/customer-kind.ts'
import { PAYMENT_WAY_NAMES } from '#kernel/tax/payment-ways.ts'
import { creditOfLine } from '#features/orders/domain/crediting/crediting.ts'
import { splitLines } from '#features/orders/domain/split.ts'
import { roundVat } from '#features/orders/domain/totals.ts'
import { mydataXml } from '#server/integrations/accounting/mydata-xml.ts'
import { productTexts } from '#server/texts/text-book.ts'
import { faultsOfXml } from '#testing/tax/mydata-schema.ts'
import { usualOrFull } from '#testing/length.ts'
import { composeDocument, type Sale, type SoldLine, type Unnumbered } from '../domain/tax/compose.ts'
import { customer, CUSTOMERS, sale, settings, soldLine } from '../domain/tax/test-sale.ts'

const DOCUMENTS = usualOrFull(300, 10_000)
/** So many files are validated at once. */
const BATCH = 500

const anyLine = fc
  .record({
    code: fc.constantFrom('', 'K-1', 'ΚΕΡΙ/7'),
    name: fc.constantFrom('Κερί «μεγάλο»', 'Φιτίλι & νήμα <2 mm>', 'x'.repeat(300)),
    unit: fc.constantFrom('Item', 'KG', 'Gram', 'Meter', 'CM', 'MM', 'Litter', 'CubicM'),
    quantity: fc.integer({ min: 1, max: 5_000_0000 }),
    price: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900_0000 })),
    vatRate: fc.constantFrom(2400, 1300, 600, 1700, 900, 400, 300, 0),
    service: fc.boolean(),
    category: fc.constantFrom('Κεριά', 'Φιτίλια', ''),
    vatClass: fc.constantFrom('', 'Δωρεά'),
    lost: fc.boolean(),
    discount: fc.constantFrom(0, 0, 1000, 3333, 10_000),
  })
  .map(({ discount, lost, ...line }) => {
    const whole = soldLine({ ...line, lost: lost && !line.service })
    if (discount === 0) return whole
    const net = subtractCents(cents(whole.net), percentOf(cents(whole.net), rate(discount)))
    return { ...whole, net, vat: percentOf(net, whole.vatRate as Rate) }
  })

/** A customer of any kind and place, with and without a VAT number and an address. */
const anyCustomer = fc
  .record({
    place: fc.oneof(
      { weight: 4, arbitrary: fc.constant({ country: '', vat: '094019245' }) },
      {
        weight: 6,
        arbitrary: fc.constantFrom(
          { country: 'Γερμανία', vat: 'DE 136695976' },
          { country: 'Κύπρος', vat: 'CY10259033P' },
          { country: 'USA', vat: '12-3456789' },
          { country: 'Ελβετία', vat: 'CHE116281710' },
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          { country: 'GB', vat: 'XI 123456789' },
          { country: 'Κόσοβο', vat: '810000000' },
          { country: 'Ατλαντίδα', vat: '1' },
          { country: 'FR', vat: '136695976' },
        ),
      },
    ),
    hasVat: fc.boolean(),
    taxKind: fc.oneof(
      { weight: 3, arbitrary: fc.constant('' as const) },
      { weight: 2, arbitrary: fc.constantFrom(...CUSTOMER_KINDS) },
    ),
    address: fc.constantFrom('Hauptstraße 12', 'Ερμού 1', ''),
    city: fc.constantFrom('Berlin', 'Ναύπλιο', 'Ναύπλιο', ''),
    postcode: fc.constantFrom('10115', '211 00', '211 00', ''),
    name: fc.constantFrom('Ξενοδοχείο «Ακτή» & Υιοί <ΑΕ>', 'x'.repeat(300)),
  })
  .map(({ place, hasVat, ...rest }) => customer({ ...rest, country: place.country, vat: hasVat ? place.vat : '' }))

/** Returns the lines with the VAT that they carry in an order. */
const asInOrder = (lines: readonly SoldLine[]): SoldLine[] =>
  roundVat(
    lines.map((line) => ({
      line,
      vat: line.vatRate as Rate,
      total: line.net as Cents,
      vatAmount: line.vat as Cents,
    })),
  ).map(({ line, vatAmount, vatRounding }) => ({ ...line, vat: vatAmount, vatRounding }))

/** Lines of a few cents, whose VAT differs from that of their sum. */
const smallLines = fc
  .record({ count: fc.integer({ min: 20, max: 120 }), price: fc.integer({ min: 100, max: 900 }), first: anyLine })
  .map(({ count, price, first }) => [
    first,
    ...Array.from({ length: count }, () => soldLine({ price, quantity: 1_0000 })),
  ])

type Part = { readonly of: 'all' | 'delivered' | 'rest' | 'credited'; readonly share: number }

/** Returns the lines of which a credit note is: all, those of a delivery in part, of what followed it, or a part of some lines. */
function creditedBy(lines: readonly SoldLine[], { of, share }: Part): SoldLine[] {
  const numbered = lines.map((line, index) => ({
    ...line,
    lineNo: index + 1,
    salesPrice: unitPrice(line.price),
    price: unitPrice(line.price),
    vat: line.vatRate as Rate,
    vatRate: line.vatRate as Rate,
    total: line.net as Cents,
    vatAmount: line.vat as Cents,
    vatRounding: line.vatRounding as Cents | undefined,
    quantity: quantity(line.quantity),
  }))
  const pieces = (all: number) => quantity(Math.floor((all * share) / 100))
  if (of === 'delivered' || of === 'rest') {
    const delivered = numbered.map(({ lineNo, quantity: all }) => ({ lineNo, quantity: pieces(all) }))
    const { kept, rest } = splitLines(numbered, delivered)
    return (of === 'delivered' ? kept : rest).map(({ total, vatAmount, ...line }) => ({
      ...line,
      net: total,
      vat: vatAmount,
    }))
  }
  if (of === 'all') return [...lines]
  return numbered.flatMap((line) => {
    const whole = { ...line, net: line.total, vat: line.vatAmount }
    const first = creditOfLine(
      { ...whole, credited: { quantity: quantity(0), net: cents(0), vat: cents(0) } },
      pieces(line.quantity),
    )
    const second = creditOfLine({ ...whole, credited: first }, quantity(line.quantity - first.quantity))
    return [first, second].flatMap((part) => (part.quantity > 0 ? [{ ...whole, ...part }] : []))
  })
}

const anyPart: fc.Arbitrary<Part> = fc.record({
  of: fc.constantFrom('all' as const, 'delivered' as const, 'rest' as const, 'credited' as const),
  share: fc.integer({ min: 0, max: 100 }),
})

const anySale = fc
  .record({
    lines: fc
      .oneof(
        { weight: 9, arbitrary: fc.array(anyLine, { minLength: 1, maxLength: 8 }) },
        { weight: 1, arbitrary: smallLines },
      )
      .map(asInOrder),
    whom: fc.oneof(fc.constantFrom(...CUSTOMERS.map(([known]) => known)), anyCustomer),
    refusedByVies: fc.boolean(),
    kind: fc.constantFrom('invoice' as const, 'credit-note' as const),
    mark: fc.option(fc.constant('400001234567890')),
    part: anyPart,
    ofReceipt: fc.constantFrom(null, true, false),
    own: fc.constantFrom('' as const, ...PAYMENT_WAY_NAMES),
  })
  .map(({ lines, whom, refusedByVies, kind, mark, part, own, ofReceipt }) => {
    const credited = kind === 'invoice' ? lines : creditedBy(lines, part)
    return sale({
      lines: credited.length === 0 ? lines : credited,
      customer: whom,
      refusedByVies: refusedByVies && whom.country === 'Γερμανία',
      kind,
      correlatedMark: kind === 'credit-note' ? mark : null,
      // a credit note takes back an invoice only of a customer who could get one
      ofReceipt: kind === 'credit-note' && (ofReceipt === true || isBusiness(whom)) ? ofReceipt : null,
      paymentWay: { own, ofCustomer: '' },
    })
  })

const xmlOf = (document: Unnumbered): string => mydataXml({ ...document, series: 'ΤΠ', number: 17 })

const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => name === 'invoiceDetails' || name === 'incomeClassification',
})
type Counterpart = {
  readonly vatNumber: string
  readonly country: string
  readonly name?: string
  readonly address?: { readonly postalCode?: string }
}

/** The types of income that the official combinations allow for each type of document, of those that the product uses. */
const RETAIL_INCOMES = ['E3_561_003', 'E3_561_006']
const ALL_INCOMES = ['E3_561_001', 'E3_561_005', 'E3_561_006']
const INCOMES_OF: Readonly<Record<string, readonly string[]>> = {
  '1.1': ['E3_561_001'],
  '1.2': ['E3_561_005'],
  '1.3': ['E3_561_006'],
  '2.1': ['E3_561_001'],
  '2.2': ['E3_561_005'],
  '2.3': ['E3_561_006'],
  '5.1': ALL_INCOMES,
  '5.2': ALL_INCOMES,
  '11.1': RETAIL_INCOMES,
  '11.2': RETAIL_INCOMES,
  '11.4': ['E3_561_003'],
}

const centsIn = (text: unknown): number => scaleDecimal(String(text), 2) ?? Number.NaN

describe('documents of random orders', () => {
  const sales = fc.sample(anySale, { seed: 17, numRuns: DOCUMENTS })
  const composed = sales.map((one) => ({ one, ...composeDocument(one, settings()) }))
  const documents = composed.flatMap((each) => ('document' in each ? [{ one: each.one, document: each.document }] : []))

  test('are valid by the schema of the tax office', async () => {
    for (let at = 0; at < documents.length; at += BATCH) {
      const files = documents.slice(at, at + BATCH)
      const faults = await faultsOfXml(
        files.map(({ document }, index) => ({ fileName: `${at + index}.xml`, contents: xmlOf(document) })),
      )
      expect(faults).toEqual([])
    }
  })

  test('are composed for most orders, and every other one is refused with a problem that has a text', () => {
    const texts = productTexts.textsOf('invoicing', 'en') as { refusal: { tax: Record<string, string> } }
    const refused = composed.flatMap(({ problems = [] }) => problems)
    expect(documents.length).toBeGreaterThan(DOCUMENTS / 2)
    for (const { code } of refused) expect(texts.refusal.tax[code], code).toBeTruthy()
    const codes = new Set(refused.map(({ code }) => code))
    for (const code of ['free', 'credit-nothing', 'kosovo', 'northern-ireland', 'country', 'customer-address'])
      expect(codes, code).toContain(code)
  })

  test('have types, reasons and income that the official combinations allow', () => {
    for (const { document } of documents) {
      const { type, lines } = document
      for (const { income, exemption, vatRate } of lines) {
        expect(exemption === null, type).toBe(vatRate !== 0)
        expect(INCOMES_OF[type], type).toContain(income.type)
        expect(income.category === 'category1_3' || !type.startsWith('2.'), type).toBe(true)
      }
    }
  })

  test('name a recipient with a number, a country and abroad an address, unless they are receipts', () => {
    for (const { document } of documents) {
      const parsed = parser.parse(xmlOf(document)) as { InvoicesDoc: { invoice: { counterpart?: Counterpart } } }
      const { counterpart } = parsed.InvoicesDoc.invoice
      expect(counterpart === undefined, document.type).toBe(document.type.startsWith('11.'))
      if (counterpart === undefined) continue
      expect(counterpart.vatNumber).toMatch(/^[0-9A-Z-]{2,30}$/)
      // the tax office knows name and address of a Greek company, and refuses them (219, 220)
      expect(counterpart.name === undefined).toBe(counterpart.country === 'GR')
      const hasAddress = counterpart.address?.postalCode !== undefined
      // what was credited was issued, whatever the customer is now
      expect(hasAddress || document.kind === 'credit-note').toBe(
        counterpart.country !== 'GR' || document.kind === 'credit-note',
      )
    }
  })

  test('equal their orders to the cent, per line and in all', () => {
    for (const { one, document } of documents) {
      const { invoice } = (parser.parse(xmlOf(document)) as { InvoicesDoc: { invoice: Record<string, never> } })
        .InvoicesDoc
      const {
        invoiceDetails: lines,
        invoiceSummary: summary,
        paymentMethods,
      } = invoice as unknown as {
        invoiceDetails: Record<string, string>[]
        invoiceSummary: Record<string, string> & { incomeClassification: { amount: string }[] }
        paymentMethods: { paymentMethodDetails: { amount: string } }
      }
      expect(lines.map(({ netValue, vatAmount }) => [centsIn(netValue), centsIn(vatAmount)])).toEqual(
        one.lines.map(({ net, vat }) => [net, vat]),
      )
      expect([summary['totalNetValue'], summary['totalVatAmount'], summary['totalGrossValue']].map(centsIn)).toEqual([
        one.net,
        one.vat,
        one.total,
      ])
      const income = summary.incomeClassification.map(({ amount }) => centsIn(amount))
      expect(income.reduce((sum, amount) => sum + amount, 0)).toBe(one.net)
      expect(centsIn(paymentMethods.paymentMethodDetails.amount)).toBe(one.total)
    }
  })
})

test('the schema finds a fault in a document that is not valid', async () => {
  const composed = composeDocument(sale({ lines: [soldLine()] }), settings())
  if (!('document' in composed)) throw new Error('no document')
  const xml = xmlOf(composed.document)
  expect(
    await faultsOfXml([{ fileName: 'wrong.xml', contents: xml.replace('<country>GR', '<country>Ελλάδα') }]),
  ).not.toEqual([])
})

test('an invoice names the codes of its goods only if the settings want them, valid by the schema', async () => {
  const lines = [
    soldLine({ cnCode: '34060000' }),
    soldLine({ cnCode: null }),
    soldLine({ cnCode: '1111111111', service: true }),
  ]
  const xmlBy = (codesOnInvoices: 'no' | 'yes', kind: Sale['kind'] = 'invoice') => {
    const composed = composeDocument(
      { ...sale({ lines }), kind, ...(kind === 'invoice' ? {} : { correlatedMark: '400001234567890' }) },
      settings({ codesOnInvoices }),
    )
    if (!('document' in composed)) throw new Error(JSON.stringify(composed.problems))
    return xmlOf(composed.document)
  }
  const yes = xmlBy('yes')
  expect(yes).toContain('<invoiceType>1.1</invoiceType>')
  expect(
    [...yes.matchAll(/<lineNumber>(\d)<\/lineNumber><TaricNo>(.*?)<\/TaricNo>/g)].map(([, ...found]) => found),
  ).toEqual([['1', '3406000000']])
  expect(await faultsOfXml([{ fileName: 'codes.xml', contents: yes }])).toEqual([])
  // the tax office takes no code on an invoice that does not accompany goods
  expect(xmlBy('no')).not.toContain('TaricNo')
  expect(xmlBy('yes', 'credit-note')).not.toContain('TaricNo')
})

test('grams are kilograms at the tax office, and pieces are pieces', () => {
  const lines = [soldLine({ unit: 'Gram', quantity: 250_0000 }), soldLine({ unit: 'Item' })]
  const composed = composeDocument(sale({ lines }), settings())
  if (!('document' in composed)) throw new Error('no document')
  const xml = xmlOf(composed.document)
  expect(xml).toContain('<quantity>0.2500000</quantity><measurementUnit>2</measurementUnit>')
  expect(xml).toContain('<quantity>3.0000</quantity><measurementUnit>1</measurementUnit>')
})
