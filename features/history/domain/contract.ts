/** Declares the history browser: the changes of all records, and all changes of one command. */
import { z } from 'zod'
import { countOutput, defineQuery, listInput, listOutput, zId, zText } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { changesRights } from './rights.ts'

export const CHANGES_PAGE = 150
/** The most entries of one command that are shown together. */
export const MOST_TOGETHER = 500
const MOST_KINDS = 30

const zEntry = z.object({
  id: z.int(),
  at: z.string(),
  userName: z.string(),
  command: z.string(),
  /** The kind of the changed record, for example `orders`. */
  entity: z.string(),
  entityId: z.int(),
  /** The page of the record; null for kinds without a page. */
  to: z.string().nullable(),
  /** The value of each changed field before and after. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  note: z.string().nullable(),
})
export type Entry = z.output<typeof zEntry>

/** An entry in the list, which gives the values of lists and records by the name of their field alone. */
const zEntryRow = zEntry.extend({ otherFields: z.array(z.string()) })
export type EntryRow = z.output<typeof zEntryRow>

export const changesInput = listInput(
  {
    /** A part of the name of a person. */
    userName: zText(100),
    entity: z.array(zText(50)).min(1).max(MOST_KINDS),
    /** The number of a record. */
    entityId: zText(20),
    atFrom: zDay,
    atTo: zDay,
  },
  ['at'],
)

/** Lists what was changed, newest first. `search` is the number of a record. */
export const listChanges = defineQuery('history.list', {
  right: changesRights.browse,
  input: changesInput,
  output: listOutput(zEntryRow),
})

export const countChanges = defineQuery('history.count', {
  right: changesRights.browse,
  input: changesInput,
  output: countOutput,
})

/** Returns all that the command of an entry changed, in the order in which it was written. */
export const changesOfCommand = defineQuery('history.of-command', {
  right: changesRights.browse,
  input: z.strictObject({ id: zId }),
  output: z.object({ rows: z.array(zEntry), more: z.boolean() }),
})
