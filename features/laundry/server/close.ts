import { type ClosedWashing, closeWashing, reopenWashing } from './washing.ts'
import { refuse } from '#kernel/refusal.ts'
import { lockingCommand } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { closeLaundry, undoClose } from '../domain/contract.ts'

/** Closes washing tasks and writes off their broken and missing pieces. */
export const closeLaundryCommand = lockingCommand(closeLaundry, async (work, { tasks, worker, photos = [] }) => {
  if (new Set(tasks.map(({ taskId }) => taskId)).size < tasks.length) refuse('invalid', 'laundry.task-twice')
  const closed = await closeWashing(
    work,
    tasks.map(({ taskId, clean, broken, missing }) => ({ taskId, clean, lost: [broken, missing] })),
    { worker: worker ?? '', photos },
  )
  const rows = tasks.flatMap(({ broken, missing, reason }, at) => {
    const { pressId, taskId, productId, productName, customerId, customerName } = closed[at] as ClosedWashing
    return (
      [
        ['BROKEN', broken],
        ['MISSING', missing],
      ] as const
    )
      .filter(([, quantity]) => quantity > 0)
      .map(([kind, quantity]) => ({
        kind,
        quantity_e4: quantity,
        reason: reason ?? '',
        press_id: pressId,
        task_id: taskId,
        product_id: productId,
        product_name: productName,
        customer_id: customerId,
        customer_name: customerName,
      }))
  })
  if (rows.length > 0)
    await work.tx.run(sql`
      insert into write_offs (task_id, press_id, product_id, product_name, customer_id, customer_name, quantity_e4, kind, reason,
        worker, user_id, user_name, at)
      select task_id, press_id, product_id, product_name, customer_id, customer_name, quantity_e4, kind, reason, ${worker ?? ''},
        ${work.actor.userId}::bigint, ${work.actor.name}, ${work.now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(task_id bigint, press_id bigint, product_id bigint,
        product_name text, customer_id bigint, customer_name text, quantity_e4 bigint, kind text, reason text)`)
  return { closed: closed.length }
})

/** Takes back the closing of washing tasks: their clean pieces leave the stock, and what was written off waits again. */
export const undoCloseCommand = lockingCommand(undoClose, async (work, input) => {
  const taskIds = [...new Set(input.taskIds)]
  const presses = await reopenWashing(work, taskIds)
  await work.tx.run(sql`
    update write_offs set undone_at = ${work.now}::timestamptz where press_id = any(${presses}::bigint[]) and undone_at is null`)
  return { opened: taskIds.length }
})
