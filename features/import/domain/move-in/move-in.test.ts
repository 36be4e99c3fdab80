import { describe, expect, test } from 'vitest'
import { baseAddress } from './address.ts'
import { kindOfFile } from './kinds.ts'
import { fromText, isTooDeep, whatIsMoved } from './record.ts'

test.each([
  ['https://old.example', 'https://old.example/api/v2/db'],
  [' https://old.example/api/v2/ ', 'https://old.example/api/v2/db'],
  ['https://old.example:8443/api/v2/mysql/', 'https://old.example:8443/api/v2/mysql'],
  ['https://old.example/api/v2/mysql/_table/customers', 'https://old.example/api/v2/mysql'],
  ['http://localhost:3000', 'http://localhost:3000/api/v2/db'],
  ['ftp://old.example', null],
  ['https://person:word@old.example', null],
  ['https://old.example/api/v2/db?key=1', null],
  ['old.example', null],
])('the address %j is read as %j', (typed, base) => {
  expect(baseAddress(typed)).toBe(base)
})

test('files are known by their names in any folder', () => {
  expect(
    ['customers.json', 'Backup 2026/Orders.json', 'a/custorders.json', 'tables/customers.jsonl', 'x.json'].map(
      kindOfFile,
    ),
  ).toEqual(['customers', 'orders', 'orders', null, null])
})

describe('a record', () => {
  test('has its amount in cents, also where the totals are a text', () => {
    const total = (kind: 'orders' | 'payments', record: object) => whatIsMoved(kind, { id: 1, ...record })[0]?.cents
    expect(total('orders', { totals: { totalOrder: 12.345 } })).toBe(12_35)
    expect(total('orders', { totals: '{"totalOrder":"0.1"}', total: 9 })).toBe(10)
    expect(total('orders', { total: 9 })).toBe(9_00)
    expect(total('payments', { ammount: '-20.10' })).toBe(-20_10)
    expect(total('orders', {})).toBeNull()
    // the sum of several of these would be no amount either
    expect(total('payments', { ammount: 90_071_992_547_409.91 })).toBeNull()
  })

  test('of a product brings its recipe as a further one, and without a number there is none', () => {
    const steps = [{ seq: 1, typid: 'GEMISMA' }]
    expect(whatIsMoved('products', { id: '5', name: 'Κερί', requirements: JSON.stringify(steps) })).toMatchObject([
      { kind: 'products', key: 5 },
      { kind: 'recipes', key: 5, record: { requirements: steps } },
    ])
    expect(whatIsMoved('products', { id: 5, requirements: '[]' })).toHaveLength(1)
    for (const id of [null, 0, -1, 'x', 1.5, 1e15]) expect(whatIsMoved('customers', { id })).toEqual([])
  })

  test('of an invoice brings its provider, and is called by its number and the provider', () => {
    const invoice = { id: 7, number: ' Α 12 ', type: 'INVOICE', total: 5, providerid: '3', providername: ' Κηροποιία ' }
    expect(whatIsMoved('invoices', { ...invoice, providervat: '094014201' })).toMatchObject([
      { kind: 'providers', key: 3, name: 'Κηροποιία', record: { id: 3, vat: '094014201', fromInvoice: true } },
      { kind: 'invoices', key: 7, name: 'Α 12   Κηροποιία', cents: 5_00 },
    ])
    expect(whatIsMoved('invoices', { ...invoice, number: 12 })).toMatchObject([
      { record: { vat: '' } },
      { name: 'Κηροποιία' },
    ])
  })

  test.each([
    ['is a request to buy', { type: ' request-pm ' }],
    ['has no number of a provider', { providerid: null }],
    ['has a name of a provider that is no text', { providername: 9 }],
    ['has an empty name of a provider', { providername: '  ' }],
  ])('of an invoice that %s brings no provider', (_what, change) => {
    const moved = whatIsMoved('invoices', {
      id: 7,
      type: 'INVOICE',
      total: 5,
      providerid: 3,
      providername: 'Κηροποιία',
      ...change,
    })
    expect(moved.map(({ kind }) => kind)).toEqual(['invoices'])
  })

  test('has no amount if it is a request to buy, and only orders, invoices and payments have one', () => {
    const cents = (kind: 'invoices' | 'orders' | 'customers', record: object) =>
      whatIsMoved(kind, { id: 1, total: 5, ...record }).at(-1)?.cents
    expect(cents('invoices', { type: 'REQUEST-PM' })).toBeNull()
    expect(cents('invoices', { type: 'CREDIT' })).toBe(5_00)
    expect(cents('orders', { type: 'REQUEST-PM' })).toBe(5_00)
    expect(cents('customers', {})).toBeNull()
  })

  test.each([
    ['payments', { entity_name: ' Ακτή ', name: 'α' }, 'Ακτή'],
    ['loans', { prdname: 'Καλάθι', name: 'α' }, 'Καλάθι'],
    ['customers', { name: 'Ακτή' }, 'Ακτή'],
    ['customers', { name: 5 }, ''],
  ] as const)('of %s is called by its own field: %j', (kind, record, name) => {
    expect(whatIsMoved(kind, { id: 1, ...record })[0]?.name).toBe(name)
  })

  test('has at most 50 levels of lists and objects', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
    expect([nested(50), nested(51), null, 'text'].map((value) => isTooDeep(value))).toEqual([false, true, false, false])
    const text = '['.repeat(60) + ']'.repeat(60)
    expect(fromText(text)).toBe(text)
    expect(['[1]', ' {"a":1}', '[x', '12', 5].map(fromText)).toEqual([[1], { a: 1 }, '[x', '12', 5])
    expect(fromText(['[1]'])).toEqual(['[1]'])
  })
})
