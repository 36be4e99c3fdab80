/** The queries of the history browser. */
import type { z } from 'zod'
import { addressOf } from '#kernel/entity.ts'
import { refuse } from '#kernel/refusal.ts'
import { fold } from '#kernel/fold.ts'
import { query, SYSTEM } from '#server/command.ts'
import { join, type Rows, type Sql, sql } from '#server/db/database.ts'
import type { DeclaredEntity } from '#server/entities.ts'
import { WITH_CONTENT } from '#server/history.ts'
import { countRows, pageOf } from '#server/paging.ts'
import { patternOf } from '#server/search-text.ts'
import * as contract from '../domain/contract.ts'
import { shortChanges } from '../domain/short-changes.ts'

type Filters = z.output<typeof contract.changesInput>
type Stored = Omit<contract.Entry, 'to'>

const COLUMNS: Sql = sql`id, at, user_name as "userName", command, entity, entity_id as "entityId", changes, note`

/** Returns a function that adds the page of its record to an entry. */
function linked(entities: readonly DeclaredEntity[]): (entry: Stored) => contract.Entry {
  const byName = new Map(entities.map((entity) => [entity.name, entity]))
  return (entry) => {
    const entity = byName.get(entry.entity)
    return { ...entry, to: entity && 'page' in entity ? addressOf(entity, entry.entityId) : null }
  }
}

/**
 * Returns the condition on who made a change. People are found by their present names, so that an index finds their entries. The
 * server itself and programs with an API key have no account and are found by their names.
 */
async function byWhom(rows: Rows, name: string): Promise<Sql> {
  const key = fold(name)
  const people = await rows.many<{ id: number }>(sql`
    select id from users where fold(concat_ws(' ', username, first_name, last_name)) like ${patternOf(key)}`)
  const programs = await rows.many<{ name: string }>(sql`
    select name from api_keys where fold(name) like ${patternOf(key)}`)
  const names = programs.map((program) => program.name)
  if (fold(SYSTEM.name).includes(key)) names.push(SYSTEM.name)
  const either: Sql[] = []
  if (people.length > 0) either.push(sql`user_id = any(${people.map(({ id }) => id)}::bigint[])`)
  if (names.length > 0) either.push(sql`(user_id is null and user_name = any(${names}::text[]))`)
  return either.length === 0 ? sql`false` : sql`(${join(either, ' or ')})`
}

/**
 * Returns the condition on the number of a record, within all kinds, by which the index begins. A text that is no number finds
 * no record.
 */
const numbered = (kinds: readonly string[], text: string): Sql =>
  /^#?\d{1,15}$/.test(text)
    ? sql`(entity = any(${[...kinds]}::text[]) and entity_id = ${Number(text.replace('#', ''))}::bigint)`
    : sql`false`

async function conditions(rows: Rows, kinds: readonly string[], { search, filters }: Filters): Promise<Sql> {
  const all: Sql[] = [WITH_CONTENT]
  if (search) all.push(numbered(kinds, search))
  if (filters.entityId) all.push(numbered(kinds, filters.entityId))
  if (filters.entity) all.push(sql`entity = any(${filters.entity}::text[])`)
  if (filters.userName) all.push(await byWhom(rows, filters.userName))
  if (filters.atFrom) all.push(sql`at >= ${filters.atFrom}::date::timestamp at time zone 'Europe/Athens'`)
  if (filters.atTo) all.push(sql`at < (${filters.atTo}::date + 1)::timestamp at time zone 'Europe/Athens'`)
  return join(all, ' and ')
}

const namesOf = (entities: readonly DeclaredEntity[]): string[] => entities.map(({ name }) => name)

export const listChangesQuery = (entities: readonly DeclaredEntity[]) => {
  const withPage = linked(entities)
  const kinds = namesOf(entities)
  return query(contract.listChanges, async ({ rows }, input) => {
    const direction = input.descending === false ? sql`asc` : sql`desc`
    const found = await rows.many<Stored>(sql`
      select ${COLUMNS} from history where ${await conditions(rows, kinds, input)}
      order by at ${direction}, id ${direction} ${pageOf(input.page, contract.CHANGES_PAGE)}`)
    return {
      rows: found
        .slice(0, contract.CHANGES_PAGE)
        .map((entry) => ({ ...withPage(entry), ...shortChanges(entry.changes) })),
      more: found.length > contract.CHANGES_PAGE,
    }
  })
}

export const countChangesQuery = (entities: readonly DeclaredEntity[]) => {
  const kinds = namesOf(entities)
  return query(contract.countChanges, async ({ rows }, input) =>
    countRows(rows, sql`from history where ${await conditions(rows, kinds, input)}`),
  )
}

/** The entries of one command have the same time, which is that of its transaction, and the same author. */
export const changesOfCommandQuery = (entities: readonly DeclaredEntity[]) => {
  const withPage = linked(entities)
  return query(contract.changesOfCommand, async ({ rows }, { id }) => {
    const known = await rows.maybe(sql`select from history where id = ${id}`)
    if (!known) refuse('missing', 'history.no-entry')
    const found = await rows.many<Stored>(sql`
      select ${COLUMNS} from history
      where (at, user_name, command) = (select at, user_name, command from history where id = ${id}) and ${WITH_CONTENT}
      order by id limit ${contract.MOST_TOGETHER + 1}`)
    return { rows: found.slice(0, contract.MOST_TOGETHER).map(withPage), more: found.length > contract.MOST_TOGETHER }
  })
}
