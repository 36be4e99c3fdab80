/** Imports rows in one transaction, or tries them and stores nothing. */
import { setImmediate } from 'node:timers/promises'
import type { FieldChanges } from '#kernel/changes.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { inSavepoint } from '#server/runner/savepoint.ts'
import type { Work } from '#server/work.ts'
import type { FileLine } from '#kernel/import/cells.ts'
import { addItems, keyText, type ReadItem, readItems, type Reading, whyNotItem } from '../domain/items.ts'
import { IMPORT_TARGETS } from './targets/all.ts'
import type { Item, Written } from './targets/target.ts'
import type { Values } from '../domain/read-cells.ts'

export type Result = {
  readonly item: ReadItem
  readonly written: Written | null
  readonly refusal: Refusal | null
  /** What changed of the record, for the preview. */
  readonly changes: FieldChanges
}

export type Batch = {
  readonly reading: Reading
  readonly lines: readonly FileLine[]
  readonly firstLines: ReadonlyMap<string, number>
  readonly source: string
  /** True if numbers with a wrong check digit are stored as they are written. */
  readonly asWritten: boolean
  /** True if the rows are only tried. */
  readonly trial: boolean
}

/** The rows that are read before other requests are answered. */
const READ_AT_ONCE = 500

/** Returns all rows of a file as records, like `readItems`. Other requests are answered meanwhile. */
export async function readAllItems(reading: Reading, lines: readonly FileLine[]): Promise<ReadItem[]> {
  const items: ReadItem[] = []
  for (let from = 0; from < lines.length; from += READ_AT_ONCE) {
    addItems(items, reading, lines.slice(from, from + READ_AT_ONCE))
    await setImmediate()
  }
  return items
}

/** Writes the rows of a part of the file, each by the rules of its record, and returns the outcome of each. */
export async function processRows(
  work: Work,
  { reading, lines, firstLines, source, asWritten, trial }: Batch,
): Promise<Result[]> {
  const items = readItems(reading, lines)
  const stored = await findStored(work, reading, items)
  const results: Result[] = []
  for (const item of items) {
    const ids = item.key === null ? [] : (stored.get(keyText(item.key)) ?? [])
    const reason =
      whyNotItem(item, firstLines) ??
      (ids.length > 1
        ? refusal('refused', 'import.several', { value: item.key?.value ?? '', count: ids.length })
        : null)
    results.push(
      reason
        ? refusedResult(item, reason)
        : await writeItem(
            work,
            reading,
            { ...item, values: trial ? numberedForTrial(reading, item) : item.values, source, asWritten },
            item,
            ids[0] ?? null,
          ),
    )
  }
  return results
}

/**
 * Returns the values of a row with a number below zero if it names none. A tried record so takes no number from new records, and none that
 * another row of the file names.
 */
const numberedForTrial = ({ target }: Reading, { line, values }: ReadItem): readonly Values[] =>
  IMPORT_TARGETS[target].numbering === undefined ? values : values.map((row) => ({ ...row, id: row['id'] ?? -line }))

const refusedResult = (item: ReadItem, reason: Refusal): Result => ({
  item,
  written: null,
  refusal: reason,
  changes: {},
})

async function writeItem(
  work: Work,
  { target }: Reading,
  item: Item,
  read: ReadItem,
  id: number | null,
): Promise<Result> {
  const done = await inSavepoint(work, (inner) => IMPORT_TARGETS[target].write(inner, item, id))
  if ('refusal' in done) return refusedResult(read, done.refusal)
  const own = done.changes.find((change) => change.id === done.answer.id)
  return { item: read, written: done.answer, refusal: null, changes: own?.changes ?? {} }
}

/** Returns the stored records that the items mean, by the text of their key. */
async function findStored(
  { tx }: Work,
  { target }: Reading,
  items: readonly ReadItem[],
): Promise<Map<string, readonly number[]>> {
  const valuesOf = new Map<string, Set<string>>()
  for (const { key } of items) if (key) valuesOf.set(key.field, (valuesOf.get(key.field) ?? new Set()).add(key.value))
  const stored = new Map<string, readonly number[]>()
  for (const [field, values] of valuesOf)
    for (const [value, ids] of await IMPORT_TARGETS[target].find(tx, field, [...values]))
      stored.set(keyText({ field, value }), ids)
  return stored
}
