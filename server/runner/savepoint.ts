/** Lets a command that does many things go on after one of them was refused. */
import { type Refusal, Refused } from '#kernel/refusal.ts'
import { sql } from '../db/database.ts'
import type { Change, Touched, Work } from '../work.ts'

/** Runs `act` so that a refusal takes back only what `act` did. Returns its answer, or the refusal. */
export async function inSavepoint<T>(
  work: Work,
  act: (inner: Work) => Promise<T>,
): Promise<{ answer: T; changes: readonly Change[] } | { refusal: Refusal }> {
  const changes: Change[] = []
  const moved: Touched[] = []
  const inner: Work = { ...work, record: (change) => void changes.push(change), moved: (one) => void moved.push(one) }
  await work.tx.run(sql`savepoint one_of_many`)
  try {
    const answer = await act(inner)
    await work.tx.run(sql`release savepoint one_of_many`)
    for (const change of changes) work.record(change)
    for (const one of moved) work.moved(one)
    return { answer, changes }
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.kind === 'forbidden' || error.refusal.kind === 'unavailable')
      throw error
    await work.tx.run(sql`rollback to savepoint one_of_many`)
    await work.tx.run(sql`release savepoint one_of_many`)
    return { refusal: error.refusal }
  }
}
