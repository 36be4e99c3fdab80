/** Declares what the feature search adds to the server. */
import type { SearchedKind } from '#server/entities.ts'
import { type Feature, feature } from '#server/feature.ts'
import { searchRights } from '../domain/rights.ts'
import { searchEverythingQuery } from './search-everything.ts'

/** The manifest of the search over records of these kinds. */
export const search = (kinds: readonly SearchedKind[]): Feature =>
  feature({
    name: 'search',
    rights: searchRights,
    queries: [searchEverythingQuery(kinds)],
  })
