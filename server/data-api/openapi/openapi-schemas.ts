/** The schemas of the rows of a table, as they are read and as they are written. */
import { z } from 'zod'
import type { Field, NeededRight } from '../fields.ts'
import type { DataTable } from '../table.ts'
import { type Json, ref } from './openapi-parts.ts'

export function rowSchema(table: DataTable): Json {
  const relations = Object.entries(table.related ?? {}).map(([name, relation]) => {
    const other = ref('schemas', relation.table)
    return [
      name,
      relation.kind === 'many' ? { type: 'array', items: other, description: `Only with related=${name}.` } : other,
    ]
  })
  return {
    type: 'object',
    description: table.note,
    properties: {
      ...Object.fromEntries(
        Object.entries(table.fields).map(([name, field]) => [
          name,
          fieldSchema(field, !field.writable || name === table.id, true),
        ]),
      ),
      ...Object.fromEntries(relations),
    },
  }
}

export function writeSchema(table: DataTable): Json {
  const writable = Object.entries(table.fields).filter(([name, field]) => field.writable || name === table.id)
  const required = writable.filter(([, field]) => field.options.required).map(([name]) => name)
  return {
    type: 'object',
    description: `The id names the record to change${required.length > 0 ? `. A new record needs ${required.join(', ')}` : ''}. Computed fields are ignored. Unknown fields are ignored and named.`,
    properties: Object.fromEntries(writable.map(([name, field]) => [name, fieldSchema(field, false, false)])),
  }
}

/** Returns a zod shape as JSON Schema, without the `$schema` entry. */
function shapeSchema(shape: z.ZodType): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { unrepresentable: 'any', io: 'input' })
  return schema
}

/** Returns the schema of what a JSON field shows; empty if the definition has none. */
const shownSchema = ({ options }: Field): Json => (options.answers ? shapeSchema(options.answers) : {})

const TYPES: Readonly<Record<Field['kind'], Json>> = {
  integer: { type: ['integer', 'null'] },
  decimal: { type: ['number', 'null'] },
  text: { type: ['string', 'null'] },
  day: { type: ['string', 'null'], format: 'date' },
  moment: { type: ['string', 'null'], format: 'date-time' },
  wallClock: {
    type: ['string', 'null'],
    description: 'YYYY-MM-DD HH:mm:ss on the clock of Athens',
    examples: ['2026-11-20 10:30:00'],
  },
  boolean: { type: ['boolean', 'null'] },
  json: { description: 'A JSON value; JSON text is accepted too' },
}

const namesOf = (right: NeededRight): string[] => [right].flat().map(({ name }) => name)

function fieldSchema(field: Field, readOnly: boolean, read: boolean): Json {
  const { note, values, shape, readRight, max } = field.options
  const type = TYPES[field.kind]
  const notes = [
    note,
    type.description,
    field.kind === 'decimal' ? `At most ${field.places} decimal places` : undefined,
    readRight ? `Only with the right ${namesOf(readRight).join(' or ')}` : undefined,
  ]
  const description = notes.filter((one) => typeof one === 'string').join('. ')
  return {
    ...type,
    ...(shape && shapeSchema(shape)),
    ...(read ? shownSchema(field) : {}),
    ...(description !== '' && { description }),
    ...(values && { enum: [...values, null] }),
    ...(max !== undefined && { maxLength: max }),
    ...(readOnly && { readOnly: true }),
  }
}
