import { expect, test } from 'vitest'
import { composeDocument, customerOf, type Sale, type SoldLine } from './compose.ts'
import type { TaxSettings } from './settings.ts'
import { customer, CUSTOMERS, ISSUER, sale, settings, soldLine } from './test-sale.ts'

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

test.each([
  ['cash', true],
  ['card', true],
  ['iris', true],
  ['on-credit', false],
  ['transfer', false],
  ['cheque', false],
] as const)('a document that is paid by %s is due on its own day: %s', (own, atOnce) => {
  const document = documentOf(sale({ lines: [soldLine()], paymentWay: { own, ofCustomer: '' } }))
  expect([document?.dueDay === document?.day, document?.dueDay]).toEqual([atOnce, expect.any(String)])
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

test.each<[string, Partial<SoldLine>, Sale['kind'], boolean]>([
  ['a credit note may have two cents more VAT than the rate', { vat: 27 }, 'credit-note', true],
  ['a credit note may have two cents less VAT than the rate', { vat: 23 }, 'credit-note', true],
  ['a credit note may not have three cents more', { vat: 28 }, 'credit-note', false],
  ['a credit note may not have three cents less', { vat: 22 }, 'credit-note', false],
  ['an invoice may not have one cent more', { vat: 26 }, 'invoice', false],
  ['a line without a quantity is refused', { quantity: 0, price: 0, net: 0, vat: 0 }, 'invoice', false],
  ['a line below zero is refused', { net: -104, vat: -25 }, 'invoice', false],
])('%s', (_what, line, kind, composed) => {
  // 24 % of 1.04 are 25 cents
  const sold = soldLine({ net: 104, vat: 25, ...line })
  const { problems = [] } = composeDocument(sale({ lines: [sold], kind, ofReceipt: false }), settings())
  expect(problems.map(({ code }) => code)).toEqual(composed ? [] : ['sums'])
})

const documentOf = (one: Sale) => {
  const composed = composeDocument(one, settings())
  return 'document' in composed ? composed.document : undefined
}

const codesOf = (one: Sale) => composeDocument(one, settings()).problems?.map(({ code }) => code) ?? []
const GIFT = soldLine({ price: 0, net: 0, vat: 0 })

test('free goods stand on an invoice with goods of value, and on none alone', () => {
  expect(codesOf(sale({ lines: [soldLine(), GIFT] }))).toEqual([])
  expect(codesOf(sale({ lines: [GIFT, GIFT] }))).toEqual(['free'])
})

test('a credit note of nothing is refused: of no line, and of lines that were free', () => {
  const credit = { kind: 'credit-note', ofReceipt: false, correlatedMark: '400001234567890' } as const
  expect(codesOf(sale({ ...credit, lines: [] }))).toEqual(['credit-nothing'])
  expect(codesOf(sale({ ...credit, lines: [GIFT] }))).toEqual(['credit-nothing'])
  expect(codesOf(sale({ ...credit, lines: [GIFT, soldLine()] }))).toEqual([])
})

test.each([
  ['Kosovo', { country: 'Κόσοβο', vat: '' }, 'kosovo'],
  ['Northern Ireland', { country: 'Northern Ireland', vat: 'XI123456789' }, 'northern-ireland'],
  ['Northern Ireland, written as the United Kingdom', { country: 'GB', vat: 'XI 123456789' }, 'northern-ireland'],
  [
    'Belfast with a VAT number of the United Kingdom',
    { country: 'UK', vat: 'GB333289454', postcode: 'BT1 5GS', city: 'Belfast' },
    'northern-ireland',
  ],
] as const)('a customer in %s is named alone, because the schema has no code', (_where, change, code) => {
  expect(codesOf(sale({ lines: [soldLine()], customer: customer(change) }))).toEqual([code])
})

test('services for a customer in Belfast are sold to the United Kingdom, and what was invoiced to it is credited', () => {
  const belfast = customer({ country: 'UK', vat: 'GB333289454', postcode: 'BT1 5GS', city: 'Belfast' })
  const free = { vatRate: 0, vat: 0 }
  expect(documentOf(sale({ lines: [soldLine({ ...free, service: true })], customer: belfast }))).toMatchObject({
    type: '2.3',
    customer: { country: 'GB', vat: '333289454' },
  })
  const credit = { kind: 'credit-note', ofReceipt: false, correlatedMark: '400001234567890' } as const
  expect(codesOf(sale({ ...credit, lines: [soldLine(free)], customer: belfast }))).toEqual([])
})

test('a customer in Monaco has a VAT number of France, and is in the union', () => {
  const monaco = customer({ country: 'Monaco', vat: 'FR40303265045', postcode: '98000', city: 'Monaco' })
  expect(documentOf(sale({ lines: [soldLine({ vatRate: 0, vat: 0 })], customer: monaco }))).toMatchObject({
    type: '1.2',
    customer: { country: 'FR', vat: '40303265045', city: 'Monaco' },
  })
})

test('a kind is no second problem of a customer whose country has no code or is not recognised', () => {
  const of = (country: string) =>
    codesOf(sale({ lines: [soldLine()], customer: customer({ country, vat: '', taxKind: 'outside' }) }))
  expect([of('Κόσοβο'), of('Ατλαντίδα')]).toEqual([['kosovo'], ['country']])
})

test('a credit note is not judged by the kind of its customer today, but its country must have a code', () => {
  const credit = {
    kind: 'credit-note',
    ofReceipt: false,
    correlatedMark: '400001234567890',
    lines: [soldLine()],
  } as const
  const of = (change: Parameters<typeof customer>[0]) => codesOf(sale({ ...credit, customer: customer(change) }))
  expect([of({ taxKind: 'union' }), of({ taxKind: 'home', vat: '' })]).toEqual([[], []])
  expect(of({ country: 'GB', vat: 'XI 123456789' })).toEqual(['northern-ireland'])
  expect(of({ country: 'Κόσοβο', vat: '' })).toEqual(['kosovo'])
})

test('a company outside the union without a VAT number gets an invoice with its name and address', () => {
  const american = customer({ name: 'Light Inc', country: 'USA', vat: '', taxKind: 'outside' })
  const free = soldLine({ vatRate: 0, vat: 0 })
  expect(documentOf(sale({ lines: [free], customer: american }))).toMatchObject({
    type: '1.3',
    customer: { vat: '', name: 'Light Inc', country: 'US' },
    lines: [{ exemption: 8, income: { type: 'E3_561_006' } }],
  })
  expect(codesOf(sale({ lines: [free], customer: { ...american, postcode: ' ' } }))).toEqual(['customer-address'])
})

test('an export to a private person is a receipt without VAT, with its reason and as an export in the books', () => {
  const person = customer({ name: 'Anna Weber', country: 'CH', vat: '', address: '', taxKind: 'private' })
  const lines = [soldLine({ vatRate: 0, vat: 0 }), soldLine()]
  expect(documentOf(sale({ lines, customer: person }))).toMatchObject({
    type: '11.1',
    lines: [
      { exemption: 8, income: { type: 'E3_561_006' } },
      { exemption: null, income: { type: 'E3_561_003' } },
    ],
  })
})

test.each([
  ['union', { country: 'DE', vat: '136695976' }, '1.2', '2.2', 'E3_561_005', 14],
  ['outside', { country: 'USA', vat: '12-3456789' }, '1.3', '2.3', 'E3_561_006', 8],
] as const)(
  'goods and services abroad (%s) have their own category and reason on one document, and services alone their own type',
  (_place, change, type, ofServices, income, reason) => {
    const free = { vatRate: 0, vat: 0 }
    const [goods, service] = [soldLine(free), soldLine({ ...free, service: true })]
    const abroad = customer(change)
    expect(documentOf(sale({ lines: [goods, service], customer: abroad }))).toMatchObject({
      type,
      lines: [
        { exemption: reason, income: { category: 'category1_2', type: income } },
        { exemption: 4, income: { category: 'category1_3', type: income } },
      ],
    })
    expect(documentOf(sale({ lines: [service], customer: abroad }))).toMatchObject({
      type: ofServices,
      movePurpose: null,
      lines: [{ exemption: 4, income: { category: 'category1_3', type: income } }],
    })
  },
)

test('lent pieces that the customer keeps are goods that do not move', () => {
  expect(documentOf(sale({ lines: [soldLine({ lost: true })] }))).toMatchObject({ type: '1.1', movePurpose: null })
})

test.each(['net', 'vat', 'total'] as const)(
  'a sale is refused if only its %s differs from that of its lines',
  (sum) => {
    const right = sale({ lines: [soldLine()] })
    expect(composeDocument({ ...right, [sum]: right[sum] + 1 }, settings()).problems?.map(({ code }) => code)).toEqual([
      'sums',
    ])
  },
)

test('only an invoice of goods moves them, and services move nothing', () => {
  const purposes = [
    sale({ lines: [soldLine(), soldLine({ service: true })] }),
    sale({ lines: [soldLine({ service: true })] }),
    sale({ lines: [soldLine()], kind: 'credit-note', ofReceipt: false }),
  ].map((one) => documentOf(one)?.movePurpose)
  expect(purposes).toEqual([1, null, null])
})

test('the customer on the document has the plain VAT number of the country, or none', () => {
  const customers = CUSTOMERS.map(([whom]) => documentOf(sale({ lines: [soldLine()], customer: whom }))?.customer)
  expect(customers.map((one) => `${one?.country} ${one?.vat}`)).toEqual([
    'GR 094019245',
    'GR 090000045',
    'DE 136695976',
    'CH ',
    'US 123456789',
    'GR ',
    'GR ',
    'GR 090000045',
    'GR 094019245',
  ])
})

test('the document has the first of several e-mail addresses of the customer', () => {
  expect(customerOf({ customer: customer({ email: 'a@b.gr; c@d.gr' }) }, 'GR').email).toBe('a@b.gr')
  expect(customerOf({ customer: customer({ email: '' }) }, 'GR').email).toBe('')
})

test('each line has the VAT category of its rate', () => {
  const lines = [2400, 1300, 600, 0].map((vatRate) => soldLine({ vatRate }))
  expect(documentOf(sale({ lines }))?.lines.map(({ vatCategory }) => vatCategory)).toEqual([1, 2, 3, 7])
})
