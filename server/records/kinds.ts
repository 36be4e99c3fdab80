/** What the database makes of each kind of field: its column, its value in SQL and its filter. */
import { PLACES, toNumber } from '#kernel/money.ts'
import type { Field, Fields } from '#kernel/records/fields.ts'
import { join, raw, type Sql, sql } from '#server/db/database.ts'
import { contains } from '#server/search-text.ts'

/** Returns the name of a field as names of columns are written: `tax_office` for `taxOffice`. */
const underscored = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns the name of the column of a field: `first_discount_bp` for `firstDiscount`, a percentage. */
export const columnOf = (name: string, { options, unit }: Field): string =>
  options.column ?? `${underscored(name)}${unit}`

/** Returns the expression of a field in a row of the table with this alias. */
export const expressionOf = (alias: string, name: string, field: Field): Sql => {
  const column = raw(`${alias}.${columnOf(name, field)}`)
  return field.kind === 'since' ? sql`(${column} is not null)` : column
}

/** Returns the expressions of fields in a row of the table with this alias, by their names. */
export const expressionsOf = <F extends Fields>(fields: F, alias: string): { readonly [K in keyof F]: Sql } =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, expressionOf(alias, name, field)]),
  ) as unknown as { readonly [K in keyof F]: Sql }

/** Returns the list of fields after `select`, each under its own name. */
export const selected = (expressions: Readonly<Record<string, Sql>>): Sql =>
  join(Object.entries(expressions).map(([name, expression]) => sql`${expression} as ${raw(`"${name}"`)}`))

/** Returns what `insert` and `update` write. A moment since which a flag is set stays while it is set. */
function writtenValue(name: string, field: Field, value: unknown, now: string, isNew: boolean): Sql {
  if (field.kind === 'list' || field.kind === 'object') return sql`${JSON.stringify(value)}::jsonb`
  if (field.kind !== 'since') return sql`${value}`
  const since = isNew ? sql`${now}::timestamptz` : sql`coalesce(${raw(columnOf(name, field))}, ${now}::timestamptz)`
  return sql`case when ${value}::boolean then ${since} end`
}

/** Returns the columns of fields, in the table with this alias if there is one. */
export const columnsOf = (fields: Fields, alias?: string): Sql =>
  join(Object.entries(fields).map(([name, field]) => raw((alias ? `${alias}.` : '') + columnOf(name, field))))

/** Returns the list of fields after `select`, of a table without an alias. */
export const selectedColumns = (fields: Fields): Sql =>
  selected(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, raw(columnOf(name, field))])))

type Values = Readonly<Record<string, unknown>>

/** Statements of fields that are not written by their kind alone. */
export type OwnValues = Readonly<Record<string, (value: unknown) => Sql>>

/** Returns the columns and the values of a new row, for the fields that `values` contain. */
export function inserted(
  fields: Fields,
  values: Values,
  now: string,
  own: OwnValues = {},
): { readonly columns: Sql; readonly values: Sql } {
  const sent = Object.entries(fields).filter(([name]) => values[name] !== undefined)
  return {
    columns: join(sent.map(([name, field]) => raw(columnOf(name, field)))),
    values: join(
      sent.map(([name, field]) => own[name]?.(values[name]) ?? writtenValue(name, field, values[name], now, true)),
    ),
  }
}

/** Returns what follows `set`, for the fields with these names. */
export const assigned = (
  fields: Fields,
  values: Values,
  names: readonly string[],
  now: string,
  own: OwnValues = {},
): Sql[] =>
  Object.entries(fields)
    .filter(([name]) => names.includes(name))
    .map(
      ([name, field]) =>
        sql`${raw(columnOf(name, field))} = ${own[name]?.(values[name]) ?? writtenValue(name, field, values[name], now, false)}`,
    )

/** The type of a column, for rows that are read from JSON. */
const TYPE_OF: Readonly<Record<Field['kind'], string>> = {
  id: 'bigint',
  name: 'text',
  text: 'text',
  code: 'text',
  email: 'text',
  day: 'date',
  moment: 'timestamptz',
  wallClock: 'timestamp',
  percent: 'bigint',
  money: 'bigint',
  price: 'bigint',
  quantity: 'bigint',
  count: 'bigint',
  degree: 'double precision',
  flag: 'boolean',
  since: 'timestamptz',
  choice: 'text',
  reference: 'bigint',
  list: 'jsonb',
  object: 'jsonb',
}

/** Returns the columns of fields with their types, for rows that are read from JSON as `importedColumns` gives them. */
export const typedColumns = (fields: Fields): Sql =>
  raw(
    Object.entries(fields)
      .map(([name, field]) => `${columnOf(name, field)} ${TYPE_OF[field.kind]}`)
      .join(', '),
  )

const ATHENS = raw(`at time zone 'Europe/Athens'`)

/** Returns the text that a column begins with, for the filter of a number or a code. */
const beginning = (text: string): string => `${text.replace(/[\\%_]/g, '')}%`

/** Returns the condition of a filter on an expression. Of a span the value is the least, or the most. */
export function filterCondition(expression: Sql, { kind }: Field, value: unknown, least: boolean): Sql {
  switch (kind) {
    case 'id':
    case 'code':
      return sql`${expression}::text like ${beginning(String(value))}`
    case 'name':
    case 'text':
    case 'email':
      return contains(expression, String(value))
    case 'choice': {
      const [first, ...others] = [value].flat()
      // one value is compared directly, so that its index gives the order
      return others.length === 0 ? sql`${expression} = ${first}` : sql`${expression} = any(${value}::text[])`
    }
    case 'flag':
    case 'since':
      return sql`${expression} = ${value}::boolean`
    case 'wallClock':
      return least ? sql`${expression} >= ${value}::date` : sql`${expression} < ${value}::date + 1`
    case 'day':
      return least ? sql`${expression} >= ${value}::date` : sql`${expression} <= ${value}::date`
    case 'moment':
      return least
        ? sql`${expression} >= ${value}::date::timestamp ${ATHENS}`
        : sql`${expression} < (${value}::date + 1)::timestamp ${ATHENS}`
    case 'reference':
    case 'degree':
      return sql`${expression} = ${value}`
    case 'list':
    case 'object':
      return sql`${expression} @> ${JSON.stringify(value)}::jsonb`
    case 'percent':
    case 'money':
    case 'price':
    case 'quantity':
    case 'count':
      return least ? sql`${expression} >= ${value}::bigint` : sql`${expression} <= ${value}::bigint`
  }
}

/** Reports whether a list sorts the values of a field by the Greek alphabet. */
const isText = ({ kind, options }: Field): boolean =>
  options.plainOrder !== true && (kind === 'name' || kind === 'text' || kind === 'email')

export const sortExpression = (expression: Sql, field: Field): Sql =>
  isText(field) ? sql`${expression} collate "und-x-icu"` : expression

/** The decimal places of a unit. */
export const PLACES_OF: Readonly<Record<Field['unit'], number>> = {
  '': 0,
  _at: 0,
  _bp: PLACES.rate,
  _cents: PLACES.cents,
  _e4: PLACES.quantity,
}

/** Returns values as a history shows them: figures as plain decimals. */
export const readable = (fields: Fields, values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const places = PLACES_OF[fields[name]?.unit ?? '']
      return [name, typeof value === 'number' && places > 0 ? toNumber(value, places) : value]
    }),
  )
