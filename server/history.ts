/** History: who changed what, when, from what to what. Written in the transaction of the change itself. */
import type { HistoryRow } from '#kernel/contract.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Actor, Change } from '#server/work.ts'

/** Rows of a record's history that are shown. */
const NEWEST = 200

/** Writes what a command recorded, in one statement. */
export async function writeHistory(
  tx: Rows,
  actor: Actor,
  commandName: string,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = JSON.stringify(
    changes.map((change) => ({
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
): Record<string, readonly [unknown, unknown]> {
  const changed: Record<string, readonly [unknown, unknown]> = {}
  for (const [field, value] of Object.entries(after)) {
    if (value === undefined) continue
    const old = before[field] ?? null
    if (JSON.stringify(old) !== JSON.stringify(value ?? null)) changed[field] = [old, value ?? null]
  }
  return changed
}

/** Stops a command that was decided on an older version of a record; names who was faster and when. Mail changes no record. */
export async function refuseStale(tx: Rows, entity: string, id: number, version: number): Promise<never> {
  const last = await tx.maybe<{ userName: string; at: string }>(sql`
    select user_name as "userName", at from history
    where entity = ${entity} and entity_id = ${id} and changes - 'mail' <> '{}' order by id desc limit 1`)
  return refuse('conflict', 'conflict', { version, userName: last?.userName ?? '', at: last?.at ?? '' })
}

/** The topics open pages listen to when these records change: the kind, and the one record. */
export const topicsOf = (changes: readonly Change[]): string[] => [
  ...new Set(changes.flatMap((change) => [change.entity, `${change.entity}:${change.id}`])),
]

/** The newest of what was done with a record, newest first. */
export const readHistory = (rows: Rows, entity: string, id: number): Promise<HistoryRow[]> =>
  rows.many<HistoryRow>(sql`
    select id, at, user_name as "userName", command, changes, note
    from history where entity = ${entity} and entity_id = ${id} order by id desc limit ${NEWEST}`)
