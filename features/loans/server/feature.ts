/** Declares what the feature loans adds to the server. */
import { feature } from '#server/feature.ts'
import { loanList } from '../domain/contract.ts'
import { loansRights } from '../domain/rights.ts'
import { lentToMerged } from './balances.ts'
import { derived } from './derived.ts'
import { countLoansQuery, loanListQuery } from './list-loans.ts'
import { customerLoansQuery, loanHoldersQuery, loanTotalsQuery, productLoansQuery } from './queries.ts'
import { recordLoanCommand } from './record-loan.ts'
import { loansTable, owns } from './tables.ts'

export const loans = feature({
  name: 'loans',
  owns,
  derived,
  rights: loansRights,
  entities: [{ name: 'loans', read: loansRights.read, tables: owns }],
  commands: [recordLoanCommand],
  queries: [customerLoansQuery, loanTotalsQuery, productLoansQuery, loanHoldersQuery, loanListQuery, countLoansQuery],
  references: [{ to: 'customers', name: 'loans', table: 'loans', column: 'customer_id', kindOfRows: 'loans' }],
  mergeFigures: [lentToMerged],
  lists: [{ name: 'loan-records', list: loanList.list }],
  tables: [loansTable],
})
