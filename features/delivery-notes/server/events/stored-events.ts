/** The events of delivery notes as they are stored. */
import { raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { literals } from '#server/db/literal.ts'
import { INSTALLATION_SETTINGS } from '#server/restoring/installation-settings.ts'
import { EVENT_KINDS, type EventStatus, OPEN_EVENT, type StoredEvent, WRONG_EVENT } from '../../domain/events/events.ts'

export const REPORT_JOB = 'movement.report-events'

const WEEKS_AFTER_RESTORE = 5

// written out, because an index over some states serves only a condition that names them
const hasStatus = (statuses: readonly EventStatus[]): Sql => raw(`e.status in (${literals(statuses)})`)

/** The condition on `movement_events e` that an event may still be sent. */
export const IS_OPEN: Sql = hasStatus(OPEN_EVENT)
/** The condition on `movement_events e` that a person must act. */
export const IS_WRONG: Sql = hasStatus(WRONG_EVENT)

/** Reports whether the tax office may have events that a restored copy does not know. */
export const isRestored = async (rows: Rows, now: Date): Promise<boolean> =>
  (await rows.maybe(sql`
    select name from settings where name = ${INSTALLATION_SETTINGS.movementRestored}
      and (value ->> 'at')::timestamptz > ${now.toISOString()}::timestamptz - make_interval(weeks => ${WEEKS_AFTER_RESTORE})`)) !==
  null

export type EventRow = StoredEvent & {
  readonly noteId: number
  readonly at: string
  readonly dueAt: string
  readonly errorCode: string | null
}

/** The columns of an event, from `movement_events e`. */
const EVENT_COLUMNS: Sql = raw(
  `e.id, e.note_id as "noteId", e.kind, e.status, e.outcome, e.packages, e.happened_at as at, e.due_at as "dueAt", e.attempts, e.mark,
   e.error_code as "errorCode"`,
)

/** Returns the events of notes that were not withdrawn, in the order in which they happened. */
export const readEvents = (rows: Rows, noteIds: readonly number[]): Promise<EventRow[]> =>
  rows.many<EventRow>(sql`
    select ${EVENT_COLUMNS} from movement_events e
    where e.note_id = any(${[...noteIds]}::bigint[]) and e.status <> 'WITHDRAWN'
    order by e.note_id, array_position(${[...EVENT_KINDS]}::text[], e.kind)`)

/** Returns an event and locks it until the commit; null if there is none. */
export const readEvent = (rows: Rows, id: number): Promise<EventRow | null> =>
  rows.maybe<EventRow>(sql`select ${EVENT_COLUMNS} from movement_events e where e.id = ${id} for update`)
