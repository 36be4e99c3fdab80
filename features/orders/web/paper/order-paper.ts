/** What an order's page looks like at a glance. */
import type { OrderDetail } from '../../domain/contract.ts'
import { REFCODE } from '../../domain/order.ts'

export type Paper = 'amber' | 'green' | 'grey'

/** Amber for an offer; grey when invoiced without VAT; green for everything else, also without any code (ruling C-35). */
export const paperOf = (order: Pick<OrderDetail, 'status' | 'refcode'>): Paper =>
  order.status === 'OFFER' ? 'amber' : order.refcode === REFCODE.red ? 'grey' : 'green'
