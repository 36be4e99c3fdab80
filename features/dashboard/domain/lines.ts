/** What waits for people: at most seven lines on the dashboard, in the order of their role. */
import { z } from 'zod'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { defineQuery } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents } from '#kernel/money.ts'
import type { Role } from '#kernel/rights.ts'

/** The names of all lines. Each has the texts `line.<name>` with plurals. */
export const LINES = [
  'late',
  'today',
  'short',
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
export const MOST_LINES = 7
/** A line counts no further. */
export const MOST_COUNTED = 1_000

/** What each role sees first, most urgent first. A line also needs the right to its list, and lines about nothing make room for later ones. */
const OFFICE_LINES: readonly LineName[] = [
  'late',
  'today',
  'short',
  'returned',
  'to-invoice',
  'late-tasks',
  'cheques',
  'overdue',
  'blocked-tasks',
]
/** Only administrators approve accounts. They leave late tasks to the production. */
const ADMIN_LINES: readonly LineName[] = [
  'late',
  'accounts',
  'today',
  'short',
  'returned',
  'to-invoice',
  'cheques',
  'overdue',
]
const ORDER: Readonly<Partial<Record<Role, readonly LineName[]>>> = {
  admin: ADMIN_LINES,
  logistirio: ['to-invoice', 'cheques', 'cash', 'overdue', 'returned', 'late', 'today', 'late-purchases'],
  production: ['late-tasks', 'blocked-tasks', 'short', 'late-purchases', 'late', 'today', 'to-package', 'returned'],
  operations: ['today', 'late', 'to-package', 'to-invoice', 'short', 'returned', 'cash'],
}
export const linesOf = (role: Role): readonly LineName[] => ORDER[role] ?? OFFICE_LINES

const zLine = z.object({
  name: z.enum(LINES),
  /** At most `MOST_COUNTED`. */
  count: z.int(),
  /** The day of the oldest one: of the delivery, the task, the expiry, the hand-over, the registration or the due day. Null if none of them has a day. */
  oldest: zDay.nullable(),
  /** The sum, for lines about money. */
  amount: zCents.nullable(),
  /** The address of a list that shows these records: alone, or late tasks and late purchases marked among the others. */
  to: z.string(),
})
export type DashboardLine = z.output<typeof zLine>

/** Returns what waits for the role of the person, without lines about nothing. */
export const dashboardLines = defineQuery('dashboard.lines', {
  right: ordersRights.read,
  input: z.strictObject({}),
  output: z.object({ lines: z.array(zLine) }),
})
