/** Turns a failure of the database into a refusal that the caller can understand. */
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { ClosedForWriting, DatabaseUnavailable, TooSlow } from '#server/db/database.ts'

const RETRY_AFTER_SECONDS = 5
/** A restore takes from seconds to minutes. */
const RETRY_AFTER_RESTORE_SECONDS = 15

/** Returns the refusal for an error of the database that is no bug; null for any other error. */
export function databaseRefusal(error: unknown): Refusal | null {
  if (error instanceof TooSlow) return refusal('unavailable', 'too-slow')
  if (error instanceof ClosedForWriting)
    return refusal('unavailable', 'restoring', { retryAfterSeconds: RETRY_AFTER_RESTORE_SECONDS })
  if (!(error instanceof DatabaseUnavailable)) return null
  const code = error.reason === 'full' ? 'database-full' : 'database-down'
  return refusal('unavailable', code, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
