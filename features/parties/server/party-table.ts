/** The table of a kind of party in the data API, with the earlier column names and the rules of the commands. */
import { computed, day, decimal, type Field, integer, json, moment, text } from '#server/data-api/fields.ts'
import { type DataTable, dataTable, importOf, type Relation } from '#server/data-api/table.ts'
import { sql } from '#server/db/database.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { dataRights, type Right } from '#kernel/rights.ts'
import { PLACES } from '#kernel/money.ts'
import { type PartyPatch, zPartyPatch } from '../domain/contract.ts'
import { fieldOf, PARTY_FIELD_NAMES, type PartyField } from '../domain/fields.ts'
import { type PartyKind, tableOf } from './kind.ts'
import { columnOf, insertImportedParty, insertParty, removeParty, rewriteParty } from './write-party.ts'

const ofPrograms = PARTY_FIELD_NAMES.filter((name) => fieldOf(name).api !== false)
/** Returns the name of a field at the data API. */
const apiName = (name: PartyField): string => fieldOf(name).api || name

/** Returns a field of the data API. */
function wireField(name: PartyField): Field<unknown, true> {
  const { kind, typed, shape = typed, note, plainOrder } = fieldOf(name)
  const column = `p.${columnOf(name)}`
  const options = note === undefined ? {} : { note }
  switch (kind) {
    case 'text':
    case 'choice':
      return text(column, { ...options, ...(plainOrder && { plainOrder }), ...(name === 'name' && { required: true }) })
    case 'rate':
      return decimal(column, PLACES.rate, options)
    case 'number':
    case 'reference':
      return integer(column, options)
    case 'day':
      return day(column, options)
    case 'list':
      return json(column, { ...options, shape })
  }
}

const fields = {
  id: integer('p.id'),
  ...Object.fromEntries(ofPrograms.map((name) => [apiName(name), wireField(name)])),
  merged_into: computed(
    integer('p.merged_into', { note: 'The record into which this one was merged. What referred to it moved there.' }),
  ),
  created: computed(moment('p.created_at')),
  updated: computed(moment('p.updated_at')),
}

/** Converts a record to the input of the commands. Null clears a text or a list. */
const patchOf = (record: Readonly<Record<string, unknown>>): PartyPatch =>
  parseInput(
    zPartyPatch,
    Object.fromEntries(
      ofPrograms
        .filter((name) => record[apiName(name)] !== undefined)
        .map((name) => [name, record[apiName(name)] ?? fieldOf(name).none]),
    ),
  )

type Parts = {
  readonly note: string
  readonly rights: { readonly read: Right; readonly write: Right }
  readonly related: Readonly<Record<string, Relation>>
}

/** Returns the table of a kind. Its placeholders are valid ids in other tables, but they are no rows of it (C-14). */
export const partyTable = (kind: PartyKind, { note, rights: { read, write }, related }: Parts): DataTable =>
  dataTable({
    name: kind.name,
    note,
    from: sql`(select * from ${tableOf(kind)} where not system) p`,
    id: 'id',
    fields,
    replaced: sql`p.merged_into is not null`,
    read,
    write: { create: write, update: write, delete: write },
    related,
    names: Object.fromEntries(ofPrograms.filter((name) => apiName(name) !== name).map((name) => [name, apiName(name)])),
    create: (work, record) => {
      const patch = patchOf(record)
      return insertParty(kind, work, { ...patch, name: patch.name ?? '' })
    },
    imports: importOf({
      right: dataRights.import,
      fields,
      numbering: 'parties',
      create: (work, { id, ...record }) => {
        const patch = patchOf(record)
        return insertImportedParty(kind, work, { ...patch, name: patch.name ?? '' }, { id: id ?? undefined })
      },
    }),
    update: async (work, id, record) => {
      await rewriteParty(kind, work, id, patchOf(record))
    },
    remove: (work, id) => removeParty(kind, work, id),
  })
