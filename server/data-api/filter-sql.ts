/**
 * A filter tree as SQL. Every value is a parameter, typed by its field.
 *
 * As in SQL, and as the old server answered: a row whose field is NULL matches neither `=` nor `!=`, nor
 * NOT IN, nor NOT of a comparison; IS NULL finds it.
 */
import { join, raw, type Sql, sql } from '#server/db/database.ts'
import { badRequest } from './answers.ts'
import type { Field } from './fields.ts'
import type { CompareOperator, Filter, TextMatch } from './filter-grammar.ts'
import { aliased, readBoolean, readDecimal, readInteger, readTime, wrongKind } from './values.ts'

const OPERATOR: Readonly<Record<CompareOperator, Sql>> = {
  '=': raw('='),
  '!=': raw('<>'),
  '>': raw('>'),
  '>=': raw('>='),
  '<': raw('<'),
  '<=': raw('<='),
}

/** The condition a filter stands for. `field` answers the fields that the filter was parsed with. */
export function filterSql(filter: Filter, field: (name: string) => Field): Sql {
  switch (filter.kind) {
    case 'and':
      return sql`(${join(
        filter.parts.map((part) => filterSql(part, field)),
        ' and ',
      )})`
    case 'or':
      return sql`(${join(
        filter.parts.map((part) => filterSql(part, field)),
        ' or ',
      )})`
    case 'not':
      return sql`(not ${filterSql(filter.part, field)})`
    case 'null':
      return filter.negated
        ? sql`(${field(filter.field).column} is not null)`
        : sql`(${field(filter.field).column} is null)`
    case 'compare':
      return compareSql(filter.field, field(filter.field), filter.operator, filter.value)
    case 'in':
      return inSql(filter.field, field(filter.field), filter.negated, filter.values)
    case 'text':
      return matchSql(field(filter.field), filter.match, filter.negated, filter.value)
  }
}

function compareSql(name: string, field: Field, operator: CompareOperator, value: string): Sql {
  const { left, right } = sides(name, field, value)
  return sql`(${left} ${OPERATOR[operator]} ${right})`
}

function inSql(name: string, field: Field, negated: boolean, values: readonly string[]): Sql {
  const pairs = values.map((value) => sides(name, field, value))
  const first = pairs[0]
  if (!first) throw badRequest(`The list of values for field '${name}' is empty.`)
  const alike = pairs.every((pair) => pair.left === first.left)
  const any = alike
    ? sql`(${first.left} in (${join(pairs.map((pair) => pair.right))}))`
    : sql`(${join(
        pairs.map(({ left, right }) => sql`${left} = ${right}`),
        ' or ',
      )})`
  return negated ? sql`(not ${any})` : any
}

type Sides = { readonly left: Sql; readonly right: Sql }

/** Both sides of a comparison. A whole number goes out as bigint, so that indexes serve; a longer one as numeric, so that it stays right. */
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
      const scaled = shift(plain, field.places)
      return { left: column, right: /^-?\d{1,15}$/.test(scaled) ? sql`${scaled}::bigint` : sql`${scaled}::numeric` }
    }
    case 'boolean': {
      const truth = readBoolean(value)
      return truth === undefined ? wrongKind(name, field) : { left: column, right: sql`${String(truth)}::boolean` }
    }
    case 'text': {
      const wanted = aliased(field, value)
      return field.options.loose
        ? { left: foldedOf(field), right: sql`fold(${wanted}::text)` }
        : { left: column, right: sql`${wanted}::text` }
    }
    case 'json':
      return { left: textForm(field), right: sql`${value}::text` }
    default:
      return timeSides(name, field, value)
  }
}

/**
 * Days and wall clocks take a written time as it stands, whatever zone is written behind it, as the old server
 * did: old programs send `toISOString()` of what they mean as a date. Only moments are points on the time line.
 */
function timeSides(name: string, field: Field, value: string): Sides {
  const written = readTime(value)
  if (!written) return wrongKind(name, field)
  const { column, kind } = field
  if (kind === 'day' && written.time === null) return { left: column, right: sql`${written.day}::date` }
  const clock = `${written.day} ${written.time ?? '00:00:00'}`
  if (kind === 'day') return { left: sql`(${column})::timestamp`, right: sql`${clock}::timestamp` }
  if (kind === 'wallClock') return { left: column, right: sql`${clock}::timestamp` }
  if (written.zone === null) return { left: column, right: sql`(${clock}::timestamp at time zone 'Europe/Athens')` }
  return { left: column, right: sql`${clock + written.zone}::timestamptz` }
}

function wrongNumber(name: string): never {
  throw badRequest(`Field '${name}' must be a valid number.`)
}

/** A plain decimal times 10^places, as text. */
function shift(plain: string, places: number): string {
  const [whole = '0', fraction = ''] = plain.split('.')
  const digits = fraction.padEnd(places, '0')
  const rest = digits.slice(places)
  const shifted = (whole + digits.slice(0, places)).replace(/^(-?)0+(?=\d)/, '$1')
  return rest === '' ? shifted : `${shifted}.${rest}`
}

/** The text a field shows, for LIKE and CONTAINS. */
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

function foldedOf(field: Field): Sql {
  const { folded } = field.options
  if (folded === undefined) return sql`fold(${textForm(field)})`
  return typeof folded === 'string' ? raw(folded) : folded
}

function matchSql(field: Field, match: TextMatch, negated: boolean, value: string): Sql {
  const condition =
    match === 'like' ? sql`(${textForm(field)} like ${likePattern(value)}::text)` : foldedMatch(field, match, value)
  return negated ? sql`(not ${condition})` : condition
}

function foldedMatch(field: Field, match: Exclude<TextMatch, 'like'>, value: string): Sql {
  const before = match === 'starts' ? '' : '%'
  const after = match === 'ends' ? '' : '%'
  const literal = value.replace(/[\\%_]/g, '\\$&')
  return sql`(${foldedOf(field)} like (${before}::text || fold(${literal}::text) || ${after}::text))`
}

/** A backslash makes the next wildcard a plain character; one at the very end stands for itself. */
function likePattern(value: string): string {
  let trailing = 0
  while (value[value.length - 1 - trailing] === '\\') trailing += 1
  return trailing % 2 === 1 ? `${value}\\` : value
}
