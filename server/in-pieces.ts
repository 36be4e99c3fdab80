/** Reads many records in pieces, so that people's work comes first on a single connection. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Sql, sql } from '#server/db/database.ts'

/** How many records one statement reads, and the pause after it. */
const PIECE = 2_000
const PAUSE_MILLISECONDS = 5

/** Returns the condition that a record is in a piece, by the column with its id. */
export type Within = (column: Sql) => Sql

/**
 * Gives one piece after the other, and pauses between them. `lastOf` returns the id of the last of so many records after an id; null if there are
 * not so many. The last piece also contains every later id. Without `lastOf` all records are one piece.
 */
export async function* inPieces(
  lastOf: ((after: number, count: number) => Promise<number | null>) | null,
): AsyncGenerator<Within> {
  for (let after: number | null = 0; after !== null; ) {
    const begin: number = after
    const last: number | null = lastOf === null ? null : await lastOf(begin, PIECE)
    yield (column) =>
      last === null ? sql`(${column} > ${begin})` : sql`(${column} > ${begin} and ${column} <= ${last})`
    if (last !== null) await pause(PAUSE_MILLISECONDS)
    after = last
  }
}
