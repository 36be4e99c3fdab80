import { partyListQueries } from '#features/parties/server/list.ts'
import { customerList } from '../domain/contract.ts'
import { customerKind } from './customer-kind.ts'

export const [listCustomersQuery, countCustomersQuery] = partyListQueries(customerKind, customerList)
