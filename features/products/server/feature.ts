/** What the feature products brings to the server. */
import { feature } from '#server/feature.ts'
import { changeProductCommand } from './change-product.ts'
import { createProductCommand } from './create-product.ts'
import {
  countProductsQuery,
  listProductsQuery,
  productDetailQuery,
  productHistoryQuery,
  productsForLinesQuery,
  searchProductsQuery,
} from './queries.ts'
import { trialCostQuery } from './trial-cost.ts'

export const products = feature({
  name: 'products',
  commands: [createProductCommand, changeProductCommand],
  queries: [
    listProductsQuery,
    countProductsQuery,
    searchProductsQuery,
    productsForLinesQuery,
    productDetailQuery,
    productHistoryQuery,
    trialCostQuery,
  ],
})
