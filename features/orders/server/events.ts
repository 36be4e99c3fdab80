/** The events of orders for other programs. */
import type { DeclaredEvent } from '#server/feature.ts'

/** An order got another status. For a new order `from` is null. */
export const orderStatusChanged: DeclaredEvent = {
  name: 'order.status-changed',
  entity: 'orders',
  of: (touched) => {
    const status = 'changes' in touched ? touched.changes?.['status'] : undefined
    return status ? { id: touched.id, from: status[0] ?? null, to: status[1] ?? null } : null
  },
}
