/** Customers as a kind of party: their commands, look-ups and queries. */
import { partyCommands } from '#features/parties/server/commands.ts'
import type { PartyKind } from '#features/parties/server/kind.ts'
import { partyLookups } from '#features/parties/server/look-ups.ts'
import { partyQueries } from '#features/parties/server/queries.ts'
import { readParty } from '#features/parties/server/write-party.ts'
import type { Rows } from '#server/db/database.ts'
import { type Customer, customerContracts } from '../domain/contract.ts'

export const customerKind: PartyKind = {
  name: 'customers',
  idName: 'customerId',
}

export const customerCommands = partyCommands(customerKind, customerContracts)
export const customerLookups = partyLookups(customerKind, customerContracts)
export const customerQueries = partyQueries(customerKind, customerContracts)

/** Returns one customer, locked until the commit if `lock` is true. Refuses one that does not exist, is a placeholder, or was merged into another one. */
export const readCustomer = (rows: Rows, id: number, lock = false): Promise<Customer> =>
  readParty(customerKind, rows, id, lock)
