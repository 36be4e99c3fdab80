/** What imports of records of an earlier system have in common: how given values are read, and how a record is recognised (C-76). */
import { createHash } from 'node:crypto'
import { whyNotImportedId } from '#kernel/import/imported-id.ts'
import { type Refusal, refuse, stopOn } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { HIGHEST_NUMBER } from '#server/import-numbers.ts'
import { zWireDecimal } from './values.ts'

const notBelowZero = [(value: number) => value >= 0, { message: 'below zero' }] as const

/** Reads given values. Earlier VAT rates and sums that do not add up are accepted, but no negative amounts. */
export const zImported = {
  cents: zWireDecimal(2, { rounded: true }).refine(...notBelowZero),
  /** An amount that may be below zero, such as a rounding. */
  signedCents: zWireDecimal(2, { rounded: true }),
  price: zWireDecimal(4, { rounded: true }).refine(...notBelowZero),
  quantity: zWireDecimal(4, { rounded: true }).refine((value) => value > 0, { message: 'quantity' }),
  percent: zWireDecimal(2, { rounded: true })
    .refine(...notBelowZero)
    .refine((value) => value <= 100_00, { message: 'above 100' }),
}

/** Refuses a number that is too high, or that a record of the table has, perhaps one that no list shows, such as a placeholder (C-14). */
export async function demandFreeNumber({ tx }: Work, table: Sql, number: number): Promise<void> {
  if (number > HIGHEST_NUMBER) refuse('refused', 'import.number-too-high', { number, most: HIGHEST_NUMBER })
  if (await tx.maybe(sql`select id from ${table} where id = ${number}`))
    refuse('refused', 'import.number-taken', { number })
}

/** Reports whether a record names an id. */
export const isGiven = (id: number | null | undefined): id is number => id != null

/** Returns a hash of a record that does not depend on the order of its fields. */
export function recordHash(record: object): string {
  const sorted = (_key: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value
  return createHash('sha256').update(JSON.stringify(record, sorted)).digest('hex')
}

/** What is stored under the id of a record. `hash` is that of its import; null if it was not imported. */
type StoredUnderId = { readonly hash: string | null }
type WithId = { readonly id?: number | null }

/**
 * Returns what `describe` makes of a record and its hash, or null if exactly this record was imported before. Refuses an id that no import
 * may have, and with `idTaken` one of another record, stored or in `taken`, so a record never replaces another one. Adds the id to `taken`.
 */
export function unlessImported<Made>(
  record: WithId,
  stored: ReadonlyMap<number, StoredUnderId>,
  {
    taken,
    idTaken,
    describe,
  }: {
    readonly taken: Set<number>
    readonly idTaken: (id: number) => Refusal
    readonly describe: (hash: string) => Made
  },
): Made | null {
  const hash = recordHash(record)
  const { id } = record
  const before = isGiven(id) ? stored.get(id) : undefined
  if (before?.hash === hash) return null
  const made = describe(hash)
  if (isGiven(id)) {
    stopOn(whyNotImportedId(id) ?? (before || taken.has(id) ? idTaken(id) : null))
    taken.add(id)
  }
  return made
}

/**
 * Writes records in a few statements, and returns the id of each and whether it is new. `toWrite` returns null for a record that is
 * stored already. The first record that it refuses refuses all of them.
 */
export async function importTogether<Given extends WithId, Made extends object>(
  records: readonly Given[],
  {
    toWrite,
    nextId,
    insert,
  }: {
    readonly toWrite: (record: Given) => Made | null
    readonly nextId: () => Promise<number>
    readonly insert: (made: readonly (Made & { readonly id: number })[]) => Promise<void>
  },
): Promise<readonly { readonly id: number; readonly isNew: boolean }[]> {
  const results: { id: number; isNew: boolean }[] = []
  const written: (Made & { readonly id: number })[] = []
  for (const record of records) {
    const made = toWrite(record)
    const id = record.id ?? (await nextId())
    if (made !== null) written.push({ ...made, id })
    results.push({ id, isNew: made !== null })
  }
  if (written.length > 0) await insert(written)
  return results
}
