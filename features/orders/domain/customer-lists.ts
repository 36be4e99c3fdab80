/** In which list of the customer page an order appears (C-41). */
import { ORDER_STATUSES, type OrderStatus } from './order.ts'

export type OrderList = 'offers' | 'pending' | 'preparation'

/** The list of each status, or null if the orders of the status are closed and in no list. */
const LIST_OF_STATUS: Readonly<Record<OrderStatus, OrderList | null>> = {
  OFFER: 'offers',
  'OFFER-DELETE': null,
  'PENDING-STOCK': 'pending',
  'STOCK-OK': 'preparation',
  'TO-PACKAGE': 'preparation',
  PACKAGED: 'preparation',
  'READY-TO-INVOICE': 'preparation',
  PARKED: 'preparation',
  INVOICED: 'pending',
  'ON SHIPPING': 'pending',
  SHIPPED: null,
  RETURNED: 'preparation',
  CANCELED: null,
  FINISHED: null,
}

/** Returns the list of an order with this status, or null if it is closed. */
export const listOf = (status: OrderStatus): OrderList | null => LIST_OF_STATUS[status]

/** The statuses of the orders that appear in a list. */
export const STATUSES_IN_LISTS: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => listOf(status) !== null)
