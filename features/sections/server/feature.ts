/** Declares what the feature sections adds to the server. */
import { feature } from '#server/feature.ts'
import { sectionsRights } from '../domain/rights.ts'
import { listSectionsQuery, sectionNeedsQuery } from './queries.ts'

export const sections = feature({
  name: 'sections',
  rights: sectionsRights,
  // Sections read what open orders need from them, so they receive updates of orders.
  notifiedOf: { orders: sectionsRights.read },
  queries: [listSectionsQuery, sectionNeedsQuery],
})
