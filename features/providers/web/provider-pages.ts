import type { PartyPages } from '#features/parties/web/party-pages.ts'
import { providerContracts } from '../domain/contract.ts'
import { providersEntity } from '../domain/entity.ts'

export const providerPages: PartyPages = {
  feature: 'providers',
  idName: 'providerId',
  contracts: providerContracts,
  entity: providersEntity,
  list: '/providers',
  createPage: '/createprovider',
  mergePage: '/merge-providers',
}
