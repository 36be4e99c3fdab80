/** Declares what the feature purchases adds to the server. */
import { feature } from '#server/feature.ts'
import { invoicesEntity } from '../domain/entity.ts'
import { purchasesRights } from '../domain/rights.ts'
import { lastPricesQuery, productProvidersQuery, providerProductsQuery } from './catalogue/queries.ts'
import { removeProviderProductCommand, setProviderProductCommand } from './catalogue/set-product.ts'

export const purchases = feature({
  name: 'purchases',
  rights: purchasesRights,
  entities: [invoicesEntity],
  commands: [setProviderProductCommand, removeProviderProductCommand],
  queries: [productProvidersQuery, providerProductsQuery, lastPricesQuery],
})
