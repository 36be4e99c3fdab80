/** The queries of the history browser. */
import { MOST_COUNTED } from '#kernel/contract.ts'
import { addressOf } from '#kernel/entity.ts'
import { refuse } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { DeclaredEntity } from '#server/entities.ts'
import { WITH_CONTENT } from '#server/history.ts'
import * as contract from '../domain/contract.ts'
import { shortChanges } from '../domain/short-changes.ts'
import { entriesFound } from './find-entries.ts'

type Stored = Omit<contract.Entry, 'to'>
type Event = Omit<contract.EntryRow, 'to' | 'entity' | 'entityId' | 'changes' | 'otherFields' | 'note'> & {
  userId: number | null
}
/** A row of the list: an entry of the history or an event, and the other one is null. JSON would write the times in another way. */
type Row = { at: string; lastAt: string | null; entry: Stored | null; event: Event | null }

const COLUMNS: Sql = sql`id, at, user_name as "userName", command, entity, entity_id as "entityId", changes, note`
const EVENT_COLUMNS: Sql = sql`id, kind, at, last_at as "lastAt", times, user_id as "userId", user_name as "userName", what as command,
  code, details, address`

type Linked = (entity: string, id: number) => string | null

/** Returns a function that returns the page of a record, or null if its kind has none. */
function linking(entities: readonly DeclaredEntity[]): Linked {
  const byName = new Map(entities.map((entity) => [entity.name, entity]))
  return (name, id) => {
    const entity = byName.get(name)
    return entity && 'page' in entity ? addressOf(entity, id) : null
  }
}

const changeRow = (pageOf: Linked, entry: Stored): contract.EntryRow => ({
  ...entry,
  kind: 'CHANGE',
  to: pageOf(entry.entity, entry.entityId),
  ...shortChanges(entry.changes),
  code: '',
  details: {},
  times: 1,
  lastAt: null,
  address: '',
})

const eventRow = (pageOf: Linked, { userId, ...event }: Event): contract.EntryRow => {
  const account = event.kind === 'REFUSAL' ? null : userId
  return {
    ...event,
    entity: account === null ? null : 'users',
    entityId: account,
    to: account === null ? null : pageOf('users', account),
    changes: {},
    otherFields: [],
    note: null,
  }
}

const namesOf = (entities: readonly DeclaredEntity[]): string[] => entities.map(({ name }) => name)

export const listChangesQuery = (entities: readonly DeclaredEntity[]) => {
  const pageOf = linking(entities)
  const kinds = namesOf(entities)
  return query(contract.listChanges, async ({ rows }, input) => {
    const page = contract.CHANGES_PAGE
    const found = await entriesFound(rows, input, kinds, input.page * page + 1)
    const direction = input.descending === false ? sql`asc` : sql`desc`
    const shown = await rows.many<Row>(sql`
      select wanted.at, e."lastAt", to_jsonb(h) as entry, to_jsonb(e) as event from (
        select * from (${found}) found order by at ${direction}, event, id ${direction} offset ${(input.page - 1) * page}) wanted
      left join lateral (select ${COLUMNS} from history where id = wanted.id and not wanted.event) h on true
      left join lateral (select ${EVENT_COLUMNS} from security_events where id = wanted.id and wanted.event) e on true
      order by wanted.at ${direction}, wanted.event, wanted.id ${direction}`)
    return {
      rows: shown
        .slice(0, page)
        .flatMap(({ at, lastAt, entry, event }) =>
          entry ? [changeRow(pageOf, { ...entry, at })] : event ? [eventRow(pageOf, { ...event, at, lastAt })] : [],
        ),
      more: shown.length > page,
    }
  })
}

export const countChangesQuery = (entities: readonly DeclaredEntity[]) => {
  const kinds = namesOf(entities)
  return query(contract.countChanges, async ({ rows }, input) => {
    const found = await entriesFound(rows, input, kinds, MOST_COUNTED + 1)
    return rows.one<{ count: number }>(sql`select count(*)::int as count from (${found}) counted`)
  })
}

/** The entries of one command have the same time, which is that of its transaction, and the same author. */
export const changesOfCommandQuery = (entities: readonly DeclaredEntity[]) => {
  const pageOf = linking(entities)
  return query(contract.changesOfCommand, async ({ rows }, { id }) => {
    const known = await rows.maybe(sql`select from history where id = ${id}`)
    if (!known) refuse('missing', 'history.no-entry')
    const found = await rows.many<Stored>(sql`
      select ${COLUMNS} from history
      where (at, user_name, command) = (select at, user_name, command from history where id = ${id}) and ${WITH_CONTENT}
      order by id limit ${contract.MOST_TOGETHER + 1}`)
    return {
      rows: found
        .slice(0, contract.MOST_TOGETHER)
        .map((entry) => ({ ...entry, to: pageOf(entry.entity, entry.entityId) })),
      more: found.length > contract.MOST_TOGETHER,
    }
  })
}

const readEvent = (rows: Rows, id: number): Promise<Event | null> =>
  rows.maybe<Event>(sql`select ${EVENT_COLUMNS} from security_events where id = ${id}`)

export const securityEventQuery = (entities: readonly DeclaredEntity[]) => {
  const pageOf = linking(entities)
  return query(contract.securityEvent, async ({ rows }, { id }) =>
    eventRow(pageOf, (await readEvent(rows, id)) ?? refuse('missing', 'history.no-entry')),
  )
}
