/** Declares the operations feature to the server. */
import { feature } from '#server/feature.ts'
import { boardOrdersQuery } from './board.ts'
import { neededMaterialsQuery, neededProductsQuery } from './board-needs.ts'

export const operations = feature({
  name: 'operations',
  queries: [boardOrdersQuery, neededProductsQuery, neededMaterialsQuery],
})
