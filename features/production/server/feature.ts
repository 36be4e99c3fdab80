/** What the feature production brings to the server. */
import { feature } from '#server/feature.ts'
import { tasksOfOrderQuery } from './queries.ts'
import { tasksTable } from './tables.ts'

export const production = feature({
  name: 'production',
  queries: [tasksOfOrderQuery],
  tables: [tasksTable],
})
