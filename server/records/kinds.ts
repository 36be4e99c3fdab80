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
export const underscored = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

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
export function writtenValue(name: string, field: Field, value: unknown, now: string, isNew: boolean): Sql {
  if (field.kind !== 'since') return sql`${value}`
  const since = isNew ? sql`${now}::timestamptz` : sql`coalesce(${raw(columnOf(name, field))}, ${now}::timestamptz)`
  return sql`case when ${value}::boolean then ${since} end`
}

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
    case 'percent':
    case 'money':
    case 'quantity':
    case 'count':
      return least ? sql`${expression} >= ${value}::bigint` : sql`${expression} <= ${value}::bigint`
  }
}

/** Reports whether the values of a field are texts, which are sorted by the Greek alphabet. */
const isText = ({ kind }: Field): boolean => kind === 'name' || kind === 'text' || kind === 'email'

export const sortExpression = (expression: Sql, field: Field): Sql =>
  isText(field) ? sql`${expression} collate "und-x-icu"` : expression

const PLACES_OF: Readonly<Record<Field['unit'], number>> = {
  '': 0,
  _at: 0,
  _bp: PLACES.rate,
  _cents: PLACES.cents,
  _e4: PLACES.quantity,
}

/** Returns the field of the data API. */
function wireField(name: string, field: Field, alias: string, note: string | undefined): wire.Field {
  const column = expressionOf(alias, name, field)
  const options = { ...(note !== undefined && { note }), ...(field.options.required && { required: true }) }
  switch (field.kind) {
    case 'id':
    case 'count':
      return wire.integer(column, options)
    case 'name':
    case 'text':
    case 'code':
    case 'email':
      return wire.text(column, { ...options, max: field.most })
    case 'choice':
      return wire.text(column, { ...options, values: field.choices })
    case 'day':
      return wire.day(column, options)
    case 'moment':
      return wire.moment(column, options)
    case 'flag':
    case 'since':
      return wire.boolean(column, options)
    case 'percent':
    case 'money':
    case 'quantity':
      return wire.decimal(column, PLACES_OF[field.unit], options)
  }
}

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
    if (group === undefined) return [[name, wireField(name, field, 'r', notes[name])]]
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
      const value = flat[name]
      if (value === undefined) return []
      if (value === null) return [[name, field.usual]]
      return [[name, typeof value === 'string' ? (field.kind === 'name' ? visibleText(value) : value).trim() : value]]
    }),
  )
}
