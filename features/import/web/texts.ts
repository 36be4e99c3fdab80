/** Returns the words of fields and outcomes in the language of the page. */
import type { TFunction } from 'i18next'
import { WITHOUT_CODE_PAGE } from '#features/products/domain/codes/cn-code.ts'
import { isOfParties, type Target } from '../domain/targets.ts'

/** Returns the label of a field as the form of the record has it. */
export const fieldLabel = (t: TFunction, target: Target, name: string): string =>
  t([`import:field.${name}`, `${isOfParties(target) ? 'parties' : 'products'}:field.${name}`])

/** The page that shows the records of a kind. */
export const PAGE_OF: Readonly<Record<Target, string>> = {
  customers: '/customers',
  providers: '/providers',
  products: '/products',
  recipes: '/products',
  stock: '/products',
  'customer-balances': '/customer-balance',
  'provider-balances': '/dashboardproviders',
  'goods-codes': WITHOUT_CODE_PAGE,
}
