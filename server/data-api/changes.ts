/** Answers `/api/v2/_changes`: which records were stored or deleted since a cursor, in the order of the commits. */
import { refusal } from '#kernel/refusal.ts'
import { type ChangeList, changesAfter, type ListedChange, readChangeList } from '#server/changes/change-list.ts'
import type { Actor } from '#server/command.ts'
import { join, type Rows, sql } from '#server/db/database.ts'
import { badRequest, DataApiError, forbidden } from './answers.ts'
import type { RunRead } from './batch.ts'
import { demandAmong, idColumn, type Parameters, pageOf, textOf } from './parameters.ts'
import { conditionOf, storedRows } from './rows.ts'
import { allows, type DataTable } from './table.ts'

const PARAMETERS = ['since', 'kinds', 'limit'] as const

type Change = {
  readonly kind: string
  readonly id: number
  readonly change: 'saved' | 'deleted'
  readonly at: string
}

type ChangesAnswer = {
  readonly resource: readonly Change[]
  readonly meta: { readonly cursor: string; readonly more: boolean }
}

/** What a caller asks for. `since` is null if they have no cursor yet. */
type ChangesAsked = {
  readonly since: Pick<ChangeList, 'epoch' | 'to'> | null
  readonly kinds: readonly DataTable[]
  readonly limit: number
}

const CURSOR = /^([0-9a-f]{12})-(\d{1,15})$/
const cursorText = ({ epoch }: ChangeList, number: number): string => `${epoch}-${number}`

type ChangesCall = {
  readonly actor: Actor
  readonly tables: ReadonlyMap<string, DataTable>
  readonly parameters: Parameters
  readonly read: RunRead
  /** Numbers the changes that were committed before this call. */
  readonly numberChanges: () => Promise<void>
}

/** Answers GET _changes. */
export async function answerChanges(call: ChangesCall): Promise<ChangesAnswer> {
  const asked = changesAsked(call)
  await call.numberChanges()
  return call.read((rows) => readChanges(rows, call.actor, asked), call.actor)
}

/** Reports whether a caller may read all rows of a table that they may see at some time, so that its changes name none that they never saw. */
const mayFollow = (actor: Actor, table: DataTable): boolean => allows(actor, table.read) && !table.ownOnly?.(actor)

/** Reads the parameters. Refuses a kind that this caller may not follow; without `kinds` all that they may follow are meant. */
function changesAsked({ parameters, tables, actor }: ChangesCall): ChangesAsked {
  demandAmong(parameters, PARAMETERS)
  const listed = [...tables.values()].filter(({ unlisted }) => !unlisted)
  const named = textOf(parameters, 'kinds')
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const kinds =
    named?.map((name) => {
      const table = listed.find((one) => one.name.toLowerCase() === name.toLowerCase())
      if (!table)
        throw badRequest(
          `Kind '${name.slice(0, 100)}' is not known. Known here: ${listed.map((one) => one.name).join(', ')}.`,
        )
      if (!mayFollow(actor, table)) throw forbidden('GET', table.name)
      return table
    }) ?? listed.filter((table) => mayFollow(actor, table))
  if (kinds.length === 0) throw named ? badRequest("Parameter 'kinds' names no kind.") : forbidden('GET', '_changes')
  const { limit } = pageOf(parameters)
  return { since: sinceOf(parameters), kinds, limit }
}

function sinceOf(parameters: Parameters): ChangesAsked['since'] {
  const text = textOf(parameters, 'since')
  if (text === undefined) return null
  const [, epoch, number] = CURSOR.exec(text.trim()) ?? []
  if (epoch === undefined) throw badRequest("Parameter 'since' must be a meta.cursor of an earlier answer.")
  return { epoch, to: Number(number) }
}

/** Returns the changes after the cursor. Without a cursor it returns the present one and no changes. */
async function readChanges(rows: Rows, actor: Actor, { since, kinds, limit }: ChangesAsked): Promise<ChangesAnswer> {
  const list = await readChangeList(rows)
  if (since === null) return { resource: [], meta: { cursor: cursorText(list, list.to), more: false } }
  if (since.epoch !== list.epoch || since.to < list.from || since.to > list.to) throw readAnew()
  const found = await changesAfter(
    rows,
    since.to,
    kinds.map(({ name }) => name),
    limit + 1,
  )
  const page = found.slice(0, limit)
  const more = found.length > limit
  const present = await presentRecords(rows, actor, kinds, page)
  return {
    resource: page.map(({ kind, id, at }) => ({
      kind,
      id,
      change: present.has(recordName(kind, id)) ? 'saved' : 'deleted',
      at,
    })),
    meta: { cursor: cursorText(list, more ? (page.at(-1)?.number ?? since.to) : list.to), more },
  }
}

const readAnew = (): DataApiError =>
  new DataApiError(
    410,
    'The changes since this cursor are not known any more: it is older than they are kept, or a backup was restored since. Ask for a cursor without since, and read the tables anew.',
    { words: [refusal('invalid', 'data.read-anew')] },
  )

const recordName = (kind: string, id: number): string => `${kind}:${id}`

/** Returns which of the changed records this caller can read now. All others are deleted for them. */
async function presentRecords(
  rows: Rows,
  actor: Actor,
  kinds: readonly DataTable[],
  changes: readonly ListedChange[],
): Promise<ReadonlySet<string>> {
  const present = new Set<string>()
  for (const table of kinds) {
    const ids = [...new Set(changes.filter(({ kind }) => kind === table.name).map(({ id }) => id))]
    if (ids.length === 0) continue
    const among = sql`${idColumn(table)} in (${join(ids.map((id) => sql`${id}::bigint`))})`
    const standing = table.replaced && sql`not (${table.replaced})`
    const found = await storedRows(rows, table, [table.id], sql`where ${conditionOf(table, actor, among, standing)}`)
    for (const row of found) present.add(recordName(table.name, Number(row[table.id])))
  }
  return present
}
