import { describe, expect, test } from 'vitest'
import { baseAddress } from './address.ts'
import { kindOfFile } from './kinds.ts'
import { whatIsMoved } from './record.ts'

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
})
