/** Decides the colour of an order page. */
import type { OrderDetail } from '../../domain/detail-contract.ts'
import { REFCODE } from '../../domain/order.ts'

export type PageColour = 'amber' | 'green' | 'grey'

/** Returns amber for an offer, grey for an order invoiced without VAT, and green for all others (C-35). */
export const colourOf = (order: Pick<OrderDetail, 'status' | 'refcode'>): PageColour =>
  order.status === 'OFFER' ? 'amber' : order.refcode === REFCODE.red ? 'grey' : 'green'
