/** Imports customers and providers by the rules of their forms. */
import { type PartyKind, tableOf } from '#features/parties/server/kind.ts'
import { IS_LISTED } from '#features/parties/server/listed.ts'
import {
  insertImportedParty,
  readAnyParty,
  readParty,
  removeParty,
  rewriteParty,
  takeValues,
} from '#features/parties/server/write-party.ts'
import { type PartyPatch, zPartyPatch } from '#features/parties/domain/contract.ts'
import { fold } from '#kernel/fold.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { demandUnchanged, patchBefore } from './common.ts'
import { byKey, type ImportTarget, type Item } from './target.ts'

/** Returns the id of the only salesperson with this name. */
async function salespersonNamed(rows: Rows, name: string): Promise<number> {
  const found = await rows.many<{ id: number }>(sql`
    select id from salespersons
    where fold(name || ' ' || surname) = fold(${name}) or fold(surname || ' ' || name) = fold(${name}) or fold(surname) = fold(${name})
    order by id limit 2`)
  const [only, second] = found
  return only && !second ? only.id : refuse('refused', 'import.no-salesperson', { name })
}

async function patchOf({ tx }: Work, item: Item): Promise<PartyPatch & { id?: number }> {
  const { id, salespersonId, ...plain } = { ...item.values[0] }
  const person = typeof salespersonId === 'string' ? await salespersonNamed(tx, salespersonId) : salespersonId
  const patch = parseInput(zPartyPatch, {
    ...plain,
    ...(person === undefined || person === 0 ? {} : { salespersonId: person }),
  })
  return { ...patch, ...(typeof id === 'number' ? { id } : {}) }
}

/** Adds the fields that the company names itself to those that the party has; a field of the same name gets the new value. */
function withOwnFields(patch: PartyPatch, item: Item, before: PartyPatch['customFields'] = []): PartyPatch {
  if (item.own.length === 0) return patch
  const fields = [...(patch.customFields ?? before)]
  for (const { name, value } of item.own) {
    const at = fields.findIndex((one) => fold(one.name) === fold(name))
    if (at < 0) fields.push({ name, value })
    else fields[at] = { ...fields[at], name, value }
  }
  return { ...patch, customFields: fields }
}

export const partyTarget = (kind: PartyKind): ImportTarget => ({
  numbering: 'parties',
  find: async (rows, key, values) => {
    const column = key === 'id' ? sql`id::text` : key === 'vat' ? sql`plain_vat(vat)` : sql`fold(name)`
    // by the column itself, so that an index finds the few ids
    const matches =
      key === 'id'
        ? sql`id = any(${values.filter((value) => /^\d+$/.test(value)).map(Number)}::bigint[])`
        : sql`${column} = any(${[...values]}::text[])`
    return byKey(
      await rows.many(sql`
        select ${column} as key, id from ${tableOf(kind)}
        where ${matches} and ${IS_LISTED} order by id`),
    )
  },
  write: async (work, item, stored) => {
    const { id, ...sent } = await patchOf(work, item)
    if (stored === null) {
      if (sent.name === undefined) refuse('invalid', 'import.name-missing')
      const party = withOwnFields(sent, item)
      const { asWritten } = item
      const newId = await insertImportedParty(kind, work, { ...party, name: sent.name }, { id, asWritten })
      return { id: newId, outcome: 'new', before: null, version: 1 }
    }
    const before = await readParty(kind, work.tx, stored, true)
    const patch = withOwnFields(sent, item, before.customFields)
    const version = await rewriteParty(kind, work, stored, patch, { asWritten: item.asWritten })
    if (version === before.version) return { id: stored, outcome: 'same', before: null, version }
    const { lat, lon } = before
    return { id: stored, outcome: 'changed', before: { ...patchBefore(before, patch), lat, lon }, version }
  },
  undo: async (work, { id, name, outcome, before, version }) => {
    const now = await readAnyParty(kind, work.tx, id, true)
    demandUnchanged(name, now.version, version)
    if (outcome === 'new') return removeParty(kind, work, id)
    await takeValues(kind, work, now, before as PartyPatch)
  },
})
