/**
 * Merging two records of a kind. The owner of a kind declares how two of its records become one (`mergeable`). Each feature
 * declares which of its columns refer to records of the kind (`references`), and what it forbids (`mergeRules`). The
 * feature merge counts, moves and moves back all of them, so that no feature writes the tables of another by its own SQL.
 */
import type { FieldChanges } from '#kernel/changes.ts'
import type { Refusal } from '#kernel/refusal.ts'
import type { Right } from '#kernel/rights.ts'
import { empty, raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import type { Work } from '#server/work.ts'

/** A column that contains ids of records of another kind. */
export type Reference = {
  /** The kind of record that the column refers to; null if `kindColumn` names it in each row. */
  readonly to: string | null
  /** The name in stored merges, which never changes. Its text is `moves.<name>` of the texts of merge. */
  readonly name: string
  readonly table: string
  readonly column: string
  /** The column with the kind of record, for rows that belong to records of every kind, such as notes. */
  readonly kindColumn?: string
  /** The rows of `from` that may move to `to`; without it all of them. Others stay with the merged record. An undo asks it the other way. */
  readonly only?: (from: number, to: number) => Sql
  /** The kind of record of the rows, whose open pages are notified. Without it there are none. */
  readonly kindOfRows?: string
}

/** Records that move without a change, because they belong to records that a reference moves: the shipments of orders. */
export type Following = {
  readonly to: string
  /** Its text is `moves.<name>`, as of a reference. */
  readonly name: string
  count(rows: Rows, id: number): Promise<number>
}

/** A record with the values that a merge compares. */
export type MergeRecord = {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly values: Readonly<Record<string, unknown>>
}

/** A field, or several that belong together, in which two records differ. */
export type Difference = {
  readonly field: string
  readonly kept: unknown
  readonly merged: unknown
  /** True if the values of both are kept: a list. Otherwise one of them is chosen. */
  readonly joined: boolean
  /** True if the value of the merged record is proposed, because the kept one has none. */
  readonly proposed: boolean
}

/** A figure of a record before and after the merge, such as its balance. Money is in cents, a quantity in ten-thousandths. */
export type MergeFigure = {
  readonly name: string
  readonly unit: 'money' | 'quantity'
  readonly kept: number
  readonly merged: number
}

/** How records of a kind are merged. */
export type Mergeable = {
  /** The kind of record, as in topics. */
  readonly entity: string
  /** The right to see the records. */
  readonly read: Right
  /** Returns a record, locked until the commit if `lock` is true. Refuses one that does not exist or was merged. */
  record(rows: Rows, id: number, lock?: boolean): Promise<MergeRecord>
  /** Returns a record that was merged into another one, locked until the commit. */
  mergedRecord(rows: Rows, id: number): Promise<MergeRecord>
  differences(kept: MergeRecord, merged: MergeRecord): readonly Difference[]
  /** Returns the changes of the kept record, if it takes these fields of the merged one. */
  changesOf(kept: MergeRecord, merged: MergeRecord, take: readonly string[]): FieldChanges
  /** Writes new values into a record, with its history, and without the rules for what people type. */
  change(work: Work, id: number, values: Readonly<Record<string, unknown>>): Promise<void>
  /** Marks a record as merged into `into`; null ends that. */
  mark(work: Work, id: number, into: number | null): Promise<void>
  figures(rows: Rows, kept: number, merged: number): Promise<readonly MergeFigure[]>
  /** Returns what a person should know before the merge, though it does not forbid it. */
  doubts(kept: MergeRecord, merged: MergeRecord): readonly Refusal[]
}

/** What a merge would do, for the rules of the features. */
export type PlannedMerge = {
  readonly kept: MergeRecord
  readonly merged: MergeRecord
  /** The values of the kept record after the merge. */
  readonly after: Readonly<Record<string, unknown>>
}

/** Figures that a feature above a kind of record adds to the preview of a merge. */
export type AddedFigures = { readonly of: string; readonly figures: Mergeable['figures'] }

/** A merge that would be undone, for the rules of the features. */
export type StoredMerge = {
  /** Both records as they are now. */
  readonly kept: MergeRecord
  readonly merged: MergeRecord
  readonly at: string
  /** Returns the ids that the merge moved, by the name of the reference. */
  readonly moved: (name: string) => Promise<readonly number[]>
}

/** What a feature forbids for a kind of record. Each part returns a refusal, or null. */
export type MergeRule = {
  readonly of: string
  /** Computes stored figures again, in the transaction of a merge or of its undo, after all rows have moved. */
  settle?(work: Work, ids: { readonly keptId: number; readonly mergedId: number }): Promise<void>
  whyNot(rows: Rows, merge: PlannedMerge): Promise<Refusal | null>
  whyNoUndo(rows: Rows, merge: StoredMerge): Promise<Refusal | null>
}

/** All that the features declare for merges. */
export type MergeParts = {
  readonly kinds: readonly Mergeable[]
  readonly references: readonly Reference[]
  readonly followings: readonly Following[]
  readonly figures: readonly AddedFigures[]
  readonly rules: readonly MergeRule[]
}

/** The most moved records of a reference whose open pages are notified one by one; all of them are notified of the kind. */
const MOST_NOTIFIED = 100

/** Returns the references to a kind of record. */
export const referencesTo = (references: readonly Reference[], entity: string): readonly Reference[] =>
  references.filter(({ to }) => to === null || to === entity)

/** The condition that a row refers to the record `from` and may move to `to`. */
const mayMove = ({ column, kindColumn, only }: Reference, entity: string, from: number, to: number): Sql =>
  sql`${raw(column)} = ${from}${kindColumn ? sql` and ${raw(kindColumn)} = ${entity}` : empty}${only ? sql` and ${only(from, to)}` : empty}`

/** Counts the rows that refer to a record and would move to another one. */
export const countReferences = (
  rows: Rows,
  reference: Reference,
  entity: string,
  { from, to }: { from: number; to: number },
): Promise<number> =>
  rows
    .one<{ count: number }>(
      sql`select count(*)::int as count from ${raw(reference.table)} where ${mayMove(reference, entity, from, to)}`,
    )
    .then(({ count }) => count)

/** Moves all references from one record to another. Returns the ids of the moved rows, newest first. */
export async function moveReferences(
  work: Work,
  reference: Reference,
  entity: string,
  from: number,
  to: number,
): Promise<readonly number[]> {
  const { ids } = await work.tx.one<{ ids: number[] }>(sql`
    with moved as (
      update ${raw(reference.table)} set ${raw(reference.column)} = ${to} where ${mayMove(reference, entity, from, to)} returning id)
    select coalesce(json_agg(id order by id desc), '[]') as ids from moved`)
  notify(work, reference, ids)
  return ids
}

/** Moves those of the rows that still refer to `from`. Returns how many they are. */
export async function moveBack(
  work: Work,
  reference: Reference,
  entity: string,
  { ids, from, to }: { ids: readonly number[]; from: number; to: number },
): Promise<number> {
  const moved = await work.tx.run(sql`
    update ${raw(reference.table)} set ${raw(reference.column)} = ${to}
    where id = any(${[...ids]}::bigint[]) and ${mayMove(reference, entity, from, to)}`)
  notify(work, reference, ids)
  return moved
}

function notify(work: Work, { kindOfRows }: Reference, ids: readonly number[]): void {
  if (kindOfRows === undefined) return
  for (const id of ids.slice(0, MOST_NOTIFIED)) work.moved({ entity: kindOfRows, id })
}
