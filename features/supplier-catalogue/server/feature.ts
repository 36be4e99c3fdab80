/** Declares what the catalogues of suppliers add to the server. */
import { feature } from '#server/feature.ts'
import type { Reference } from '#server/merging/merging.ts'
import { sql } from '#server/db/database.ts'
import { purchasesRights } from '../domain/rights.ts'
import { findProvidersQuery, productProvidersQuery, providerProductsQuery } from './queries.ts'
import { removeProviderProductCommand, setProviderProductCommand } from './set-product.ts'
import { owns } from './tables.ts'

const entriesOfProviders: Reference = {
  to: 'providers',
  name: 'catalogue',
  table: 'provider_products',
  column: 'provider_id',
  // of a product that both sell the entry of the kept provider stays
  only: (_, to) =>
    sql`product_id not in (select other.product_id from provider_products other where other.provider_id = ${to})`,
}

export const supplierCatalogue = feature({
  name: 'purchases',
  owns,
  rights: purchasesRights,
  commands: [setProviderProductCommand, removeProviderProductCommand],
  queries: [findProvidersQuery, productProvidersQuery, providerProductsQuery],
  references: [entriesOfProviders],
})
