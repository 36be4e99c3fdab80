/** Providers as a kind of party: their commands, look-ups and queries. */
import { partyCommands } from '#features/parties/server/commands.ts'
import type { PartyKind } from '#features/parties/server/kind.ts'
import { partyLookups } from '#features/parties/server/look-ups.ts'
import { partyQueries } from '#features/parties/server/queries.ts'
import { sql } from '#server/db/database.ts'
import { providerContracts } from '../domain/contract.ts'

export const providerKind: PartyKind = {
  name: 'providers',
  idName: 'providerId',
  isUsed: (id) => sql`(exists (select from inbound_invoices where provider_id = ${id})
    or exists (select from provider_products where provider_id = ${id})
    or exists (select from purchase_answers where provider_id = ${id})
    or exists (select from payments where provider_id = ${id})
    or exists (select from opening_balances where provider_id = ${id} and amount_cents <> 0))`,
}

export const providerCommands = partyCommands(providerKind, providerContracts)
export const providerLookups = partyLookups(providerKind, providerContracts)
export const providerQueries = partyQueries(providerKind, providerContracts)
