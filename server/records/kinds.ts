/** What the database and the data API make of each kind of field: its column, its value in SQL, its filter, and its field of a table. */
import { z } from 'zod'
import { parseDecimal, PLACES, toNumber } from '#kernel/money.ts'
import type { Field, Fields } from '#kernel/records/fields.ts'
import type { AnyRecord } from '#kernel/records/record.ts'
import { visibleText } from '#kernel/text/visible-text.ts'
import * as wire from '#server/data-api/fields.ts'
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

/** Returns the list of fields after `select`, each under its own name. */
export const selected = (expressions: Readonly<Record<string, Sql>>): Sql =>
  join(Object.entries(expressions).map(([name, expression]) => sql`${expression} as ${raw(`"${name}"`)}`))

/** Returns what `insert` and `update` write. A moment since which a flag is set stays while it is set. */
function writtenValue(name: string, field: Field, value: unknown, now: string, isNew: boolean): Sql {
  if (field.kind === 'list') return sql`${JSON.stringify(value)}::jsonb`
  if (field.kind !== 'since') return sql`${value}`
  const since = isNew ? sql`${now}::timestamptz` : sql`coalesce(${raw(columnOf(name, field))}, ${now}::timestamptz)`
  return sql`case when ${value}::boolean then ${since} end`
}

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

const PLACES_OF: Readonly<Record<Field['unit'], number>> = {
  '': 0,
  _at: 0,
  _bp: PLACES.rate,
  _cents: PLACES.cents,
  _e4: PLACES.quantity,
}

/** Returns the field of the data API. `most` limits the characters of a text. */
function wireField(name: string, field: Field, alias: string, note: string | undefined, most?: number): wire.Field {
  const { choices, sent, options } = field
  const { required, readRight, plainOrder, shape = sent } = options
  const column = expressionOf(alias, name, field)
  const described = {
    ...(note !== undefined && { note }),
    ...(required && { required: true }),
    ...(readRight && { readRight }),
  }
  const text = { ...described, ...(plainOrder && { plainOrder }), ...(most !== undefined && { max: most }) }
  switch (field.kind) {
    case 'id':
    case 'count':
    case 'reference':
      return wire.integer(column, described)
    case 'name':
    case 'text':
    case 'code':
    case 'email':
      return wire.text(column, text)
    case 'choice':
      // an empty choice is a text like any other
      return wire.text(column, choices.includes('') ? text : { ...text, values: choices })
    case 'day':
      return wire.day(column, described)
    case 'moment':
      return wire.moment(column, described)
    case 'flag':
    case 'since':
      return wire.boolean(column, described)
    case 'list':
      return wire.json(column, { ...described, shape })
    case 'price':
      // programs compute prices
      return wire.decimal(column, PLACES_OF[field.unit], { ...described, rounded: true })
    case 'percent':
    case 'money':
    case 'quantity':
      return wire.decimal(column, PLACES_OF[field.unit], described)
    case 'degree':
      throw new Error(`the data API has no degrees: ${name}`)
  }
}

/** Returns the fields of which programs read and write a value of its own. */
const ofPrograms = (fields: Fields) => Object.entries(fields).filter(([, { options }]) => options.wire !== false)

/** Returns the name of a field at the data API. */
const wireName = (name: string, { options }: Field): string => options.wire || name

/** Returns the fields of the data API of a table with this alias, in the order of the declaration. */
export const declaredWireFields = (
  fields: Fields,
  alias: string,
): Readonly<Record<string, wire.Field<unknown, true>>> =>
  Object.fromEntries(
    ofPrograms(fields).map(([name, field]) => [
      wireName(name, field),
      wireField(name, field, alias, field.options.note) as wire.Field<unknown, true>,
    ]),
  )

/** Returns the names at the data API of the fields that have another one there, for its refusals. */
export const wireNames = (fields: Fields): Readonly<Record<string, string>> =>
  Object.fromEntries(ofPrograms(fields).flatMap(([name, { options }]) => (options.wire ? [[name, options.wire]] : [])))

/** Returns a record of the data API as values of the fields, for the command to check. What was not sent is left out. */
export const patchFromWire = (
  fields: Fields,
  sent: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    ofPrograms(fields).flatMap(([name, field]) => {
      const value = sent[wireName(name, field)]
      if (value === undefined || (value === null && field.options.keepsOnNull)) return []
      return [[name, value ?? field.usual]]
    }),
  )

/** Returns values as a history shows them: figures as plain decimals. */
export const readable = (fields: Fields, values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const places = PLACES_OF[fields[name]?.unit ?? '']
      return [name, typeof value === 'number' && places > 0 ? toNumber(value, places) : value]
    }),
  )

/** A figure as programs send it in a JSON value: a number, or a text with a point or a comma. Empty or null means none. */
const zWireFigure = (field: Field) =>
  z.union([z.number(), z.string().max(20), z.null()]).transform((given, context) => {
    if (given === null || given === '') return field.usual
    const scaled = parseDecimal(String(given), PLACES_OF[field.unit])
    if (scaled !== null && field.typed.safeParse(scaled).success) return scaled
    context.addIssue({ code: 'custom', message: 'number' })
    return z.NEVER
  })

/** Returns a JSON field of the data API that holds several figures of a record. */
function wireGroup(fields: Fields, names: readonly string[], note: string | undefined): wire.Field {
  const figures = names.flatMap((name) => (fields[name] ? [[name, fields[name]] as const] : []))
  const pairs = figures.map(([name, one]) => sql`${raw(`'${name}'`)}, ${expressionOf('r', name, one)}`)
  return wire.json(sql`json_build_object(${join(pairs)})`, {
    shape: z.object(Object.fromEntries(figures.map(([name, one]) => [name, zWireFigure(one).optional()]))),
    show: (stored) => {
      const values = stored as Readonly<Record<string, number>>
      return Object.fromEntries(figures.map(([name, { unit }]) => [name, toNumber(values[name] ?? 0, PLACES_OF[unit])]))
    },
    ...(note !== undefined && { note }),
  })
}

/** Returns the fields of the data API of a record `r`, in the order of its fields. `notes` are the sentences of its description. */
export function wireFields(
  { fields, together = {} }: Pick<AnyRecord, 'fields' | 'together'>,
  notes: Readonly<Record<string, string>>,
): wire.Fields {
  const groupOf = (name: string) => Object.entries(together).find(([, names]) => names.includes(name))?.[0]
  const own = Object.entries(fields).flatMap(([name, field]): [string, wire.Field][] => {
    if (field.options.wire === false) return []
    const group = groupOf(name)
    if (group === undefined)
      return [[wireName(name, field), wireField(name, field, 'r', notes[name] ?? field.options.note, field.most)]]
    const names = together[group] ?? []
    return names[0] === name ? [[group, wireGroup(fields, names, notes[group])]] : []
  })
  return {
    id: wire.integer('r.id'),
    ...Object.fromEntries(own),
    created: wire.computed(wire.moment('r.created_at')),
    updated: wire.computed(wire.moment('r.updated_at')),
  }
}

/** Returns a record of the data API as values of the fields. What was not sent is left out, and null stands for the usual value. */
export function fromWire(
  { fields, together = {} }: Pick<AnyRecord, 'fields' | 'together'>,
  sent: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const parts = Object.entries(together).map(([group, names]) =>
    sent[group] === null ? Object.fromEntries(names.map((name) => [name, null])) : sent[group],
  )
  const flat = Object.assign({}, sent, ...parts) as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = flat[wireName(name, field)]
      if (value === undefined) return []
      if (value === null) return [[name, field.usual]]
      return [[name, typeof value === 'string' ? (field.kind === 'name' ? visibleText(value) : value).trim() : value]]
    }),
  )
}
