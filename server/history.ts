/** History: who changed what, when, from what to what. Written in the transaction of the change itself. */
import type { z } from 'zod'
import type { HistoryRow, historyInput, historyOutput } from '#kernel/contract.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { Actor, Change, FieldChanges, Touched } from '#server/work.ts'

/** Entries of one page of a history. */
export const HISTORY_PAGE = 50

/** Entries that say something: movements used to leave others, which are kept and neither shown nor in the index. */
const TOLD: Sql = sql`(changes <> '{}'::jsonb or note is not null)`

/**
 * Fields of what happened about a record without making another version of it: whoever works on the record is in nobody's
 * way by them.
 */
const HAPPENINGS = ['mail', 'document', 'mark', 'payment', 'loan', 'recipient', 'deliveryPhoto', 'stock'] as const

const saysSomething = ({ changes, note }: Change): boolean =>
  note !== undefined || (changes !== undefined && Object.keys(changes).length > 0)

/** Writes what a command recorded, in one statement; what says nothing is left out. */
export async function writeHistory(
  tx: Rows,
  actor: Actor,
  commandName: string,
  changes: readonly Change[],
): Promise<void> {
  const told = changes.filter(saysSomething)
  if (told.length === 0) return
  const rows = JSON.stringify(
    told.map((change) => ({
      entity: change.entity,
      entity_id: change.id,
      changes: change.changes ?? {},
      note: change.note ?? null,
    })),
  )
  await tx.run(sql`
    insert into history (user_id, user_name, command, entity, entity_id, changes, note)
    select ${actor.userId}::bigint, ${actor.name}, ${commandName}, entity, entity_id, changes, note
    from jsonb_to_recordset(${rows}::jsonb) as r(entity text, entity_id bigint, changes jsonb, note text)`)
}

/** What differs between two versions of a record, as history keeps it. Values are compared as JSON. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FieldChanges {
  const changed: Record<string, readonly [unknown, unknown]> = {}
  for (const [field, value] of Object.entries(after)) {
    if (value === undefined) continue
    const old = before[field] ?? null
    if (JSON.stringify(old) !== JSON.stringify(value ?? null)) changed[field] = [old, value ?? null]
  }
  return changed
}

/** Who made the newest version of a record, when, and which fields it changed. */
export async function lastChange(
  rows: Rows,
  entity: string,
  id: number,
): Promise<{ userName: string; at: string; fields: string[] } | null> {
  const last = await rows.maybe<{ userName: string; at: string; changes: FieldChanges }>(sql`
    select user_name as "userName", at, changes from history
    where entity = ${entity} and entity_id = ${id} and ${TOLD} and changes - ${[...HAPPENINGS]}::text[] <> '{}'::jsonb
    order by id desc limit 1`)
  return last && { userName: last.userName, at: last.at, fields: Object.keys(last.changes) }
}

/** Stops a command that was decided on an older version of a record; names who was faster and when. */
export async function refuseStale(tx: Rows, entity: string, id: number, version: number): Promise<never> {
  const last = await lastChange(tx, entity, id)
  return refuse('conflict', 'conflict', { version, userName: last?.userName ?? '', at: last?.at ?? '' })
}

/** The topics open pages listen to when these records change: the kind, and the one record. */
export const topicsOf = (touched: readonly Touched[]): string[] => [
  ...new Set(touched.flatMap(({ entity, id }) => [entity, `${entity}:${id}`])),
]

/** One page of what was done with a record, newest first. */
export async function readHistory(
  rows: Rows,
  entity: string,
  { id, before }: z.output<typeof historyInput>,
): Promise<z.output<typeof historyOutput>> {
  const found = await rows.many<HistoryRow>(sql`
    select id, at, user_name as "userName", command, changes, note
    from history where entity = ${entity} and entity_id = ${id} and id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint and ${TOLD}
    order by id desc limit ${HISTORY_PAGE + 1}`)
  return { rows: found.slice(0, HISTORY_PAGE), more: found.length > HISTORY_PAGE }
}
