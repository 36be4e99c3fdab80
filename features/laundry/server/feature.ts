/** Declares what the feature laundry adds to the server. */
import { feature } from '#server/feature.ts'
import { lentAgeing } from '../domain/contract.ts'
import { closeLaundryCommand, undoCloseCommand } from './close.ts'
import { derived } from './derived.ts'
import { countAgeingQuery, lentAgeingQuery, lentFiguresQuery, lostItemsQuery, waitingReturnsQuery } from './queries.ts'
import { lentForm, lentRuleQuery } from './late-days.ts'
import { lentStatementDraftQuery, mailLentStatementCommand } from './mail-statement.ts'
import { lentStatementMaker } from './statement.ts'
import { returnLoansCommand } from './return-loans.ts'
import { owns } from './tables.ts'

export const laundry = feature({
  name: 'laundry',
  owns,
  derived,
  commands: [returnLoansCommand, closeLaundryCommand, undoCloseCommand, mailLentStatementCommand],
  queries: [
    lentFiguresQuery,
    waitingReturnsQuery,
    lentAgeingQuery,
    countAgeingQuery,
    lentRuleQuery,
    lostItemsQuery,
    lentStatementDraftQuery,
  ],
  papers: [lentStatementMaker],
  settings: [lentForm],
  lists: [{ name: 'lent-items', list: lentAgeing, page: '/loans', columns: ['statement'] }],
  references: [{ to: 'customers', name: 'write-offs', table: 'write_offs', column: 'customer_id' }],
})
