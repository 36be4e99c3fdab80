/**
 * Removes the words that no order has any more. Each order adds its words to `order_words`, and a word stays there when its last
 * order gets another text or is deleted. A search would then read more and more words that find nothing.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Clash, type Database, type Rows, sql } from '#server/db/database.ts'
import type { JobParts } from '#server/feature.ts'
import type { JobWork } from '#server/jobs/jobs.ts'
import type { Schedule } from '#server/jobs/schedules.ts'
import { quoted } from './searched-words.ts'

export const FORGET_WORDS_JOB = 'orders.forget-words'

export const forgetWordsNightly: Schedule = { name: 'forget-words', kind: FORGET_WORDS_JOB, dailyAt: '03:40' }

/** Words examined by one statement, so that each statement is short. */
const WORDS_AT_ONCE = 250
/** The pause between two statements, so that people's work comes first on a single connection and on a slow disk. */
const PAUSE_MILLISECONDS = 5
/** How long the lock may be waited for, because people who write orders wait behind it. */
const LOCK_WAIT = sql`set local lock_timeout = '200ms'`

/** Returns the work of the nightly job. */
export const forgetWordsWork = ({ runner, log }: JobParts): JobWork => ({
  atOnce: 1,
  tries: 5,
  run: async () => {
    const deleted = await forgetWords(runner.db)
    if (deleted > 0) log?.info({ deleted }, 'words that no order has any more were deleted')
  },
})

/** Removes all words without an order, in small steps. Returns how many it removed. */
export async function forgetWords(db: Database): Promise<number> {
  let removed = 0
  for (let after = ''; ; await pause(PAUSE_MILLISECONDS)) {
    const words = await db.many<{ word: string }>(
      sql`select word from order_words where word > ${after} order by word limit ${WORDS_AT_ONCE}`,
    )
    const last = words.at(-1)
    if (!last) return removed
    const unused = await withoutOrder(
      db,
      words.map(({ word }) => word),
    )
    if (unused.length > 0) removed += await remove(db, unused)
    after = last.word
  }
}

/**
 * Removes those of the words that still have no order. A transaction that writes an order may rely on a word that it found in
 * the table. So the lock waits until such transactions have ended, and then their orders are visible. If one of them takes
 * long, the words stay until the next night.
 */
async function remove(db: Database, words: readonly string[]): Promise<number> {
  try {
    return await db.transaction('locking', async (tx) => {
      await tx.run(LOCK_WAIT)
      await tx.run(sql`lock table order_words in exclusive mode`)
      return tx.run(sql`delete from order_words where word = any(${await withoutOrder(tx, words)}::text[])`)
    })
  } catch (error) {
    if (error instanceof Clash) return 0
    throw error
  }
}

async function withoutOrder(rows: Rows, words: readonly string[]): Promise<string[]> {
  const found = await rows.many<{ word: string }>(sql`
    select word from unnest(${words}::text[], ${words.map(quoted)}::text[]) known (word, query)
    where not exists (select from orders where words @@ query::tsquery)`)
  return found.map(({ word }) => word)
}
