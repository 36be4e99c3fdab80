import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { CHECKS_TOPIC, startCheck } from '../domain/contract.ts'
import { addCheck, CHECK_JOB, type CheckPayload } from './run-check.ts'

/** Asks for a check. A second person who asks meanwhile gets the same one. */
export const startCheckCommand = command(startCheck, async ({ tx, now, actor, enqueue, moved }) => {
  const added = await addCheck(tx, now, actor)
  if (added !== null) {
    const payload: CheckPayload = { check: added }
    await enqueue({ kind: CHECK_JOB, payload, bringForward: true })
    moved({ entity: CHECKS_TOPIC, id: added })
    return { id: added }
  }
  return tx.one<{ id: number }>(sql`select id from stock_checks where ended_at is null`)
})
