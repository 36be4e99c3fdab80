/** What waits for people: at most eight lines on the dashboard, in the order of their role, each with the records that come first. */
import { z } from 'zod'
import { zOrderFacts, zOrderStatus } from '#features/orders/domain/contract.ts'
import { INVOICE_MODES } from '#features/orders/domain/order.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { defineQuery } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents, zQuantity } from '#kernel/money.ts'
import type { Role } from '#kernel/rights.ts'

/** The names of all lines. Each has the texts `line.<name>` with plurals. */
export const LINES = [
  'late',
  'today',
  'short',
  'to-send',
  'to-package',
  'returned',
  'to-invoice',
  'cheques',
  'cash',
  'overdue',
  'late-tasks',
  'blocked-tasks',
  'late-purchases',
  'accounts',
] as const
export type LineName = (typeof LINES)[number]

/** The most lines that a page shows. Lines about nothing are left out. */
export const MOST_LINES = 8
/** A line names at most so many records. */
export const MOST_NAMED = 7

/** What each role sees first, most urgent first. A line also needs the right to its list, and lines about nothing make room for later ones. */
const OFFICE_LINES: readonly LineName[] = [
  'late',
  'today',
  'returned',
  'to-send',
  'to-invoice',
  'overdue',
  'short',
  'late-tasks',
  'cheques',
  'blocked-tasks',
]
/** Only administrators approve accounts. They leave late tasks to the production. */
const ADMIN_LINES: readonly LineName[] = [
  'late',
  'accounts',
  'today',
  'returned',
  'to-send',
  'to-invoice',
  'overdue',
  'short',
  'cheques',
]
const ORDER: Readonly<Partial<Record<Role, readonly LineName[]>>> = {
  admin: ADMIN_LINES,
  logistirio: ['to-invoice', 'cheques', 'cash', 'overdue', 'returned', 'late', 'today', 'late-purchases'],
  production: ['late-tasks', 'blocked-tasks', 'short', 'late-purchases', 'late', 'today', 'to-package', 'returned'],
  operations: ['today', 'late', 'to-send', 'to-package', 'to-invoice', 'short', 'returned', 'cash'],
}
export const linesOf = (role: Role): readonly LineName[] => ORDER[role] ?? OFFICE_LINES

/** The kinds of records that lines name. `requests` are orders at suppliers, and `handovers` those of the cash of drivers. */
const NAMED_KINDS = ['orders', 'customers', 'tasks', 'cheques', 'handovers', 'requests', 'accounts'] as const
export type NamedKind = (typeof NAMED_KINDS)[number]

/** One record that waits. */
const zNamed = z.object({
  kind: z.enum(NAMED_KINDS),
  id: z.int(),
  /** Whom or what it is about: the customer, the product, the supplier, the person. */
  name: z.string(),
  /** The page on which it is looked at. */
  to: z.string(),
  /** The day for which it stands in its line; of an order to be invoiced, the day on which it was packaged. */
  day: zDay.nullable(),
  amount: zCents.nullable(),
  /** The status of an order, from which its next step follows, and that of its accounting document if the service has not accepted it. */
  status: zOrderStatus.nullable(),
  document: z.string().nullable(),
  /** What the life cycle of an order needs to say whether a step is possible now. Null for other records. */
  facts: zOrderFacts.extend({ invoiceMode: z.enum(INVOICE_MODES).nullable() }).nullable(),
  /** The time of day on which an order is promised, 'HH:MM'; null if it has none. */
  time: z.string().nullable(),
  /** Of an order the driver who has it, and of a task its section. Empty if there is none. */
  place: z.string(),
  /** What is to be made of a product. */
  quantity: zQuantity.nullable(),
  unit: z.string(),
})
export type Named = z.output<typeof zNamed>

const zLine = z.object({
  name: z.enum(LINES),
  /** Above `MOST_COUNTED` there are more. */
  count: z.int(),
  /** The sum, for lines about money that count all. */
  amount: zCents.nullable(),
  /** The address of a list that shows these records: alone, or late tasks and late purchases marked among the others. */
  to: z.string(),
  /** The first `MOST_NAMED` of them, most urgent first, without the orders that an earlier line names. */
  named: z.array(zNamed),
})
export type DashboardLine = z.output<typeof zLine>

/** Returns what waits for the role of the person, without lines about nothing. */
export const dashboardLines = defineQuery('dashboard.lines', {
  right: ordersRights.read,
  input: z.strictObject({}),
  output: z.object({ today: zDay, lines: z.array(zLine) }),
})
