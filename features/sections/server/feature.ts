/** What the feature sections brings to the server. */
import { feature } from '#server/feature.ts'
import { listSectionsQuery, sectionNeedsQuery } from './queries.ts'

export const sections = feature({
  name: 'sections',
  queries: [listSectionsQuery, sectionNeedsQuery],
})
