/** How two parties of a kind are merged. The merged one stays as a row with `merged_into`. */
import type { Right } from '#kernel/rights.ts'
import { refuse } from '#kernel/refusal.ts'
import { sql } from '#server/db/database.ts'
import type { Mergeable, MergeRecord, Reference } from '#server/merging/merging.ts'
import type { Party, PartyPatch } from '../domain/contract.ts'
import { fieldOf, isPartyField } from '../domain/fields.ts'
import { differencesOf, mergeChanges, mergeDoubts, type MergeValues } from '../domain/merging.ts'
import { type PartyKind, tableOf } from './kind.ts'
import { readAnyParty, readParty, takeValues } from './write-party.ts'

const recordOf = ({ id, name, version, createdAt: _, updatedAt: __, ...rest }: Party): MergeRecord => ({
  id,
  name,
  version,
  values: { name, ...rest },
})

const valuesOf = ({ values }: MergeRecord): MergeValues => values as MergeValues

/** Changes name a text without a value, and a list without items, as null. */
const patchOf = (values: MergeRecord['values']): PartyPatch =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, value ?? (isPartyField(field) ? fieldOf(field).usual : '')]),
  )

/** Returns how two parties of a kind are merged. `figures` are those that the preview shows. */
export const mergeableParties = (kind: PartyKind, read: Right, figures: Mergeable['figures']): Mergeable => ({
  entity: kind.name,
  read,
  record: async (rows, id, lock = false) => recordOf(await readParty(kind, rows, id, lock)),
  mergedRecord: async (rows, id) => {
    const { mergedInto, ...party } = await readAnyParty(kind, rows, id, true)
    return mergedInto === null ? refuse('refused', `${kind.name}.not-merged`, { name: party.name }) : recordOf(party)
  },
  differences: (kept, merged) => differencesOf(valuesOf(kept), valuesOf(merged)),
  changesOf: (kept, merged, take) => mergeChanges(valuesOf(kept), valuesOf(merged), take),
  doubts: (kept, merged) => mergeDoubts(kind.name, valuesOf(kept), valuesOf(merged)),
  change: async (work, id, values) => takeValues(kind, work, await readParty(kind, work.tx, id), patchOf(values)),
  mark: async (work, id, into) => {
    await work.tx.run(sql`
      update ${tableOf(kind)} set merged_into = ${into}::bigint,
        merged_at = case when ${into}::bigint is null then null else ${work.now}::timestamptz end,
        updated_at = ${work.now}, version = version + 1
      where id = ${id}`)
  },
  figures,
})

/** The parties that were merged into a party of their kind earlier. They lead to the new one as well. `name` is that of the reference. */
export const earlierMerged = ({ name: kind }: PartyKind, name: string): Reference => ({
  to: kind,
  name,
  table: kind,
  column: 'merged_into',
})
