/** Declares the preview of a merge, the merge itself, and how it is undone. */
import { z } from 'zod'
import { defineCommand, defineQuery, zId, zRefusal, zText, zVersion } from '#kernel/contract.ts'
import { historyRights } from '#kernel/rights.ts'
import { mergeRights } from './rights.ts'

/** The days during which a merge can be undone. */
export const UNDO_DAYS = 30

/** The kind of record, as in topics: 'customers'. */
const zKind = zText(40)
const MOST_FIELDS = 100
/** The fields of which the kept record takes the value of the merged one. Without it they are those of the proposal. */
const zTake = z.array(zText(60)).max(MOST_FIELDS).optional()

const zRecord = z.object({ id: z.int(), name: z.string(), version: z.int() })

/** Returns what the merge would do. It writes nothing. */
export const previewMerge = defineQuery('merge.preview', {
  right: mergeRights.write,
  input: z.strictObject({ entity: zKind, keepId: zId, fromId: zId, take: zTake }),
  output: z.object({
    kept: zRecord,
    merged: zRecord,
    fields: z.array(
      z.object({
        field: z.string(),
        kept: z.unknown(),
        merged: z.unknown(),
        joined: z.boolean(),
        proposed: z.boolean(),
      }),
    ),
    /** The fields with the value of the merged record: those that were sent, or the proposal. */
    take: z.array(z.string()),
    /** How many records move, by the name of the reference. Kinds without a record are left out. */
    moves: z.array(z.object({ name: z.string(), count: z.int() })),
    figures: z.array(
      z.object({
        name: z.string(),
        unit: z.enum(['money', 'quantity']),
        kept: z.int(),
        merged: z.int(),
        after: z.int(),
      }),
    ),
    doubts: z.array(zRefusal),
    /** Why these records cannot be merged with these fields; null if they can. */
    closed: zRefusal.nullable(),
  }),
})

/** Moves all that refers to one record to the other, in one transaction. The versions are those of the preview. */
export const mergeRecords = defineCommand('merge.merge-records', {
  right: mergeRights.write,
  input: z.strictObject({
    entity: zKind,
    keepId: zId,
    keepVersion: zVersion,
    fromId: zId,
    fromVersion: zVersion,
    take: zTake,
  }),
  output: z.object({ id: z.int(), keptId: z.int(), moved: z.int() }),
})

/** Moves back exactly the records that a merge moved. Records that were written since then stay with the kept one. */
export const undoMerge = defineCommand('merge.undo-merge', {
  right: mergeRights.write,
  input: z.strictObject({ id: zId }),
  output: z.object({
    keptId: z.int(),
    mergedId: z.int(),
    /** The records that moved back, and those that did not, because they were moved elsewhere or deleted since. */
    moved: z.int(),
    left: z.int(),
    /** The fields that keep their value, because they were changed since the merge. */
    stayed: z.array(z.string()),
  }),
})

/** Returns the newest merges into a record, for its page and its history. */
export const mergesOfRecord = defineQuery('merge.of-record', {
  right: historyRights.read,
  input: z.strictObject({ entity: zKind, id: zId }),
  output: z.object({
    rows: z.array(
      z.object({
        id: z.int(),
        mergedId: z.int(),
        mergedName: z.string(),
        at: z.string(),
        userName: z.string(),
        moved: z.array(z.object({ name: z.string(), count: z.int() })),
        undoneAt: z.string().nullable(),
        undoneBy: z.string().nullable(),
        /** The last moment at which it can be undone; null if it was undone or the time is over. */
        undoUntil: z.string().nullable(),
      }),
    ),
  }),
  about: ({ entity, id }) => ({ [entity]: id }),
})
export type StoredMergeRow = z.output<typeof mergesOfRecord.output>['rows'][number]
