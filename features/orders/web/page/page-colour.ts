/** Decides the colour of an order page. */
import type { OrderDetail } from '../../domain/detail-contract.ts'

export type PageColour = 'amber' | 'green' | 'grey'

/** Returns amber for an offer, grey for an order whose code is grey in the table of codes, and green for all others (C-35). */
export const colourOf = (order: Pick<OrderDetail, 'status' | 'grey'>): PageColour =>
  order.status === 'OFFER' ? 'amber' : order.grey ? 'grey' : 'green'
