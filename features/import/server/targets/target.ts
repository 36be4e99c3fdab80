/** What differs between the kinds of records on the server. The rules of a record are those of its own feature. */
import type { Work } from '#server/command.ts'
import type { Rows } from '#server/db/database.ts'
import type { Numbering } from '#server/import-numbers.ts'
import type { Values } from '../../domain/read-cells.ts'
import type { Outcome } from '../../domain/contract.ts'

/** One record of a file: a row, or for a recipe the rows of one product. */
export type Item = {
  readonly line: number
  /** All lines of the item, the first included. */
  readonly lines: readonly number[]
  /** What people call the record. */
  readonly name: string
  readonly values: readonly Values[]
  readonly own: readonly { readonly name: string; readonly value: string }[]
  /** True if numbers with a wrong check digit are stored as they are written. */
  readonly asWritten: boolean
  /** The name of the file, which a movement of the stock names as its reason. */
  readonly source: string
}

/** What an item did. */
export type Written = {
  readonly id: number
  readonly outcome: Exclude<Outcome, 'refused'>
  /** The values that were replaced, for the undo; null for a new record. */
  readonly before: unknown
  /** The version that the item wrote. */
  readonly version: number | null
}

/** What an undo knows of a record. */
export type Imported = {
  readonly id: number
  readonly name: string
  readonly outcome: 'new' | 'changed'
  readonly before: unknown
  readonly version: number | null
  readonly source: string
}

export type ImportTarget = {
  /** The numbering of the records, if a new one keeps the number in its row. */
  readonly numbering?: Numbering
  /** Returns the ids of the records that have one of the values in the field `key`, by the compared value. */
  readonly find: (rows: Rows, key: string, values: readonly string[]) => Promise<ReadonlyMap<string, readonly number[]>>
  readonly write: (work: Work, item: Item, id: number | null) => Promise<Written>
  /** Takes a record back. Refuses one that was changed or used since. */
  readonly undo: (work: Work, record: Imported) => Promise<void>
}

/** Groups the found ids by the compared value. */
export function byKey(rows: readonly { readonly key: string; readonly id: number }[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const { key, id } of rows) found.set(key, [...(found.get(key) ?? []), id])
  return found
}
