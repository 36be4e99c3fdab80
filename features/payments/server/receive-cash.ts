import { changes } from '#kernel/changes.ts'
import { type Cents, PLACES, toNumber } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { receiveCash } from '../domain/contract.ts'
import { whyNotCounted } from '../domain/payment.ts'
import { postHandover } from './post-cash.ts'
import { whyNotIntoTill } from './till.ts'

type Handover = { status: 'HANDED-OVER' | 'RECEIVED'; counted: Cents; userName: string }

/** Stores the office's count of a hand-over. A hand-over can be received once. */
export const receiveCashCommand = command(receiveCash, async (work, { id, received, note }) => {
  const { tx, actor, now, today } = work
  const handover = await tx.maybe<Handover>(sql`
    select status, counted_cents as counted, user_name as "userName" from cash_handovers where id = ${id} for update`)
  if (!handover) refuse('missing', 'payments.no-handover', { id })
  if (handover.status === 'RECEIVED') refuse('refused', 'payments.already-received', { name: handover.userName })
  stopOn(await whyNotIntoTill(tx, { type: 'CASH', date: today }))
  stopOn(whyNotCounted(received, handover.counted, note))
  await tx.run(sql`
    update cash_handovers set status = 'RECEIVED', received_cents = ${received}, received_note = ${note ?? ''},
      received_by = ${actor.userId}::bigint, received_by_name = ${actor.name}, received_at = ${now}::timestamptz
    where id = ${id}`)
  await postHandover(tx, id)
  work.record({
    entity: 'cash-handovers',
    id,
    changes: changes({ status: handover.status }, { status: 'RECEIVED', received: toNumber(received, PLACES.cents) }),
    note,
  })
  // open pages with payments update
  const payments = await tx.many<{ id: number }>(sql`select id from payments where handover_id = ${id} order by id`)
  for (const payment of payments) work.moved({ entity: 'payments', id: payment.id })
  return { id, received }
})
