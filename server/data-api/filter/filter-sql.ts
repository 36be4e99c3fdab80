/**
 * Turns a filter tree into SQL. Every value is a parameter with the type of its field.
 *
 * As in SQL and on the old server, a row whose field is NULL matches neither `=` nor `!=`. It also matches neither
 * NOT IN nor a negated comparison. IS NULL finds it.
 */
import { join, raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { roundDecimal } from '#kernel/money.ts'
import { badRequest } from '../answers.ts'
import type { Field } from '../fields.ts'
import type { CompareOperator, Filter, TextMatch } from './filter-grammar.ts'
import { aliased, isBoundOfUtcDay, readBoolean, readDecimal, readInteger, readTime, wrongKind } from '../values.ts'

const OPERATOR: Readonly<Record<CompareOperator, Sql>> = {
  '=': raw('='),
  '!=': raw('<>'),
  '>': raw('>'),
  '>=': raw('>='),
  '<': raw('<'),
  '<=': raw('<='),
}

/**
 * Returns the SQL condition of a filter. `field` returns the field of a name that the parser accepted, and `rows` are read
 * for fields that an index narrows.
 */
export async function filterSql(filter: Filter, field: (name: string) => Field, rows: Rows): Promise<Sql> {
  switch (filter.kind) {
    case 'and':
      return sql`(${join(await eachSql(filter.parts, field, rows), ' and ')})`
    case 'or':
      return sql`(${join(await eachSql(filter.parts, field, rows), ' or ')})`
    case 'not':
      return sql`(not ${await filterSql(filter.part, field, rows)})`
    case 'xor':
      return (await eachSql(filter.parts, field, rows)).reduce((left, right) => sql`(${left} <> ${right})`)
    case 'null':
      return nullSql(field(filter.field), filter.negated)
    case 'compare':
      return compareSql(filter.field, field(filter.field), filter.operator, filter.value)
    case 'in':
      return inSql(filter.field, field(filter.field), filter.negated, filter.values)
    case 'text':
      return matchSql(field(filter.field), filter, rows)
  }
}

/** Returns the conditions of several filters. They are built one after the other, on one connection. */
async function eachSql(parts: readonly Filter[], field: (name: string) => Field, rows: Rows): Promise<Sql[]> {
  const all: Sql[] = []
  for (const part of parts) all.push(await filterSql(part, field, rows))
  return all
}

/**
 * Returns the condition for an empty text. Empty text and null count as the same, because programs cannot see which
 * one is stored.
 */
const emptyText = ({ column }: Field): Sql => sql`(${column} is null or ${column} = '')`

function nullSql(field: Field, negated: boolean): Sql {
  if (field.kind !== 'text') return negated ? sql`(${field.column} is not null)` : sql`(${field.column} is null)`
  return negated ? sql`(not ${emptyText(field)})` : emptyText(field)
}

const isEmptyText = (field: Field, value: string): boolean => field.kind === 'text' && value === ''

function compareSql(name: string, field: Field, operator: CompareOperator, value: string): Sql {
  if (isEmptyText(field, value) && (operator === '=' || operator === '!=')) return nullSql(field, operator === '!=')
  const { left, right } = sides(name, field, value)
  return sql`(${left} ${OPERATOR[operator]} ${right})`
}

function inSql(name: string, field: Field, negated: boolean, values: readonly string[]): Sql {
  if (values.length === 0) throw badRequest(`The list of values for field '${name}' is empty.`)
  const pairs = values.filter((value) => !isEmptyText(field, value)).map((value) => sides(name, field, value))
  const some = pairs.length === values.length ? [] : [emptyText(field)]
  const any = sql`(${join([...some, ...amongSql(pairs)], ' or ')})`
  return negated ? sql`(not ${any})` : any
}

/** Returns the conditions of which any may hold; an empty list for no comparison. */
function amongSql(pairs: readonly Sides[]): Sql[] {
  const first = pairs[0]
  if (!first) return []
  const alike = pairs.every((pair) => pair.left === first.left)
  return alike
    ? [sql`${first.left} in (${join(pairs.map((pair) => pair.right))})`]
    : pairs.map(({ left, right }) => sql`${left} = ${right}`)
}

type Sides = { readonly left: Sql; readonly right: Sql }

/**
 * Returns both sides of a comparison. A whole number is a bigint, so that indexes serve. A longer one is numeric, so
 * that the comparison stays right.
 */
function sides(name: string, field: Field, value: string): Sides {
  const { column } = field
  switch (field.kind) {
    case 'integer': {
      const digits = readInteger(value)
      if (digits === null) return wrongKind(name, field)
      return {
        left: column,
        right: Number.isSafeInteger(Number(digits)) ? sql`${digits}::bigint` : sql`${digits}::numeric`,
      }
    }
    case 'decimal': {
      const plain = readDecimal(value)
      if (plain === null) return wrongNumber(name)
      // the stored price is rounded, so the value is rounded in the same way
      const rounded = field.options.rounded ? roundDecimal(plain, field.places) : null
      const scaled = rounded === null ? shift(plain, field.places) : String(rounded)
      return { left: column, right: /^-?\d{1,15}$/.test(scaled) ? sql`${scaled}::bigint` : sql`${scaled}::numeric` }
    }
    case 'boolean': {
      const truth = readBoolean(value)
      return truth === undefined ? wrongKind(name, field) : { left: column, right: sql`${String(truth)}::boolean` }
    }
    case 'text': {
      const wanted = aliased(field, value)
      const { foldedValue } = field.options
      return field.options.ignoresCase
        ? { left: foldedOf(field), right: foldedValue ? foldedValue(sql`${wanted}::text`) : sql`fold(${wanted}::text)` }
        : { left: column, right: sql`${wanted}::text` }
    }
    case 'json':
      return { left: comparedText(field), right: sql`${value}::text` }
    default:
      return timeSides(name, field, value)
  }
}

/**
 * Compares a time. A day or local time with a zone is converted to Athens. The bounds of a UTC day are taken as
 * written (T00:00:00Z, T23:59:59.999Z), because programs build them by hand for whole days.
 */
function timeSides(name: string, field: Field, value: string): Sides {
  const written = readTime(value)
  if (!written) return wrongKind(name, field)
  const { column, kind } = field
  if (kind === 'day' && written.time === null) return { left: column, right: sql`${written.day}::date` }
  const clock = `${written.day} ${written.time ?? '00:00:00'}`
  if (kind !== 'moment' && written.zone !== null && !isBoundOfUtcDay(written)) {
    const inAthens = sql`(${clock + written.zone}::timestamptz at time zone 'Europe/Athens')`
    return { left: column, right: kind === 'day' ? sql`${inAthens}::date` : inAthens }
  }
  if (kind === 'day') return { left: sql`(${column})::timestamp`, right: sql`${clock}::timestamp` }
  if (kind === 'wallClock') return { left: column, right: sql`${clock}::timestamp` }
  if (written.zone === null) return { left: column, right: sql`(${clock}::timestamp at time zone 'Europe/Athens')` }
  return { left: column, right: sql`${clock + written.zone}::timestamptz` }
}

function wrongNumber(name: string): never {
  throw badRequest(`Field '${name}' must be a valid number.`)
}

/** Returns a plain decimal times 10^places, as text. */
function shift(plain: string, places: number): string {
  const [whole = '0', fraction = ''] = plain.split('.')
  const digits = fraction.padEnd(places, '0')
  const rest = digits.slice(places)
  const shifted = (whole + digits.slice(0, places)).replace(/^(-?)0+(?=\d)/, '$1')
  return rest === '' ? shifted : `${shifted}.${rest}`
}

/** Returns the value of a field as text, as the API shows it. */
export function textForm(field: Field): Sql {
  const { column } = field
  switch (field.kind) {
    case 'text':
      return column
    case 'decimal':
      return sql`trim_scale((${column})::numeric / ${raw(`1${'0'.repeat(field.places)}`)}::numeric)::text`
    case 'day':
      return sql`to_char(${column}, 'YYYY-MM-DD')`
    case 'wallClock':
      return sql`to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`
    case 'moment':
      return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    default:
      return sql`(${column})::text`
  }
}

/** Returns the text with which a filter compares: of a JSON value that is a text, this text without its quotes. */
const comparedText = (field: Field): Sql => (field.kind === 'json' ? sql`(${field.column} #>> '{}')` : textForm(field))

function foldedOf(field: Field): Sql {
  const { folded } = field.options
  if (folded === undefined) return sql`fold(${comparedText(field)})`
  return typeof folded === 'string' ? raw(folded) : folded
}

async function matchSql(
  field: Field,
  { match, negated, value }: Extract<Filter, { kind: 'text' }>,
  rows: Rows,
): Promise<Sql> {
  if (match === 'like') {
    const condition = sql`(fold(${comparedText(field)}) like fold(${likePattern(value)}::text))`
    return negated ? sql`(not ${condition})` : condition
  }
  const condition = foldedMatch(field, match, value)
  if (negated) return sql`(not ${condition})`
  const { searched } = field.options
  return searched === undefined ? condition : sql`(${join([...(await searched(rows, value)), condition], ' and ')})`
}

function foldedMatch(field: Field, match: Exclude<TextMatch, 'like'>, value: string): Sql {
  const before = match === 'starts' ? '' : '%'
  const after = match === 'ends' ? '' : '%'
  const literal = value.replace(/[\\%_]/g, '\\$&')
  return sql`(${foldedOf(field)} like (${before}::text || fold(${literal}::text) || ${after}::text))`
}

/**
 * Returns the pattern for LIKE. A backslash makes the next wildcard a plain character. A backslash at the very end is
 * doubled, so that it is a plain one.
 */
function likePattern(value: string): string {
  let trailing = 0
  while (value[value.length - 1 - trailing] === '\\') trailing += 1
  return trailing % 2 === 1 ? `${value}\\` : value
}
