/** What documents and delivery notes have in common while they are sent: their tables have the same columns for it. */
import { QUIET_MINUTES } from '#features/orders/domain/order.ts'
import { SYSTEM } from '#server/command.ts'
import { raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { afterRestore, type Restoring } from '#server/restoring/restoring.ts'
import type { Runner } from '#server/runner.ts'
import type { JobKind } from '#server/work.ts'
import { type DocumentStatus, UNDER_WAY } from '../domain/document.ts'
import { IS_UNREAD } from './unread/unread.ts'

export type SentTable = 'accounting_documents' | 'delivery_notes'

/** After how many seconds a job looks again while another call may still be under way. */
export const QUIET_SECONDS = 60

export type State = {
  readonly status: DocumentStatus
  readonly code: string | null
  readonly message: string | null
  /** No call for the document can still be under way. */
  readonly clear?: boolean
}

/** Over documents, delivery notes or lost ones: reports whether no call for them can be under way any more. */
export const isQuiet = (now: string): Sql =>
  sql`(unclear_since is null or unclear_since <= ${now}::timestamptz - make_interval(mins => ${QUIET_MINUTES}))`

/** Stores a state without a MARK. */
export const storeState = (
  tx: Rows,
  table: SentTable,
  id: number,
  { status, code, message, clear = false }: State,
): Promise<number> =>
  tx.run(sql`
    update ${raw(table)} set status = ${status}, error_code = ${code}, error_message = ${message}, updated_at = now(),
      unclear_since = case when ${clear} then null else unclear_since end
    where id = ${id}`)

/**
 * The pauses in seconds before the service is asked again after an answer that is about something else than the document. Most such answers
 * are a single fault of the service. If the last one is so too, it counts, and a person decides.
 */
const FOREIGN_PAUSES_SECONDS = [60, 300, 900]

/** Counts such an answer. Returns the pause in seconds before the service is asked again; null if the answer counts. */
export async function pauseAfterForeign(
  tx: Rows,
  table: SentTable | 'lost_documents',
  id: number,
): Promise<number | null> {
  const { answers } = await tx.one<{ answers: number }>(sql`
    update ${raw(table)} set foreign_answers = foreign_answers + 1 where id = ${id} returning foreign_answers as answers`)
  return FOREIGN_PAUSES_SECONDS[answers - 1] ?? null
}

/** Returns the state after such an answer. A document of which nothing was sent still waits, because the answer was about an earlier one. */
export const stateAfterForeign = (
  { attempts }: { readonly attempts: number },
  { code, message, pause }: { readonly code: string; readonly message: string; readonly pause: number | null },
): State =>
  pause === null
    ? { status: 'CONFLICT', code, message, clear: true }
    : { status: attempts === 0 ? 'WAITING' : 'UNKNOWN', code, message }

/** Lets transactions that give this MARK to a document or a delivery note wait for each other, so that only one of them gets it. */
export const lockMark = (tx: Rows, mark: string): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`mark ${mark}`}, 0))`)

/**
 * Stores that a document is being sent before the request starts. So the service is asked first after a crash. `action` names the work
 * in the history. Returns false if another call may still be under way, if the document is in none of the states `from`, or if what
 * another server issued is not read yet (C-101).
 */
export const beginSending = (
  runner: Runner,
  action: string,
  table: SentTable,
  id: number,
  from: readonly DocumentStatus[] = UNDER_WAY,
): Promise<boolean> =>
  runner.work(SYSTEM, action, async ({ tx, now }) => {
    const begun = await tx.run(sql`
      update ${raw(table)}
      set status = 'SENDING', attempts = attempts + 1, unclear_since = ${now}::timestamptz, updated_at = now()
      where id = ${id} and status = any(${[...from]}::text[]) and not ${IS_UNREAD} and ${isQuiet(now)}`)
    return begun === 1
  })

/**
 * A document that waited when the backup was made may have been issued since. Its state is unknown, and with an attempt its job asks
 * the service before it sends anything (C-33).
 */
export const unknownAfterRestore = (table: SentTable, jobOf: (id: number) => JobKind): Restoring =>
  afterRestore(async ({ tx, now, enqueue }) => {
    const waiting = await tx.many<{ id: number }>(sql`
      update ${raw(table)}
      set status = 'UNKNOWN', attempts = greatest(attempts, 1), unclear_since = ${now}::timestamptz
      where status = any(${[...UNDER_WAY]}::text[]) returning id`)
    for (const { id } of waiting) await enqueue(jobOf(id))
  })
