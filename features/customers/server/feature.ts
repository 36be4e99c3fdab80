/** Declares what the feature customers adds to the server. */
import { feature } from '#server/feature.ts'
import { listCustomers } from '../domain/contract.ts'
import { customersRights } from '../domain/rights.ts'
import { customerAccountPageQuery, customerHistoryQuery } from './account-page.ts'
import { changeCustomerCommand } from './change-customer.ts'
import { createCustomerCommand } from './create-customer.ts'
import { searchedCustomers, storedCustomers } from './entity.ts'
import { findPlacesLookup } from './find-places.ts'
import { lookUpVatLookup } from './look-up-vat.ts'
import { mailStatementCommand, statementDraftQuery } from './mail-statement.ts'
import { earlierMerged, mergeableCustomers } from './merging.ts'
import { placeAtLookup } from './place-at.ts'
import {
  countCustomersQuery,
  customerDetailQuery,
  customerOptionsQuery,
  listCustomersQuery,
  sameVatQuery,
} from './queries.ts'
import { customerStatementMaker } from './statement.ts'
import { customersTable } from './tables.ts'

export const customers = feature({
  name: 'customers',
  rights: customersRights,
  entities: [storedCustomers],
  searched: [searchedCustomers],
  commands: [createCustomerCommand, changeCustomerCommand, mailStatementCommand],
  queries: [
    listCustomersQuery,
    countCustomersQuery,
    customerOptionsQuery,
    customerDetailQuery,
    sameVatQuery,
    customerAccountPageQuery,
    customerHistoryQuery,
    statementDraftQuery,
  ],
  lists: [{ name: 'customers', list: listCustomers, page: '/customers' }],
  papers: [customerStatementMaker],
  lookups: [lookUpVatLookup, findPlacesLookup, placeAtLookup],
  mergeable: [mergeableCustomers],
  references: [earlierMerged],
  tables: [customersTable],
})
