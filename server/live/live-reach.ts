/**
 * Decides who is told of which change. People who may read a record are told of it. People who only see figures based
 * on such records are told only the kind.
 */
import { may, type Right } from '#kernel/rights.ts'
import type { Actor } from '#server/work.ts'

type Reach = {
  /** The right to read every record of the kind. */
  readonly records: Right
  /** The right to a screen that is computed from such records without showing them. */
  readonly kind?: Right
}

const REACH: Readonly<Record<string, Reach>> = {
  // a section sees the quantities that open orders need from it
  orders: { records: 'orders.read', kind: 'sections.read' },
  customers: { records: 'customers.read' },
  salespersons: { records: 'customers.read' },
  products: { records: 'products.read' },
  // a section sees only its own tasks
  tasks: { records: 'orders.read', kind: 'tasks.read' },
  loans: { records: 'loans.read' },
  shipments: { records: 'shipping.read' },
  payments: { records: 'payments.read' },
  'cash-handovers': { records: 'payments.read' },
  settings: { records: 'settings.read' },
  // the drivers that a shipment may be assigned to
  users: { records: 'users.write', kind: 'shipping.read' },
}
/** Used for a kind that is not in the table: only administrators are told. */
const OTHERS: Reach = { records: 'users.write' }

/** Returns the topics that a person of the office or of a section may be told of. */
export function topicsFor({ role }: Pick<Actor, 'role'>, topics: readonly string[]): string[] {
  return topics.filter((topic) => {
    const at = topic.indexOf(':')
    const kind = at < 0 ? topic : topic.slice(0, at)
    const reach = Object.hasOwn(REACH, kind) ? (REACH[kind] ?? OTHERS) : OTHERS
    if (may(role, reach.records)) return true
    return at < 0 && reach.kind !== undefined && may(role, reach.kind)
  })
}
