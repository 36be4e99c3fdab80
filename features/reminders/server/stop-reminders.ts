/** Customers who get no reminders, with the reason. */
import { readCustomer } from '#features/customers/server/customer-kind.ts'
import { refuse } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { resumeReminders, stopReminders } from '../domain/contract.ts'
import { readStop } from './debts-of-customer.ts'

export const stopRemindersCommand = command(stopReminders, async (work, { id, reason }) => {
  const { tx, actor, now } = work
  const { name } = await readCustomer(tx, id, true)
  const before = await readStop(tx, id)
  if (before) refuse('refused', 'reminders.stopped', { name, reason: before.reason })
  await tx.run(sql`
    insert into reminder_stops (customer_id, reason, user_id, user_name, created_at)
    values (${id}, ${reason}, ${actor.userId}::bigint, ${actor.name}, ${now}::timestamptz)`)
  work.record({ entity: 'customers', id, changes: { noReminders: [null, reason] } })
  return { id }
})

/** After a merge a customer may have two reasons. Both end together. */
export const resumeRemindersCommand = command(resumeReminders, async (work, { id }) => {
  const { tx, now } = work
  const { name } = await readCustomer(tx, id, true)
  const before = await readStop(tx, id)
  if (!before) return refuse('refused', 'reminders.not-stopped', { name })
  await tx.run(sql`
    update reminder_stops set ended_at = ${now}::timestamptz where customer_id = ${id} and ended_at is null`)
  work.record({ entity: 'customers', id, changes: { noReminders: [before.reason, null] } })
  return { id }
})
