/** What the feature operations brings to the server. */
import { feature } from '#server/feature.ts'
import { boardOrdersQuery } from './board.ts'
import { neededMaterialsQuery, neededProductsQuery } from './board-needs.ts'
import { driverDayQuery } from './driver-day.ts'

export const operations = feature({
  name: 'operations',
  queries: [boardOrdersQuery, neededProductsQuery, neededMaterialsQuery, driverDayQuery],
})
