/** Composes documents of random orders, and validates their XML with the schema of the tax office. No database is needed. */
import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import {
  type Cents,
  cents,
  lineTotal,
  percentOf,
  quantity,
  rate,
  type Rate,
  scaleDecimal,
  sumCents,
  unitPrice,
} from '#kernel/money.ts'
import { isBusiness } from '#kernel/tax/customer-kind.ts'
import { PAYMENT_WAY_NAMES } from '#kernel/tax/payment-ways.ts'
import { creditOfLine } from '#features/orders/domain/crediting/crediting.ts'
import { splitLines } from '#features/orders/domain/split.ts'
import { storedValues } from '#kernel/settings/form.ts'
import { mydataXml } from '#server/integrations/accounting/mydata-xml.ts'
import { faultsOfXml } from '#server/testing/tax/mydata-schema.ts'
import { shortOrFull } from '#server/testing/length.ts'
import {
  composeDocument,
  type Sale,
  type SoldLine,
  type TaxCustomer,
  type TaxIssuer,
  type Unnumbered,
} from '../domain/tax/compose.ts'
import { TAX_SETTINGS, type TaxSettings } from '../domain/tax/settings.ts'

const DOCUMENTS = shortOrFull(60, 500)

const ISSUER: TaxIssuer = {
  name: 'Κηροπλαστείο Κέρινο Ι.Κ.Ε.',
  vat: 'EL094014201',
  address: 'Ορφέως 114, 118 55 Αθήνα',
  taxOffice: 'Α΄ Αθηνών',
  profession: 'Παραγωγή κεριών',
  gemi: '170041830000',
  email: '',
  phone: '',
}

const customer = (more: Partial<TaxCustomer>): TaxCustomer => ({
  id: 7,
  name: 'Ξενοδοχείο «Ακτή» & Υιοί <ΑΕ>',
  vat: '094019245',
  address: 'Ερμού 1',
  city: 'Ναύπλιο',
  postcode: '211 00',
  country: '',
  taxKind: '',
  taxOffice: '',
  profession: '',
  email: '',
  phone: '',
  ...more,
})

/** Every kind of customer, with the type of an invoice for goods. */
const CUSTOMERS: readonly (readonly [TaxCustomer, type: string])[] = [
  [customer({}), '1.1'],
  [customer({ country: 'Ελλάδα', vat: 'EL 94014201'.replace('94014201', '90000045') }), '1.1'],
  [
    customer({
      name: 'Kerzen GmbH',
      country: 'Γερμανία',
      vat: 'DE 136695976',
      address: 'Hauptstraße 12',
      postcode: '10115',
      city: 'Berlin',
    }),
    '1.2',
  ],
  [customer({ name: 'Alpenlicht AG', country: 'Ελβετία', vat: '', postcode: '8001', city: 'Zürich' }), '11.1'],
  [customer({ name: 'Light Inc', country: 'USA', vat: '12-3456789', postcode: '10001', city: 'New York' }), '1.3'],
  [customer({ name: 'Άννα Παππά', vat: '', address: '', city: '', postcode: '' }), '11.1'],
  [customer({ name: 'Ιερός Ναός Αγίου Νικολάου', vat: ' ', address: '', taxKind: 'public' }), '11.1'],
  [customer({ name: 'Δήμος Ναυπλιέων', vat: '090000045', taxKind: 'public' }), '1.1'],
  [customer({ name: 'Άννα Παππά', vat: '094019245', taxKind: 'private' }), '11.1'],
]

const settings = (more: Partial<TaxSettings> = {}): TaxSettings => ({
  ...storedValues(TAX_SETTINGS, undefined),
  exemptionHome: 7,
  incomes: [{ category: 'Φιτίλια', income: 'traded' }],
  exemptions: [{ vatClass: 'Δωρεά', reason: 27 }],
  ...more,
})

const sums = (lines: readonly SoldLine[]) => {
  const net = sumCents(lines.map((line) => line.net as Cents))
  const vat = sumCents(lines.map((line) => line.vat as Cents))
  return { net, vat, total: sumCents([net, vat]) }
}

const soldLine = (more: Partial<SoldLine> = {}): SoldLine => {
  const line = {
    productId: 3,
    code: 'K-1',
    name: 'Κερί',
    unit: 'Item',
    quantity: quantity(3_0000),
    price: unitPrice(3500),
    vatRate: rate(2400),
    service: false,
    category: 'Κεριά',
    vatClass: '',
    ...more,
  }
  const net = lineTotal(quantity(line.quantity), unitPrice(line.price))
  return { ...line, net, vat: percentOf(net, line.vatRate as Rate), ...more }
}

const sale = (more: Partial<Sale> & { readonly lines: readonly SoldLine[] }): Sale => ({
  kind: 'invoice',
  correlatedMark: null,
  day: '2026-11-20' as Day,
  dueDay: '2026-12-20' as Day,
  deliveryPlace: '',
  paymentWay: { own: '', ofCustomer: '' },
  ofReceipt: null,
  refusedByVies: false,
  issuer: ISSUER,
  customer: customer({}),
  ...sums(more.lines),
  ...more,
})

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
  })
  .map((line) => soldLine(line))

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
    lines: fc.array(anyLine, { minLength: 1, maxLength: 8 }),
    who: fc.constantFrom(...CUSTOMERS),
    kind: fc.constantFrom('invoice' as const, 'credit-note' as const),
    mark: fc.option(fc.constant('400001234567890')),
    part: anyPart,
    ofReceipt: fc.constantFrom(null, true, false),
    own: fc.constantFrom('' as const, ...PAYMENT_WAY_NAMES),
  })
  .map(({ lines, who: [whom], kind, mark, part, own, ofReceipt }) => {
    const credited = kind === 'invoice' ? lines : creditedBy(lines, part)
    return sale({
      lines: credited.length === 0 ? lines : credited,
      customer: whom,
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
const centsIn = (text: unknown): number => scaleDecimal(String(text), 2) ?? Number.NaN

describe('documents of random orders', () => {
  const sales = fc.sample(anySale, { seed: 17, numRuns: DOCUMENTS })
  const documents = sales.map((one) => {
    const composed = composeDocument(one, settings())
    if (!('document' in composed)) throw new Error(JSON.stringify(composed.problems))
    return composed.document
  })

  test('are valid by the schema of the tax office', async () => {
    const faults = await faultsOfXml(
      documents.map((document, index) => ({ fileName: `${index}.xml`, contents: xmlOf(document) })),
    )
    expect(faults).toEqual([])
  })

  test('equal their orders to the cent, per line and in all', () => {
    for (const [index, document] of documents.entries()) {
      const one = sales[index] as Sale
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

test.each(CUSTOMERS)('an invoice for $name has the type $1', (whom, type) => {
  const composed = composeDocument(sale({ lines: [soldLine()], customer: whom }), settings())
  expect(composed).toMatchObject({ document: { type } })
})

test('goods are sold without VAT into the union only to a number that VIES does not refuse', () => {
  const [german] = CUSTOMERS.find(([, type]) => type === '1.2')!
  const free = soldLine({ vatRate: 0, vat: 0 })
  const codes = (more: Partial<Sale> & { readonly lines: readonly SoldLine[] }) => {
    const { problems = [] } = composeDocument(sale({ customer: german, refusedByVies: true, ...more }), settings())
    return problems.map(({ code }) => code)
  }
  expect(codes({ lines: [soldLine(), free] })).toEqual(['not-in-vies'])
  // the law lets the sale go on with VAT, as a service, back to the company, and to anybody whom VIES does not know
  expect(codes({ lines: [soldLine()] })).toEqual([])
  expect(codes({ lines: [{ ...free, service: true }] })).toEqual([])
  expect(codes({ lines: [free], kind: 'credit-note', correlatedMark: '400001234567890' })).toEqual([])
  expect(codes({ lines: [free], refusedByVies: false })).toEqual([])
  expect(codes({ lines: [free], customer: customer({}) })).toEqual([])
})

test('grams are kilograms at the tax office, and pieces are pieces', () => {
  const lines = [soldLine({ unit: 'Gram', quantity: 250_0000 }), soldLine({ unit: 'Item' })]
  const composed = composeDocument(sale({ lines }), settings())
  if (!('document' in composed)) throw new Error('no document')
  const xml = xmlOf(composed.document)
  expect(xml).toContain('<quantity>0.2500000</quantity><measurementUnit>2</measurementUnit>')
  expect(xml).toContain('<quantity>3.0000</quantity><measurementUnit>1</measurementUnit>')
})

test('the books tell own products from traded goods and services, and a line without VAT says why', () => {
  const free = { vatRate: 0, vat: 0 }
  const lines = [
    soldLine(),
    soldLine({ category: 'Φιτίλια' }),
    soldLine({ service: true }),
    soldLine({ ...free, vatClass: 'Δωρεά' }),
    soldLine(free),
  ]
  expect(composeDocument(sale({ lines }), settings({ exemptionHome: 7 }))).toMatchObject({
    document: {
      lines: [
        { income: { category: 'category1_2', type: 'E3_561_001' }, exemption: null },
        { income: { category: 'category1_1' } },
        { income: { category: 'category1_3' } },
        { exemption: 27 },
        { exemption: 7 },
      ],
    },
  })
  const [, german] = [CUSTOMERS[0], CUSTOMERS[2]]
  expect(composeDocument(sale({ lines: [soldLine(free)], customer: german![0] }), settings())).toMatchObject({
    document: { type: '1.2', lines: [{ exemption: 14, income: { type: 'E3_561_005' } }] },
  })
})

test('a credit note takes back what was issued: for a receipt it is one of receipts, also if the customer is a company now', () => {
  const credit = (ofReceipt: boolean | null) =>
    composeDocument(
      sale({ kind: 'credit-note', ofReceipt, correlatedMark: '400001234567890', lines: [soldLine()] }),
      settings(),
    )
  expect(
    [credit(true), credit(false), credit(null)].map((one) => ('document' in one ? one.document.type : null)),
  ).toEqual(['11.4', '5.1', '5.1'])
})

test('the way of payment is that of the order, then of the customer, then of the company', () => {
  const wayOf = (own: '' | 'card', ofCustomer: '' | 'iris') => {
    const composed = composeDocument(
      sale({ lines: [soldLine()], paymentWay: { own, ofCustomer } }),
      settings({ paymentWay: 'cash' }),
    )
    return 'document' in composed ? composed.document.paymentWay : null
  }
  expect([wayOf('card', 'iris'), wayOf('', 'iris'), wayOf('', '')]).toEqual([7, 8, 3])
})

test('the way of payment is that of the settings, and the due day that of the terms', () => {
  expect(composeDocument(sale({ lines: [soldLine()] }), settings({ paymentWay: 'transfer' }))).toMatchObject({
    document: { dueDay: '2026-12-20', paymentWay: 1 },
  })
})

test.each<[string, Partial<Sale>, TaxSettings, object]>([
  [
    'your company has no VAT number',
    { issuer: { ...ISSUER, vat: '' } },
    settings(),
    { code: 'issuer-vat', of: 'company', field: 'vat' },
  ],
  [
    'no country has the name',
    { customer: customer({ country: 'Πάτρα' }) },
    settings(),
    { code: 'country', of: 'customers', id: 7, field: 'country' },
  ],
  [
    'a check digit is wrong',
    { customer: customer({ vat: '123456789' }) },
    settings(),
    { code: 'customer-vat', field: 'vat' },
  ],
  [
    'a number belongs to another country',
    { customer: customer({ country: 'DE', vat: '094019245' }) },
    settings(),
    { code: 'customer-vat', field: 'vat' },
  ],
  ['the customer has your own number', { customer: customer({ vat: '094014201' }) }, settings(), { code: 'own-vat' }],
  [
    'a customer abroad has no postcode',
    { customer: customer({ country: 'DE', vat: '136695976', postcode: '' }) },
    settings(),
    { code: 'customer-address', field: 'postcode' },
  ],
  [
    'the kind contradicts the country',
    { customer: customer({ taxKind: 'union' }) },
    settings(),
    { code: 'kind-place', of: 'customers', field: 'taxKind' },
  ],
  [
    'a company has no VAT number',
    { customer: customer({ taxKind: 'home', vat: '' }) },
    settings(),
    { code: 'kind-vat', of: 'customers', field: 'vat' },
  ],
  ['there are no lines', { lines: [] }, settings(), { code: 'no-lines', of: 'orders' }],
  [
    'a rate does not exist',
    { lines: [soldLine({ vatRate: 1234 })] },
    settings(),
    { code: 'vat-rate', of: 'products', id: 3 },
  ],
  [
    'a reason is missing',
    { lines: [soldLine({ vatRate: 0, vat: 0 })] },
    settings({ exemptionHome: 0 }),
    { code: 'exemption', of: 'tax', field: 'exemptionHome' },
  ],
  ['a VAT amount is wrong', { lines: [soldLine({ vat: 1 })] }, settings(), { code: 'sums', of: 'orders' }],
  ['the total is wrong', { lines: [soldLine()], total: 1 }, settings(), { code: 'sums', of: 'orders' }],
])('nothing is composed if %s, and the field to correct is named', (_why, change, given, problem) => {
  const composed = composeDocument(sale({ lines: [soldLine()], ...change }), given)
  expect(composed.problems?.[0]).toMatchObject(problem)
})
