/** What other programs can be told of orders. */
import type { DeclaredEvent } from '#server/feature.ts'

/** An order got another status. A new order comes from no status. */
export const orderStatusChanged: DeclaredEvent = {
  name: 'order.status-changed',
  entity: 'orders',
  of: (touched) => {
    const status = 'changes' in touched ? touched.changes?.['status'] : undefined
    return status ? { id: touched.id, from: status[0] ?? null, to: status[1] ?? null } : null
  },
}
