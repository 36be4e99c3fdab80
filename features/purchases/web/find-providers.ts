import { providerContracts } from '#features/providers/domain/contract.ts'
import { askQuery } from '#web/api.ts'

/** Finds providers by what is typed, for `SearchPick`. */
export const findProviders = (search: string) =>
  askQuery(providerContracts.options, { search }).then(({ rows }) => rows)
