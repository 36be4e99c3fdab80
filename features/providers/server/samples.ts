/** Provides a valid input for each command and query of providers, for tests that call all of them. */
import { PARTY_FREE_FIELDS, PARTY_WORDS } from '#features/parties/domain/history-words.ts'
import { partySamples, partyTableSample, silentLookups } from '#server/samples/party-samples.ts'
import { sql } from '#server/db/database.ts'
import { fixed, type HistorySample, idOf, list, type Samples, type TableSamples } from '#server/samples/sample-parts.ts'
import { COMMON_WORDS } from '#kernel/history/words.ts'

export const samples: Samples = ({ run, stock: { provider } }) => ({
  ...partySamples({ kind: 'providers', one: 'provider', run, id: provider }),
  'providers.account': fixed({ id: provider }),
  'providers.list': async () => ({ ...(await list()), filters: { name: 'κερ', vat: '0' }, sort: 'address' }),
  'providers.count': async () => ({ ...(await list()), filters: { address: 'αθ' } }),
  'providers.balances': async () => ({ ...(await list()), sort: 'older' }),
  'providers.balances-count': list,
  'providers.balances-sums': list,
})

export const tableSamples: TableSamples = ({ db, stock }) => ({
  // Only a provider without references may be deleted.
  providers: partyTableSample(async (method) =>
    method === 'DELETE'
      ? idOf(db, sql`insert into providers (name) values ('Νέος προμηθευτής') returning id`)
      : stock.provider,
  ),
})

export const historySample: HistorySample = {
  words: { providers: { ...COMMON_WORDS, ...PARTY_WORDS } },
  free: { providers: PARTY_FREE_FIELDS },
  silent: silentLookups('providers'),
}
