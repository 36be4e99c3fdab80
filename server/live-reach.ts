/** Who hears of which change: whoever may read the record. Who reads only figures made of it hears the kind alone. */
import { may, type Right } from '#kernel/rights.ts'
import type { Actor } from '#server/work.ts'

type Reach = {
  /** The right to read every record of the kind. */
  readonly records: Right
  /** The right to a screen that is made of such records without naming them. */
  readonly kind?: Right
}

const REACH: Readonly<Record<string, Reach>> = {
  // a section reads what open orders need of it
  orders: { records: 'orders.read', kind: 'sections.read' },
  customers: { records: 'customers.read' },
  salespersons: { records: 'customers.read' },
  products: { records: 'products.read' },
  // a section reads its own tasks only
  tasks: { records: 'orders.read', kind: 'tasks.read' },
  loans: { records: 'loans.read' },
  shipments: { records: 'shipping.read' },
  payments: { records: 'payments.read' },
  'cash-handovers': { records: 'payments.read' },
  settings: { records: 'settings.read' },
  // the drivers that a shipment may be given to
  users: { records: 'users.write', kind: 'shipping.read' },
}
/** A kind that is not in the table is for administrators. */
const OTHERS: Reach = { records: 'users.write' }

/** The topics of these that somebody of the office or of a section may hear. */
export function topicsFor({ role }: Pick<Actor, 'role'>, topics: readonly string[]): string[] {
  return topics.filter((topic) => {
    const at = topic.indexOf(':')
    const kind = at < 0 ? topic : topic.slice(0, at)
    const reach = Object.hasOwn(REACH, kind) ? (REACH[kind] ?? OTHERS) : OTHERS
    if (may(role, reach.records)) return true
    return at < 0 && reach.kind !== undefined && may(role, reach.kind)
  })
}
