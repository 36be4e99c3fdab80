import { askQuery } from '#web/api.ts'
import { findProviders as contract } from '../domain/goods.ts'

/** Finds providers by what is typed, for `SearchPick`. */
export const findProviders = (search: string) => askQuery(contract, { search }).then(({ rows }) => rows)
