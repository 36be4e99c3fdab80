import { nameOfSalesperson, requireSalesperson } from '#features/salespersons/server/name-of-salesperson.ts'
import { changes, type FieldChanges } from '#kernel/changes.ts'
import { sentNames } from '#kernel/records/fields.ts'
import { refusal, refuse, stopOn } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { empty, join, type Rows, type Sql, sql } from '#server/db/database.ts'
import { deleteUnused } from '#server/db/references.ts'
import { demandFreeNumber } from '#server/data-api/imported.ts'
import { refuseStale } from '#server/history.ts'
import { assigned, inserted, readable, selectedColumns } from '#server/records/kinds.ts'
import type { Party, PartyPatch } from '../domain/contract.ts'
import { PARTY_FIELDS, type PartyField } from '../domain/fields.ts'
import { whyNotParty, whyNotPlace, withPlace } from '../domain/party.ts'
import { hasWrongVat, whyNotVatDigit } from '../domain/vat-digit.ts'
import { plainVat } from '#kernel/vat-number.ts'
import { PARTY_KINDS, partyColumn, type PartyKind, tableOf } from './kind.ts'
import { IS_LISTED } from './listed.ts'

const partyColumns: Sql = sql`id, version, created_at as "createdAt", updated_at as "updatedAt", ${selectedColumns(PARTY_FIELDS)}`

/**
 * Returns one party with every field, locked until the commit if `lock` is true. Placeholders of external programs are not
 * found. A party that was merged into another one is refused with the name of that one.
 */
export async function readParty(kind: PartyKind, rows: Rows, id: number, lock = false): Promise<Party> {
  const { mergedInto, ...party } = await readAnyParty(kind, rows, id, lock)
  if (mergedInto !== null) await refuseMerged(kind, rows, party, mergedInto)
  return party
}

/** Returns one party, also one that was merged into another. */
export async function readAnyParty(
  kind: PartyKind,
  rows: Rows,
  id: number,
  lock = false,
): Promise<Party & { mergedInto: number | null }> {
  const party = await rows.maybe<Party & { mergedInto: number | null }>(sql`
    select ${partyColumns}, merged_into as "mergedInto" from ${tableOf(kind)}
    where id = ${id} and not system ${lock ? sql`for update` : empty}`)
  return party ?? refuse('missing', `${kind.name}.missing`, { [kind.idName]: id })
}

async function refuseMerged(kind: PartyKind, rows: Rows, { id, name }: Party, keptId: number): Promise<never> {
  const kept = await rows.one<{ name: string }>(sql`select name from ${tableOf(kind)} where id = ${keptId}`)
  return refuse('refused', `${kind.name}.merged`, { [kind.idName]: id, name, keptId, keptName: kept.name })
}

/** Returns the changes for the history, with the salesperson's name instead of the id. */
async function named(rows: Rows, { salespersonId, ...changes }: FieldChanges): Promise<FieldChanges> {
  if (!salespersonId) return changes
  // An id from an earlier system may belong to no salesperson.
  const name = async (id: unknown) =>
    typeof id === 'number' ? ((await nameOfSalesperson(rows, id)) ?? `#${id}`) : null
  return { ...changes, salesperson: [await name(salespersonId[0]), await name(salespersonId[1])] }
}

/**
 * Stores a new party. `keptId` is the free number that an import keeps; without it the party gets the next one. `asWritten` confirms a VAT number
 * with a wrong check digit.
 */
export async function insertParty(
  kind: PartyKind,
  work: Work,
  party: PartyPatch & { name: string },
  { keptId, asWritten = false }: { readonly keptId?: number | undefined; readonly asWritten?: boolean } = {},
): Promise<number> {
  stopOn(whyNotParty(party) ?? whyNotVatDigit(party, asWritten))
  stopOn(whyNotPlace(party))
  if (party.salespersonId != null) await requireSalesperson(work.tx, party.salespersonId)
  const { columns, values } = inserted(PARTY_FIELDS, party, work.now)
  const { id } = await work.tx.one<{ id: number }>(sql`
    insert into ${tableOf(kind)} (${keptId === undefined ? empty : sql`id, `}${columns}, created_at, updated_at)
    values (${keptId === undefined ? empty : sql`${keptId}, `}${values}, ${work.now}, ${work.now})
    returning id`)
  work.record({ entity: kind.name, id, changes: await named(work.tx, changes({}, readable(PARTY_FIELDS, party))) })
  return id
}

/**
 * Stores a party of an earlier system as it is, under its number if `id` names one that is free. A VAT number with a wrong check digit stays,
 * and the page of the party shows it (C-100).
 */
export async function insertImportedParty(
  kind: PartyKind,
  work: Work,
  party: PartyPatch & { name: string },
  { id, asWritten = true }: { readonly id: number | undefined; readonly asWritten?: boolean },
): Promise<number> {
  // customers and providers share their numbers, because a payment names either by the number
  for (const name of PARTY_KINDS) if (id !== undefined) await demandFreeNumber(work, tableOf({ name }), id)
  return insertParty(kind, work, party, { keptId: id, asWritten })
}

/**
 * Changes the given fields of a party. With a `version` older than the stored one, refuses with a conflict that names the
 * other person. `asWritten` confirms a VAT number with a wrong check digit. Returns the new version.
 */
export async function rewriteParty(
  kind: PartyKind,
  work: Work,
  id: number,
  sent: PartyPatch,
  { version, asWritten = false }: { readonly version?: number; readonly asWritten?: boolean } = {},
): Promise<number> {
  const before = await readParty(kind, work.tx, id, true)
  if (version !== undefined && version !== before.version) await refuseStale(work.tx, kind.name, id, before.version)
  const patch = withPlace(before, sent)
  stopOn(whyNotPlace({ ...before, ...patch }))
  const changed = changes(readable(PARTY_FIELDS, before), readable(PARTY_FIELDS, patch))
  const fields = sentNames(PARTY_FIELDS, patch).filter((field) => Object.hasOwn(changed, field))
  if (fields.length === 0) return before.version
  // Values that a party already has may stay, even if the rules would refuse them today.
  stopOn(whyNotParty(Object.fromEntries(fields.map((field) => [field, patch[field]]))))
  if (fields.includes('vat')) stopOn(whyNotVatDigit({ ...before, ...patch }, asWritten))
  if (patch.salespersonId != null && patch.salespersonId !== before.salespersonId)
    await requireSalesperson(work.tx, patch.salespersonId)
  await storeFields(kind, work, id, patch, fields)
  work.record({ entity: kind.name, id, changes: await named(work.tx, changed) })
  return before.version + 1
}

const storeFields = (kind: PartyKind, work: Work, id: number, patch: PartyPatch, fields: readonly PartyField[]) =>
  work.tx.run(sql`
    update ${tableOf(kind)}
    set ${join(assigned(PARTY_FIELDS, patch, fields, work.now))},
      updated_at = ${work.now}, version = version + 1
    where id = ${id}`)

/**
 * Writes values that another party had, or that this one had before. They may stay as they are, even if the rules would
 * refuse them today.
 */
export async function takeValues(kind: PartyKind, work: Work, before: Party, patch: PartyPatch): Promise<void> {
  const fields = sentNames(PARTY_FIELDS, patch)
  if (fields.length === 0) return
  await storeFields(kind, work, before.id, patch, fields)
  const changed = changes(readable(PARTY_FIELDS, before), readable(PARTY_FIELDS, patch))
  work.record({ entity: kind.name, id: before.id, changes: await named(work.tx, changed) })
}

/** Deletes a party that nothing refers to. Refuses any other. */
export async function removeParty(kind: PartyKind, work: Work, id: number): Promise<void> {
  const { tx } = work
  const { name } = await readParty(kind, tx, id, true)
  const inUse = refusal('refused', `${kind.name}.in-use`, { name })
  const named = await tx.maybe(sql`
    select where exists (select from notes where entity = ${kind.name} and entity_id = ${id})
      or exists (select from mails where entity = ${kind.name} and entity_id = ${id})`)
  if (named) stopOn(inUse)
  // an opening balance of zero says nothing
  await tx.run(sql`delete from opening_balances where ${partyColumn(kind)} = ${id} and amount_cents = 0`)
  await deleteUnused(tx, sql`delete from ${tableOf(kind)} where id = ${id}`, inUse)
  work.record({ entity: kind.name, id, changes: changes({ name }, { name: null }) })
}

/** Returns the first parties with this VAT number in any spelling, except the given one. */
export async function partiesOfVat(
  kind: PartyKind,
  rows: Rows,
  vat: string,
  exceptId: number | null,
): Promise<{ id: number; name: string }[]> {
  if (plainVat(vat) === '') return []
  return rows.many<{ id: number; name: string }>(sql`
    select id, name from ${tableOf(kind)}
    where plain_vat(vat) = plain_vat(${vat}) and ${IS_LISTED} ${exceptId === null ? empty : sql`and id <> ${exceptId}`}
    order by id limit 10`)
}

/** Returns what is doubtful about the stored VAT number of a party. */
export async function vatDoubts(
  kind: PartyKind,
  rows: Rows,
  id: number,
): Promise<{ vatWarning: boolean; sameVat: { id: number; name: string }[] }> {
  const party = await readParty(kind, rows, id)
  return { vatWarning: hasWrongVat(party), sameVat: await partiesOfVat(kind, rows, party.vat, id) }
}
