/** Declares what the feature search adds to the server. */
import type { DeclaredEntity } from '#server/entities.ts'
import { type Feature, feature } from '#server/feature.ts'
import { searchRights } from '../domain/rights.ts'
import { searchEverythingQuery } from './search-everything.ts'

/** The manifest of the search over records of these kinds. */
export const search = (entities: readonly DeclaredEntity[]): Feature =>
  feature({
    name: 'search',
    rights: searchRights,
    queries: [searchEverythingQuery(entities)],
  })
