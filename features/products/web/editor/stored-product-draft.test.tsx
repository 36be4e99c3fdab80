import { beforeEach, expect, test } from 'vitest'
import { PRODUCT_FIELDS } from '../../domain/fields.ts'
import { NEW_PRODUCT, PLAIN_FIELDS, type StoredProduct } from '../fields/product-values.ts'
import { readStoredDraft, storeDraft } from './stored-product-draft.ts'

const plain = Object.fromEntries(Object.entries(PRODUCT_FIELDS).map(([name, { usual }]) => [name, usual]))
const base = {
  ...plain,
  id: 7,
  version: 3,
  createdAt: '2026-11-29T10:00:00.000Z',
  updatedAt: '2026-11-29T10:00:00.000Z',
  costComputed: false,
  stock: 0,
  promised: 0,
  free: 0,
  incoming: 0,
  low: false,
  customerName: null,
  sameSku: [],
  sameBarcode: [],
  steps: [],
  usedIn: [],
} as unknown as StoredProduct
const values = { ...NEW_PRODUCT, name: 'Κερί', salesPrice: 2_0000 }

beforeEach(() => localStorage.clear())

test('a kept change is read as it was stored', () => {
  storeDraft(1, 7, { base, values })
  expect(readStoredDraft(1, 7)).toEqual({ base, values })
})

test.each(Object.keys(PLAIN_FIELDS) as (keyof typeof PLAIN_FIELDS)[])(
  'a change that an earlier version kept without the field %s is still read, with the usual value of the field',
  (name) => {
    storeDraft(1, 7, { base, values })
    const key = localStorage.key(0) ?? ''
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as {
      base: Record<string, unknown>
      values: Record<string, unknown>
    }
    delete kept.base[name]
    delete kept.values[name]
    localStorage.setItem(key, JSON.stringify(kept))
    const { usual } = PRODUCT_FIELDS[name]
    expect(readStoredDraft(1, 7)).toEqual({ base: { ...base, [name]: usual }, values: { ...values, [name]: usual } })
  },
)
