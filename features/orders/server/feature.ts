/** Declares the orders feature to the server. */
import { type Feature, feature } from '#server/feature.ts'
import { ORDER_FORM_PLACE } from '../domain/detail-contract.ts'
import { ordersRights } from '../domain/rights.ts'
import { deliveries } from './calendar.ts'
import { customerAccountPageQuery, customerOpenOrdersQuery } from './customer-account.ts'
import { orderAlert } from './order-alert.ts'
import { functions } from './functions.ts'
import { derived } from './derived.ts'
import { searchedOrders, storedOrders } from './entity.ts'
import { listOrders } from '../domain/list-contract.ts'
import { FILTERS } from '../domain/order-filters.ts'
import { orderStatusChanged } from './events.ts'
import { changeOrderCommand } from './write/change-order.ts'
import { createOrderCommand } from './write/create-order.ts'
import { moveDeliveryCommand } from './write/move-delivery.ts'
import { mailDraftQuery, mailOfferCommand } from './paper/mail-offer.ts'
import { moveOrderCommand, moveOrdersCommand } from './moves/own-moves.ts'
import { mailOrdersCommand } from './paper/mail-orders.ts'
import { orderSheetMaker, orderSheetsMaker } from './paper/order-sheet.ts'
import { orderDetailQuery } from './order-detail.ts'
import { postingsFollow } from './moves/post-orders.ts'
import { processOrdersCommand, waitingStockQuery } from './moves/process-orders.ts'
import {
  countOrdersQuery,
  lastOrderChangeQuery,
  lastOrderQuery,
  listOrdersQuery,
  orderCountsQuery,
  orderHistoryQuery,
  orderIdsQuery,
  sumOrdersQuery,
} from './queries.ts'
import { listSectionsQuery, sectionNeedsQuery } from './section-needs.ts'
import { returnedOrders } from './returned-orders.ts'
import { salesHistoryQuery } from './sales-history.ts'
import { FORGET_WORDS_JOB, forgetWordsNightly, forgetWordsWork } from './search/forget-words.ts'
import { custorders, type OrderParts, owns } from './tables.ts'

/**
 * Returns the manifest of orders. `parts` contains the moves that features above orders declare, and which orders a driver sees.
 */
export const orders = (parts: OrderParts): Feature =>
  feature({
    name: 'orders',
    owns,
    derived,
    functions,
    rights: ordersRights,
    entities: [{ ...storedOrders, tables: owns }],
    searched: [searchedOrders],
    presence: { [ORDER_FORM_PLACE]: ordersRights.write },
    references: [{ to: 'customers', name: 'orders', table: 'orders', column: 'customer_id', kindOfRows: 'orders' }],
    mergeRules: [postingsFollow],
    events: [orderStatusChanged],
    commands: [
      createOrderCommand,
      changeOrderCommand,
      moveDeliveryCommand,
      moveOrderCommand(parts.moves),
      moveOrdersCommand,
      processOrdersCommand,
      mailOfferCommand,
      mailOrdersCommand,
    ],
    queries: [
      listOrdersQuery,
      countOrdersQuery,
      sumOrdersQuery,
      orderIdsQuery,
      orderCountsQuery,
      orderDetailQuery,
      lastOrderQuery,
      lastOrderChangeQuery,
      orderHistoryQuery,
      salesHistoryQuery,
      waitingStockQuery,
      customerAccountPageQuery,
      customerOpenOrdersQuery,
      listSectionsQuery,
      sectionNeedsQuery,
      mailDraftQuery,
    ],
    lists: [
      {
        name: 'orders',
        list: listOrders,
        page: '/orders',
        filterNames: { expectedDelivery: 'delivery', invoicedOn: 'invoiced' },
        choices: { show: FILTERS },
        alert: orderAlert,
      },
    ],
    papers: [orderSheetMaker, orderSheetsMaker],
    tables: [custorders(parts)],
    facts: [returnedOrders],
    calendar: [deliveries],
    schedules: [forgetWordsNightly],
    jobs: (running) => ({ [FORGET_WORDS_JOB]: forgetWordsWork(running) }),
  })
