/** Declares what the feature bank-statements adds to the server. */
import { paymentsRights } from '#features/payments/domain/rights.ts'
import { feature } from '#server/feature.ts'
import { acceptLinesCommand, reopenLinesCommand, skipLineCommand } from './accept-lines.ts'
import { listLinesQuery } from './lines.ts'
import { bankLayoutsQuery, uploadStatement } from './read-statement.ts'

export const bankStatements = feature({
  name: 'bank-statements',
  entities: [{ name: 'bank-statements', read: paymentsRights.read }],
  commands: [acceptLinesCommand, skipLineCommand, reopenLinesCommand],
  queries: [listLinesQuery, bankLayoutsQuery],
  uploads: [uploadStatement],
})
