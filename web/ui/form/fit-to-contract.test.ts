import { expect, test } from 'vitest'
import { customerList } from '#features/customers/domain/contract.ts'
import { listOrders } from '#features/orders/domain/list-contract.ts'
import { listProducts } from '#features/products/domain/contract.ts'
import { customerTotalsSummary } from '#features/reports/domain/contract.ts'
import type { QueryContract } from '#kernel/contract.ts'
import { fitToContract } from './fit-to-contract.ts'

const letters = (count: number): string => 'α'.repeat(count)

test.each<[string, QueryContract, object, object]>([
  ['a search of 201 letters', listOrders, { search: letters(201) }, { search: letters(200) }],
  [
    'a search of customer balances of 500 letters',
    customerTotalsSummary,
    { search: letters(500) },
    { search: letters(200) },
  ],
  [
    'a filter of 500 letters',
    customerList.list,
    { filters: { name: letters(500) } },
    { filters: { name: letters(100) } },
  ],
  ['an id of 40 digits', listProducts, { filters: { id: '9'.repeat(40) } }, { filters: { id: '9'.repeat(20) } }],
  ['a picture at the cut', listOrders, { search: `${letters(199)}🕯🕯` }, { search: `${letters(199)}🕯` }],
  ['half a picture', listOrders, { search: 'κερί\uD83D' }, { search: 'κερί' }],
  ['a control character', listOrders, { search: 'κε\u0000ρί' }, { search: 'κερί' }],
  ['an unknown sort', listOrders, { sort: 'colour' }, {}],
  ['a page of nobody', listOrders, { page: 9_000_000 }, { page: 100_000 }],
  ['unknown fields', listOrders, { filters: { colour: 'red' }, more: 1 }, { filters: {} }],
  [
    'unknown options',
    listProducts,
    { filters: { unit: 'Barrel', usageType: ['MATERIAL', 'RED', 'COMPLETE-PRODUCT', 'X'] } },
    { filters: { usageType: ['MATERIAL', 'COMPLETE-PRODUCT'] } },
  ],
  ['only unknown options', listProducts, { filters: { usageType: ['RED'] } }, { filters: {} }],
  ['a day that there is not', listOrders, { filters: { invoicedFrom: '2026-02-31' } }, { filters: {} }],
])('%s is fitted to the contract (C-79)', (_what, contract, input, fitted) => {
  expect(fitToContract(contract, input)).toEqual(fitted)
  expect(contract.input.safeParse(fitted).success).toBe(true)
})

test('an input that fits is returned as the same object', () => {
  const input = { search: 'κερί', filters: { name: 'Ά' } }
  expect(fitToContract(customerList.list, input)).toBe(input)
})
