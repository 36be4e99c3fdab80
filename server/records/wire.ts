/** What the data API makes of each kind of field: its name, its field of a table, and the record that a program sends. */
import { z } from 'zod'
import { parseDecimal, toNumber } from '#kernel/money.ts'
import { type Field, type Fields, only, shapeOf } from '#kernel/records/fields.ts'
import type { AnyRecord } from '#kernel/records/record.ts'
import { visibleText } from '#kernel/text/visible-text.ts'
import * as wire from '#server/data-api/fields.ts'
import { join, raw, type Sql, sql } from '#server/db/database.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { columnOf, expressionOf, PLACES_OF, selected } from './kinds.ts'

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
    case 'wallClock':
      return wire.wallClock(column, described)
    case 'flag':
    case 'since':
      return wire.boolean(column, described)
    case 'list':
    case 'object':
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

type NameOfPrograms<K, F extends Field> = F['options'] extends { readonly wire: infer W }
  ? W extends string
    ? W
    : never
  : K

/** The fields of the data API of declared fields, by their names there. */
export type WireFieldsOf<F extends Fields> = {
  readonly [K in keyof F & string as NameOfPrograms<K, F[K]>]: wire.Field<F[K]['usual'], true>
}

/**
 * Returns the fields of the data API of a table with this alias, in the order of the declaration. The command checks the length of texts; with
 * `limited` the data API does, for an import that stores texts as they are given.
 */
export const declaredWireFields = <F extends Fields>(fields: F, alias: string, { limited = false } = {}) =>
  Object.fromEntries(
    ofPrograms(fields).map(([name, field]) => [
      wireName(name, field),
      wireField(name, field, alias, field.options.note, limited ? field.most || undefined : undefined),
    ]),
  ) as unknown as WireFieldsOf<F>

/** Returns the list of fields after `select`, each under its name at the data API. */
export const selectedForPrograms = (fields: Fields, alias: string): Sql =>
  selected(
    Object.fromEntries(
      ofPrograms(fields).map(([name, field]) => [wireName(name, field), expressionOf(alias, name, field)]),
    ),
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

/**
 * Returns what an import stores of a record of the data API, by column. Texts stay as they are given; any other value that no form could send
 * is refused.
 */
export function importedColumns(
  fields: Fields,
  sent: Readonly<Record<string, unknown>>,
  now: string,
): Readonly<Record<string, unknown>> {
  const given = patchFromWire(fields, sent)
  const checked = only(fields, ({ kind, most }) => most === 0 && kind !== 'object')
  const values: Readonly<Record<string, unknown>> = {
    ...given,
    ...parseInput(z.object(shapeOf(checked, 'typed')), given),
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = values[name] ?? field.usual
      return [columnOf(name, field), field.kind === 'since' ? (value ? now : null) : value]
    }),
  )
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
