/** Declares what the feature providers adds to the server. */
import { feature } from '#server/feature.ts'
import { providerBalanceList } from '../domain/account-contract.ts'
import { providerList } from '../domain/contract.ts'
import { providersRights } from '../domain/rights.ts'
import { providerAccountQuery } from './account.ts'
import { countProviderBalancesQuery, listProviderBalancesQuery, sumProviderBalancesQuery } from './balances.ts'
import { searchedProviders, storedProviders } from './entity.ts'
import { earlierMergedProviders, mergeableProviders, openingsOfProviders } from './merging.ts'
import { openingsFollow } from '#features/parties/server/opening-balances.ts'
import { providerCommands, providerKind, providerLookups, providerQueries } from './provider-kind.ts'
import { listProvidersQuery, countProvidersQuery } from './queries.ts'
import { owns, providersTable } from './tables.ts'

export const providers = feature({
  name: 'providers',
  owns,
  rights: providersRights,
  notifiedOf: { postings: providersRights.read },
  entities: [storedProviders],
  searched: [searchedProviders],
  commands: Object.values(providerCommands),
  queries: [
    listProvidersQuery,
    countProvidersQuery,
    ...Object.values(providerQueries),
    providerAccountQuery,
    listProviderBalancesQuery,
    countProviderBalancesQuery,
    sumProviderBalancesQuery,
  ],
  lists: [
    { name: 'providers', list: providerList.list, page: '/providers' },
    { name: 'provider-balances', list: providerBalanceList.list, page: '/dashboardproviders' },
  ],
  lookups: Object.values(providerLookups),
  mergeable: [mergeableProviders],
  references: [earlierMergedProviders, openingsOfProviders],
  mergeRules: [openingsFollow(providerKind)],
  tables: [providersTable],
})
