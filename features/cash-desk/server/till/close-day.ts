import { hidesExpected } from '#features/payments/server/hidden-cash.ts'
import { endClosing, writeClosing } from '#features/payments/server/till.ts'
import { changes } from '#kernel/changes.ts'
import { PLACES, toNumber } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { closeDay, reopenDay, TILL_TOPIC } from '../../domain/till-contract.ts'
import { countedAmount, whyNotClose, whyNotDifference, whyNotExpected } from '../../domain/till.ts'
import { readTill } from './read-till.ts'

/**
 * Closes a day and every day before it. A payment into one of these days at the same moment makes one of both transactions run again,
 * so it is either in the expected amount or refused.
 */
export const closeDayCommand = command(closeDay, async (work, { day, pieces, seenExpected, note }) => {
  const { tx, actor, today } = work
  const { till: expected, closedUntil } = await readTill(tx, day)
  stopOn(whyNotClose(day, today, closedUntil))
  const hidden = await hidesExpected(tx, actor)
  stopOn(whyNotExpected(seenExpected, expected, hidden))
  const counted = countedAmount(pieces)
  stopOn(whyNotDifference(counted, expected, note, hidden))
  const id = await writeClosing(work, { day, expected, counted, pieces, note: note ?? '' })
  work.record({
    entity: TILL_TOPIC,
    id,
    changes: changes({}, { day, expected: toNumber(expected, PLACES.cents), counted: toNumber(counted, PLACES.cents) }),
    note,
  })
  return { id, expected, counted }
})

/** Reopens the last closed day. Only the last one, because the days after it were counted from it. */
export const reopenDayCommand = command(reopenDay, async (work, { id, reason }) => {
  const closing = await work.tx.maybe<{ day: string; reopened: boolean; isLast: boolean }>(sql`
    select day, reopened_at is not null as reopened,
      not exists (select from till_closings later where later.reopened_at is null and later.day > c.day) as "isLast"
    from till_closings c where id = ${id} for update`)
  if (!closing) refuse('missing', 'cash-desk.no-closing', { closingId: id })
  if (closing.reopened) refuse('refused', 'cash-desk.reopened-already')
  if (!closing.isLast) refuse('refused', 'cash-desk.not-last')
  await endClosing(work, id, reason)
  work.record({ entity: TILL_TOPIC, id, changes: changes({ reopened: false }, { reopened: true }), note: reason })
  return { id }
})
