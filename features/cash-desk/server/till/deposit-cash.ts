import { hidesExpected } from '#features/payments/server/hidden-cash.ts'
import { firstOpenDay } from '#features/payments/server/till.ts'
import { changes } from '#kernel/changes.ts'
import type { Day } from '#kernel/day.ts'
import { type Cents, PLACES, smallerCents, subtractCents, toNumber, ZERO_CENTS } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { cancelDeposit, depositCash, DEPOSITS_TOPIC } from '../../domain/till-contract.ts'
import { whyNotDeposit } from '../../domain/till.ts'
import { postDeposit } from './post-deposits.ts'
import { readTill } from './read-till.ts'

/**
 * Records cash that was brought to the bank. The till must hold it on that day and today. Whoever may not know what the till holds is not
 * refused, because trying amounts would tell it; the count shows the difference.
 */
export const depositCashCommand = command(depositCash, async (work, { amount, bankName, slip, note, ...input }) => {
  const { tx, actor, now, today } = work
  const day = input.day ?? today
  const { till: tillNow, closedUntil } = await readTill(tx, today)
  const least = day < today ? smallerCents(tillNow, (await readTill(tx, day)).till) : tillNow
  const till = (await hidesExpected(tx, actor)) ? null : least
  stopOn(whyNotDeposit({ amount, day }, { today, closedUntil, till }))
  const { id } = await tx.one<{ id: number }>(sql`
    insert into till_deposits (day, amount_cents, bank_name, slip, note, user_id, user_name, created_at)
    values (${day}, ${amount}, ${bankName}, ${slip}, ${note}, ${actor.userId}, ${actor.name}, ${now}::timestamptz) returning id`)
  await postDeposit(tx, id)
  work.record({
    entity: DEPOSITS_TOPIC,
    id,
    changes: changes({}, { day, amount: toNumber(amount, PLACES.cents), bank: bankName }),
    note,
  })
  return { id }
})

type Deposit = { day: Day; amount: Cents; bankName: string; cancelsId: number | null; cancelled: boolean }

/** Cancels a deposit. The till of its day is not changed after it was closed, as for payments (C-71). */
export const cancelDepositCommand = command(cancelDeposit, async (work, { id, reason }) => {
  const { tx, actor, now, today } = work
  const deposit = await tx.maybe<Deposit>(sql`
    select d.day, d.amount_cents as amount, d.bank_name as "bankName", d.cancels_id as "cancelsId",
      exists (select from till_deposits c where c.cancels_id = d.id) as cancelled
    from till_deposits d where d.id = ${id} for update of d`)
  if (!deposit) refuse('missing', 'cash-desk.no-deposit', { depositId: id })
  if (deposit.cancelled || deposit.cancelsId !== null) refuse('refused', 'cash-desk.cancelled-already')
  const day = await firstOpenDay(tx, { type: 'CASH', date: deposit.day }, today)
  const counter = await tx.one<{ id: number }>(sql`
    insert into till_deposits (day, amount_cents, bank_name, note, cancels_id, user_id, user_name, created_at)
    values (${day}, ${subtractCents(ZERO_CENTS, deposit.amount)}, ${deposit.bankName}, ${reason}, ${id}, ${actor.userId},
      ${actor.name}, ${now}::timestamptz)
    returning id`)
  await postDeposit(tx, counter.id)
  work.record({ entity: DEPOSITS_TOPIC, id, changes: changes({ cancelled: false }, { cancelled: true }), note: reason })
  return counter
})
