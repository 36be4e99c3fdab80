/** Declares the operations feature to the server. */
import { feature } from '#server/feature.ts'
import { boardOrders } from '../domain/board-contract.ts'
import { TABS } from '../domain/board-tabs.ts'
import { boardOrdersQuery } from './board.ts'
import { neededMaterialsQuery, neededProductsQuery } from './board-needs.ts'
import { linkedRecordsQuery } from './linked-records.ts'

export const operations = feature({
  name: 'operations',
  queries: [boardOrdersQuery, neededProductsQuery, neededMaterialsQuery, linkedRecordsQuery],
  lists: TABS.map((tab) => ({
    name: `operations-${tab}`,
    list: boardOrders,
    filterNames: { expectedDelivery: 'delivery' },
  })),
})
