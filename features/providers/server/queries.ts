import { partyListQueries } from '#features/parties/server/list.ts'
import { providerList } from '../domain/contract.ts'
import { providerKind } from './provider-kind.ts'

export const [listProvidersQuery, countProvidersQuery] = partyListQueries(providerKind, providerList)
