/** Declares what buying adds to the server: proposals, requests, and orders at providers. */
import { feature } from '#server/feature.ts'
import { requestList } from '../domain/contract.ts'
import { askForMissingCommand } from './ask-for-missing.ts'
import { askForGoodsCommand, cancelRequestCommand, setDueDayCommand } from './change-request.ts'
import { mailOrderSheetCommand, orderGoodsCommand } from './order-goods.ts'
import { orderSheetDraftQuery, orderSheetMaker } from './order-sheet.ts'
import { overdueRequests } from './overdue.ts'
import { listProposalsQuery } from './proposals.ts'
import {
  countRequestsQuery,
  countRequestStatesQuery,
  listRequestsQuery,
  requestDetailQuery,
  requestToReceiveQuery,
} from './queries.ts'
import { owns } from './tables.ts'

export const buying = feature({
  name: 'purchases',
  owns,
  commands: [
    askForGoodsCommand,
    askForMissingCommand,
    cancelRequestCommand,
    setDueDayCommand,
    orderGoodsCommand,
    mailOrderSheetCommand,
  ],
  queries: [
    listProposalsQuery,
    listRequestsQuery,
    countRequestsQuery,
    countRequestStatesQuery,
    requestDetailQuery,
    requestToReceiveQuery,
    orderSheetDraftQuery,
  ],
  papers: [orderSheetMaker],
  lists: [{ name: 'purchase-requests', list: requestList.list }],
  facts: [overdueRequests],
})
