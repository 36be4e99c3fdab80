/** Describes what can be imported: the fields of each kind of record, how their cells are read, and the words of their headings. */
import { type Field } from './fields.ts'
import { GOODS_CODES, PRODUCT, RECIPE, STOCK } from './goods-fields.ts'
import { openingOf, PARTY } from './party-fields.ts'

export const TARGETS = [
  'customers',
  'providers',
  'products',
  'recipes',
  'stock',
  'customer-balances',
  'provider-balances',
  'goods-codes',
] as const
export type Target = (typeof TARGETS)[number]

export const FIELDS: Readonly<Record<Target, readonly Field[]>> = {
  customers: PARTY,
  providers: PARTY,
  products: PRODUCT,
  recipes: RECIPE,
  stock: STOCK,
  'customer-balances': openingOf('customer_id'),
  'provider-balances': openingOf('provider_id'),
  'goods-codes': GOODS_CODES,
}

/** The fields by which a record that exists is found, the most certain first. A row without a value of one is found by its name. */
export const KEYS: Readonly<Record<Target, readonly [string, ...string[]]>> = {
  customers: ['id', 'vat', 'name'],
  providers: ['id', 'vat', 'name'],
  products: ['id', 'sku', 'barcode', 'name'],
  recipes: ['product'],
  stock: ['id', 'sku', 'barcode', 'name'],
  'customer-balances': ['id', 'vat', 'name'],
  'provider-balances': ['id', 'vat', 'name'],
  'goods-codes': ['code'],
}

/** The fields without which no row can be imported. Customers, providers and products need them only if they are new. */
export const NEEDED: Readonly<Record<Target, readonly string[]>> = {
  customers: ['name'],
  providers: ['name'],
  products: ['name'],
  recipes: ['product', 'material', 'quantity'],
  stock: ['stock'],
  'customer-balances': ['amount'],
  'provider-balances': ['amount'],
  'goods-codes': ['code', 'name'],
}

/** A column that is kept as a field that the company names itself; its name is the heading. Only customers and providers have such fields. */
export const OWN_FIELD = 'own-field'
export const keepsOwnFields = (target: Target): boolean => target === 'customers' || target === 'providers'

/** Reports whether the records of a kind are customers or providers, or belong to them. */
export const isOfParties = (target: Target): boolean => keepsOwnFields(target) || target.endsWith('-balances')
