import { changes } from '#kernel/changes.ts'
import { type Cents, PLACES, sumCents, toNumber } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { handOverCash } from '../domain/contract.ts'
import { whyNotCounted } from '../domain/payment.ts'

/**
 * Hands over all cash that the person carries, and assigns its payments to the hand-over. A payment booked at the same
 * moment is either included or still carried.
 */
export const handOverCashCommand = command(handOverCash, async (work, { counted, note }) => {
  const { tx, actor, now } = work
  const carried = await tx.many<{ id: number; amount: Cents }>(sql`
    select id, amount_cents as amount from payments
    where carried_by = ${actor.userId}::bigint and handover_id is null order by id for update`)
  if (carried.length === 0) refuse('refused', 'payments.nothing-carried')
  const amount = sumCents(carried.map((payment) => payment.amount))
  stopOn(whyNotCounted(counted, amount, note))
  const { id } = await tx.one<{ id: number }>(sql`
    insert into cash_handovers (user_id, user_name, amount_cents, counted_cents, note, created_at)
    values (${actor.userId}, ${actor.name}, ${amount}, ${counted}, ${note ?? ''}, ${now}::timestamptz) returning id`)
  const ids = carried.map((payment) => payment.id)
  await tx.run(sql`update payments set handover_id = ${id} where id = any(${ids}::bigint[])`)
  work.record({
    entity: 'cash-handovers',
    id,
    changes: changes(
      {},
      { status: 'HANDED-OVER', amount: toNumber(amount, PLACES.cents), counted: toNumber(counted, PLACES.cents) },
    ),
    note,
  })
  // the payment itself names its hand-over
  for (const payment of ids) work.moved({ entity: 'payments', id: payment })
  return { id, amount, counted }
})
