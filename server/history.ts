/**
 * Records who changed what, when, and from which value to which. The entry is written in the transaction of the
 * change.
 */
import type { z } from 'zod'
import type { FieldChanges } from '#kernel/changes.ts'
import type { HistoryRow, historyInput, historyOutput } from '#kernel/contract.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { Actor, Change, Touched } from '#server/work.ts'

/** The number of entries on one page of a history. */
const HISTORY_PAGE = 50

/**
 * Selects entries with content. Movements used to leave empty entries, which are kept but neither shown nor indexed.
 */
export const WITH_CONTENT: Sql = sql`(changes <> '{}'::jsonb or note is not null)`

/**
 * Fields of events that do not make a new version of the record. They cause no conflict for a person who edits the
 * record.
 */
const EVENT_FIELDS = ['mail', 'document', 'mark', 'payment', 'loan', 'recipient', 'deliveryPhoto', 'stock'] as const

const hasContent = ({ changes, note }: Change): boolean =>
  Boolean(note) || (changes !== undefined && Object.keys(changes).length > 0)

/** Reports whether one entry can hold a change and the earlier changes of its record. */
const fitsInto = (entry: Change, change: Change): boolean =>
  Object.keys(change.changes ?? {}).every((field) => !Object.hasOwn(entry.changes ?? {}, field)) &&
  (!entry.note || !change.note || entry.note === change.note)

/**
 * Returns what a command recorded as one entry for each record. Leaves out changes without content. A record gets another
 * entry if a field changed twice or two notes were given, so that each step can be read.
 */
function entriesOf(changes: readonly Change[]): Change[] {
  const entries: Change[] = []
  const newest = new Map<string, number>()
  for (const change of changes.filter(hasContent)) {
    const record = `${change.entity}:${change.id}`
    const at = newest.get(record)
    const entry = at === undefined ? undefined : entries[at]
    if (at === undefined || entry === undefined || !fitsInto(entry, change)) {
      newest.set(record, entries.push(change) - 1)
      continue
    }
    entries[at] = {
      entity: entry.entity,
      id: entry.id,
      changes: { ...entry.changes, ...change.changes },
      note: entry.note || change.note,
    }
  }
  return entries
}

/** Writes the changes that a command recorded in one statement. */
export async function writeHistory(
  tx: Rows,
  actor: Actor,
  commandName: string,
  changes: readonly Change[],
): Promise<void> {
  const entries = entriesOf(changes)
  if (entries.length === 0) return
  const rows = JSON.stringify(
    entries.map((change) => ({
      entity: change.entity,
      entity_id: change.id,
      changes: change.changes ?? {},
      note: change.note || null,
    })),
  )
  await tx.run(sql`
    insert into history (user_id, user_name, command, entity, entity_id, changes, note)
    select ${actor.userId}::bigint, ${actor.name}, ${commandName}, entity, entity_id, changes, note
    from jsonb_to_recordset(${rows}::jsonb) as r(entity text, entity_id bigint, changes jsonb, note text)`)
}

type NewestChange = {
  readonly userName: string
  readonly at: string
  readonly command: string
  readonly changes: FieldChanges
}

/** Returns the entry of the command that made the newest version of a record; null if there is none. */
export const newestChange = (rows: Rows, entity: string, id: number): Promise<NewestChange | null> =>
  rows.maybe<NewestChange>(sql`
    select user_name as "userName", at, command, changes from history
    where entity = ${entity} and entity_id = ${id} and ${WITH_CONTENT} and changes - ${[...EVENT_FIELDS]}::text[] <> '{}'::jsonb
    order by id desc limit 1`)

/** Returns who made the newest version of a record, when, and which fields changed; null if there is no entry. */
export async function lastChange(
  rows: Rows,
  entity: string,
  id: number,
): Promise<{ userName: string; at: string; fields: string[] } | null> {
  const last = await newestChange(rows, entity, id)
  const isVersion = (field: string): boolean => !EVENT_FIELDS.some((event) => event === field)
  return last && { userName: last.userName, at: last.at, fields: Object.keys(last.changes).filter(isVersion) }
}

/**
 * Refuses a command that was based on an older version of the record, naming who changed it and when. `more` adds what the
 * page shows of the present version.
 */
export async function refuseStale(
  tx: Rows,
  entity: string,
  id: number,
  version: number,
  more: object = {},
): Promise<never> {
  const last = await lastChange(tx, entity, id)
  return refuse('conflict', 'conflict', { version, userName: last?.userName ?? '', at: last?.at ?? '', ...more })
}

/** Returns the topics that open pages listen to for these records: the kind of record, and each record. */
export const topicsOf = (touched: readonly Touched[]): string[] => [
  ...new Set(touched.flatMap(({ entity, id }) => [entity, `${entity}:${id}`])),
]

/** Returns one page of a record's history, newest first. */
export async function readHistory(
  rows: Rows,
  entity: string,
  { id, before }: z.output<typeof historyInput>,
): Promise<z.output<typeof historyOutput>> {
  const found = await rows.many<HistoryRow>(sql`
    select id, at, user_name as "userName", command, changes, note
    from history where entity = ${entity} and entity_id = ${id} and id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint and ${WITH_CONTENT}
    order by id desc limit ${HISTORY_PAGE + 1}`)
  return { rows: found.slice(0, HISTORY_PAGE), more: found.length > HISTORY_PAGE }
}
