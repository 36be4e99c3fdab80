/** Production tasks as the calendar shows them, on their planned day, otherwise on the day on which their goods are expected. */
import { ordersEntity } from '#features/orders/domain/entity.ts'
import { addressOf } from '#kernel/entity.ts'
import type { CalendarKind, CalendarRow } from '#server/calendar/kinds.ts'
import { sql } from '#server/db/database.ts'
import { productionRights } from '../domain/rights.ts'
import { isOpenTask, type TaskStatus } from '../domain/task.ts'

/** The index of the calendar has the same expression. */
const AT = sql`coalesce(t.planned_on::timestamp, t.expected_at)`

type TaskRow = CalendarRow & { readonly orderId: number | null }

/** A workshop account sees only the tasks of its own section. */
export const taskDays: CalendarKind = {
  name: 'production.tasks',
  right: productionRights.read,
  figure: 'quantity',
  subtitle: 'section',
  ofDay: ({ actor }) => sql`
    select t.id, ${AT} as at, coalesce('#' || t.order_id, '') as code,
      coalesce(nullif(t.product_name, ''), t.name) as title, t.section as subtitle, t.status, t.quantity_e4 as figure, t.version,
      t.order_id as "orderId"
    from tasks t
    where ${AT} >= d.day and ${AT} < d.day + interval '1 day'
      and (${actor.role === 'section' ? actor.section : null}::text is null or t.section = ${actor.section ?? ''})
    order by ${AT}, t.id`,
  waits: ({ status }) => isOpenTask(status as TaskStatus),
  link: {
    right: () => ordersEntity.read,
    to: (row) => {
      const { orderId } = row as TaskRow
      return orderId === null ? null : addressOf(ordersEntity, orderId)
    },
  },
}
