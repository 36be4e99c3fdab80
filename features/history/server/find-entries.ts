/**
 * Finds the entries of the history browser: changes of records, and security events. Each condition is read from an index that begins
 * with what it names and goes on by time, so that the newest entries are found without reading the others.
 */
import type { z } from 'zod'
import { fold } from '#kernel/fold.ts'
import { SECURITY_EVENT_KINDS } from '#kernel/history/security-events.ts'
import { SYSTEM } from '#server/command.ts'
import { join, type Rows, type Sql, sql } from '#server/db/database.ts'
import { WITH_CONTENT } from '#server/history.ts'
import { patternOf } from '#server/search-text.ts'
import type * as contract from '../domain/contract.ts'

type Filters = Pick<z.output<typeof contract.changesInput>, 'search' | 'filters' | 'descending'>

/** With more people than this the entries are read by time, because most of them are found. */
const MOST_PEOPLE = 8
/** The most different e-mails of failed sign-ins that one filter finds. */
const MOST_EMAILS = 20

/** Who made an entry: accounts, and the names of programs, of the product and of e-mails that were tried. */
type Authors = {
  readonly ids: readonly number[]
  readonly names: readonly string[]
  readonly emails: readonly string[]
}

/**
 * Returns whom a part of a name means. People are found by their present names. Programs and the product have no account. A text with
 * an @ also means the e-mails of failed sign-ins that begin with it.
 */
async function authorsOf(rows: Rows, name: string): Promise<Authors> {
  const key = fold(name)
  const people = await rows.many<{ id: number }>(sql`
    select id from users where fold(concat_ws(' ', username, first_name, last_name)) like ${patternOf(key)} or email = ${name.toLowerCase()}`)
  const programs = await rows.many<{ name: string }>(sql`
    select distinct name from api_keys where fold(name) like ${patternOf(key)}`)
  const product = fold(SYSTEM.name).includes(key) ? [SYSTEM.name] : []
  return {
    ids: people.map(({ id }) => id),
    names: [...programs.map((program) => program.name), ...product],
    emails: name.includes('@') ? await emailsTried(rows, name.toLowerCase()) : [],
  }
}

/** Returns the e-mails of failed sign-ins that begin with a text. Each is one step in the index, however often it was tried. */
async function emailsTried(rows: Rows, beginning: string): Promise<string[]> {
  const next = (after: Sql): Sql => sql`
    select user_name as name from security_events
    where (user_id is null or kind = 'FAILED-SIGN-IN') and ${after} order by user_name collate "C" limit 1`
  const found = await rows.many<{ name: string }>(sql`
    with recursive tried as (
      (${next(sql`user_name collate "C" >= ${beginning}`)})
      union all
      select following.name from tried cross join lateral (${next(sql`user_name collate "C" > tried.name`)}) following
      where starts_with(tried.name, ${beginning})
    )
    select name from tried where starts_with(name, ${beginning}) limit ${MOST_EMAILS}`)
  return found.map(({ name }) => name)
}

/** Returns the conditions on the day of an entry, which are days in Athens. */
function within({ atFrom, atTo }: Filters['filters']): Sql[] {
  const all: Sql[] = []
  if (atFrom) all.push(sql`at >= ${atFrom}::date::timestamp at time zone 'Europe/Athens'`)
  if (atTo) all.push(sql`at < (${atTo}::date + 1)::timestamp at time zone 'Europe/Athens'`)
  return all
}

/** How the entries of one table are read: up to `most` of each place in an index, in the order of the list. */
type Reading = {
  readonly table: Sql
  /** The column that follows the author in the indexes. */
  readonly kind: Sql
  readonly kinds: readonly string[]
  readonly conditions: readonly Sql[]
  readonly order: Sql
  readonly most: number
}

const all = (conditions: readonly Sql[]): Sql => (conditions.length === 0 ? sql`true` : join(conditions, ' and '))

/** Reads the entries of each kind from its place in the index of kinds. */
const ofKinds = ({ table, kind, kinds, conditions, order, most }: Reading): Sql => sql`
  select one.id, one.at from unnest(${[...kinds]}::text[]) wanted cross join lateral (
    select id, at from ${table} where ${kind} = wanted and ${all(conditions)} order by ${order} limit ${most}) one`

/** Reads all entries by time. */
const byTime = ({ table, kind, kinds, conditions, order, most }: Reading, narrow: boolean): Sql => sql`
  (select id, at from ${table}
  where ${all([...conditions, ...(narrow ? [sql`${kind} = any(${[...kinds]}::text[])`] : [])])} order by ${order} limit ${most})`

/** Reads the entries of each author and kind from their place in the index of people or of names. */
function ofAuthors(reading: Reading, ids: readonly number[], names: readonly string[], nameless: Sql): Sql[] {
  const { table, kind, kinds, conditions, order, most } = reading
  const each = (who: Sql, is: Sql): Sql => sql`
    select one.id, one.at from ${who} author cross join unnest(${[...kinds]}::text[]) wanted cross join lateral (
      select id, at from ${table} where ${is} and ${kind} = wanted and ${all(conditions)} order by ${order} limit ${most}) one`
  return [
    ...(ids.length === 0 ? [] : [each(sql`unnest(${[...ids]}::bigint[])`, sql`user_id = author`)]),
    ...(names.length === 0
      ? []
      : [each(sql`unnest(${[...names]}::text[])`, sql`${nameless} and user_name collate "C" = author`)]),
  ]
}

/** What a list needs of the filters once the authors are known. */
type Question = {
  readonly filters: Filters['filters']
  readonly authors: Authors | null
  /** The number of a record; null if none is asked for, NaN for a text that is no number. */
  readonly number: number | null
  readonly order: Sql
  readonly most: number
}

/** Returns the readings of the changes of records. */
function changes({ filters, authors, number, order, most }: Question, everyKind: readonly string[]): Sql[] {
  if (filters.kind && !filters.kind.includes('CHANGE')) return []
  const kinds = filters.entity ?? everyKind
  const conditions = [WITH_CONTENT, ...within(filters)]
  const reading = { table: sql`history`, kind: sql`entity`, kinds, conditions, order, most }
  if (number !== null) {
    if (Number.isNaN(number)) return []
    return [
      byTime({ ...reading, conditions: [...conditions, sql`entity_id = ${number}::bigint`, ...by(authors)] }, true),
    ]
  }
  const narrow = filters.entity !== undefined
  if (authors === null) return [narrow ? ofKinds(reading) : byTime(reading, false)]
  if (authors.ids.length > MOST_PEOPLE)
    return [byTime({ ...reading, conditions: [...conditions, ...by(authors)] }, narrow)]
  return ofAuthors(reading, authors.ids, authors.names, sql`user_id is null`)
}

/** Returns the readings of sign-ins and refused commands. Only a sign-in has a record, which is the account. */
function events({ filters, authors, number, order, most }: Question): Sql[] {
  const onlyAccounts = number !== null || filters.entity !== undefined
  if (Number.isNaN(number) || (filters.entity && !filters.entity.includes('users'))) return []
  const kinds = SECURITY_EVENT_KINDS.filter(
    (kind) => (filters.kind?.includes(kind) ?? true) && !(onlyAccounts && kind === 'REFUSAL'),
  )
  if (kinds.length === 0) return []
  const conditions = [...within(filters), ...(onlyAccounts ? [sql`user_id is not null`] : [])]
  const reading = { table: sql`security_events`, kind: sql`kind`, kinds, conditions, order, most }
  if (number !== null)
    return ofAuthors({ ...reading, conditions: [...conditions, ...by(authors)] }, [number], [], sql`false`)
  if (authors === null) return [ofKinds(reading)]
  if (authors.ids.length > MOST_PEOPLE)
    return [byTime({ ...reading, conditions: [...conditions, ...by(authors)] }, true)]
  const named = sql`(user_id is null or kind = 'FAILED-SIGN-IN')`
  return ofAuthors(reading, authors.ids, [...authors.names, ...authors.emails], named)
}

/** Returns the condition on who made an entry, for readings by time. */
function by(authors: Authors | null): Sql[] {
  if (authors === null) return []
  const names = [...authors.names, ...authors.emails]
  return [
    sql`(user_id = any(${[...authors.ids]}::bigint[]) or (user_id is null and user_name = any(${names}::text[])))`,
  ]
}

const numberIn = (text: string): number => (/^#?\d{1,15}$/.test(text) ? Number(text.replace('#', '')) : Number.NaN)

/**
 * Returns a statement with the ids and times of up to `most` entries in the order of the list, and whether each is an event.
 * `everyKind` are all kinds of records.
 */
export async function entriesFound(
  rows: Rows,
  { search, filters, descending }: Filters,
  everyKind: readonly string[],
  most: number,
): Promise<Sql> {
  const numbers = [search, filters.entityId]
    .filter((text) => text !== undefined && text !== '')
    .map((text) => numberIn(text as string))
  const [number = null, other = number] = numbers
  const direction = descending === false ? sql`asc` : sql`desc`
  const question: Question = {
    filters,
    authors: filters.userName ? await authorsOf(rows, filters.userName) : null,
    number: number === other ? number : Number.NaN,
    order: sql`at ${direction}, id ${direction}`,
    most,
  }
  // an entry that is found as that of a person and as that of an e-mail counts once
  const readings = [
    ...changes(question, everyKind).map((one) => sql`select id, at, false as event from (${one}) c`),
    ...events(question).map((one) => sql`select id, at, true as event from (${one}) e`),
  ]
  if (readings.length === 0) return sql`select 0::bigint as id, now() as at, false as event where false`
  return sql`select * from (${join(readings, ' union ')}) found order by at ${direction}, event, id ${direction} limit ${most}`
}
