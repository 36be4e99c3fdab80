/** Providers as a kind of party: their commands, look-ups and queries. */
import { partyCommands } from '#features/parties/server/commands.ts'
import type { PartyKind } from '#features/parties/server/kind.ts'
import { partyLookups } from '#features/parties/server/look-ups.ts'
import { partyQueries } from '#features/parties/server/queries.ts'
import { providerContracts } from '../domain/contract.ts'

export const providerKind: PartyKind = {
  name: 'providers',
  idName: 'providerId',
}

export const providerCommands = partyCommands(providerKind, providerContracts)
export const providerLookups = partyLookups(providerKind, providerContracts)
export const providerQueries = partyQueries(providerKind, providerContracts)
