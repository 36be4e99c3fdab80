/** What the feature search brings to the server. */
import { feature } from '#server/feature.ts'
import { searchEverythingQuery } from './search-everything.ts'

export const search = feature({
  name: 'search',
  queries: [searchEverythingQuery],
})
