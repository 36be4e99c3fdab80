/** The table of a kind of party in the data API, with the earlier column names and the rules of the commands. */
import { computed, integer, moment } from '#server/data-api/fields.ts'
import { type DataTable, dataTable, importOf, type Relation } from '#server/data-api/table.ts'
import { sql } from '#server/db/database.ts'
import { declaredWireFields, patchFromWire, wireNames } from '#server/records/wire.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { dataRights, type Right } from '#kernel/rights.ts'
import { type PartyPatch, zPartyPatch } from '../domain/contract.ts'
import { PARTY_FIELDS } from '../domain/fields.ts'
import { type PartyKind, tableOf } from './kind.ts'
import { insertImportedParty, insertParty, removeParty, rewriteParty } from './write-party.ts'

const fields = {
  id: integer('p.id'),
  ...declaredWireFields(PARTY_FIELDS, 'p'),
  merged_into: computed(
    integer('p.merged_into', { note: 'The record into which this one was merged. What referred to it moved there.' }),
  ),
  created: computed(moment('p.created_at')),
  updated: computed(moment('p.updated_at')),
}

/** Converts a record to the input of the commands. Null clears a text or a list. */
const patchOf = (record: Readonly<Record<string, unknown>>): PartyPatch =>
  parseInput(zPartyPatch, patchFromWire(PARTY_FIELDS, record))

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
    names: wireNames(PARTY_FIELDS),
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
