/** Declares what the feature bank-statements adds to the server. */
import { paymentsRights } from '#features/payments/domain/rights.ts'
import { feature } from '#server/feature.ts'
import { acceptLinesCommand, reopenLinesCommand, skipLineCommand } from './accept-lines.ts'
import { listLinesQuery } from './lines.ts'
import { bankLayoutsQuery, uploadStatement } from './read-statement.ts'
import { owns } from './tables.ts'

export const bankStatements = feature({
  name: 'bank-statements',
  owns,
  entities: [{ name: 'bank-statements', read: paymentsRights.read, tables: ['bank_statements', 'bank_lines'] }],
  commands: [acceptLinesCommand, skipLineCommand, reopenLinesCommand],
  queries: [listLinesQuery, bankLayoutsQuery],
  uploads: [uploadStatement],
})
