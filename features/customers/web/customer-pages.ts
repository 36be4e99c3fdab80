import type { PartyPages } from '#features/parties/web/party-pages.ts'
import { customerContracts } from '../domain/contract.ts'
import { customersEntity } from '../domain/entity.ts'

export const customerPages: PartyPages = {
  feature: 'customers',
  idName: 'customerId',
  contracts: customerContracts,
  entity: customersEntity,
  list: '/customers',
  createPage: '/createcustomer',
  mergePage: '/merge-customers',
}
