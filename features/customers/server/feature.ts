/** Declares what the feature customers adds to the server. */
import { feature } from '#server/feature.ts'
import { customerList } from '../domain/contract.ts'
import { customersRights } from '../domain/rights.ts'
import { openingsFollow } from '#features/parties/server/opening-balances.ts'
import { customerCommands, customerKind, customerLookups, customerQueries } from './customer-kind.ts'
import { searchedCustomers, storedCustomers } from './entity.ts'
import { mailStatementCommand, statementDraftQuery } from './mail-statement.ts'
import { earlierMergedCustomers, mergeableCustomers, openingsOfCustomers } from './merging.ts'
import { listCustomersQuery, countCustomersQuery } from './queries.ts'
import { customerStatementMaker } from './statement.ts'
import { unionVatQuery, verifyUnionVatLookup } from './union-vat.ts'
import { customersTable, owns } from './tables.ts'

export const customers = feature({
  name: 'customers',
  owns,
  rights: customersRights,
  notifiedOf: { postings: customersRights.read },
  entities: [storedCustomers],
  searched: [searchedCustomers],
  commands: [...Object.values(customerCommands), mailStatementCommand],
  queries: [
    listCustomersQuery,
    countCustomersQuery,
    ...Object.values(customerQueries),
    statementDraftQuery,
    unionVatQuery,
  ],
  lists: [{ name: 'customers', list: customerList.list, page: '/customers' }],
  papers: [customerStatementMaker],
  lookups: [...Object.values(customerLookups), verifyUnionVatLookup],
  mergeable: [mergeableCustomers],
  references: [earlierMergedCustomers, openingsOfCustomers],
  mergeRules: [openingsFollow(customerKind)],
  tables: [customersTable],
})
