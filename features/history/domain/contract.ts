/** Declares the history browser: the changes of all records, and all changes of one command. */
import { z } from 'zod'
import { countOutput, defineQuery, listInput, listOutput, zId, zText } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { HISTORY_TOPIC, SECURITY_EVENT_KINDS } from '#kernel/history/security-events.ts'
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

/** What an entry of the list is: a change of a record, or an event without one. */
export const ENTRY_KINDS = ['CHANGE', ...SECURITY_EVENT_KINDS] as const

/**
 * An entry in the list, which gives the values of lists and records by the name of their field alone. A sign-in has the account as its
 * record, if there is one; a refused command has none.
 */
const zEntryRow = zEntry.extend({
  kind: z.enum(ENTRY_KINDS),
  entity: z.string().nullable(),
  entityId: z.int().nullable(),
  otherFields: z.array(z.string()),
  /** The code of the refusal, or the reason of a failed sign-in. */
  code: z.string(),
  /** What fills the text of the refusal. */
  details: z.record(z.string(), z.unknown()),
  /** How often the event happened, in the minute from `at` to `lastAt`. */
  times: z.int(),
  lastAt: z.string().nullable(),
  address: z.string(),
})
export type EntryRow = z.output<typeof zEntryRow>

export const changesInput = listInput(
  {
    /** A part of the name of a person or program, or the beginning of an e-mail with which somebody tried to sign in. */
    userName: zText(100),
    kind: z.array(z.enum(ENTRY_KINDS)).min(1).max(ENTRY_KINDS.length),
    entity: z.array(zText(50)).min(1).max(MOST_KINDS),
    /** The number of a record. */
    entityId: zText(20),
    atFrom: zDay,
    atTo: zDay,
  },
  ['at'],
)

/** Lists what was changed, who signed in and what was refused, newest first. `search` is the number of a record. */
export const listChanges = defineQuery('history.list', {
  right: changesRights.browse,
  input: changesInput,
  output: listOutput(zEntryRow),
  about: () => ({ [HISTORY_TOPIC]: true }),
})

export const countChanges = defineQuery('history.count', {
  right: changesRights.browse,
  input: changesInput,
  output: countOutput,
  about: () => ({ [HISTORY_TOPIC]: true }),
})

/** Returns all that the command of an entry changed, in the order in which it was written. */
export const changesOfCommand = defineQuery('history.of-command', {
  right: changesRights.browse,
  input: z.strictObject({ id: zId }),
  output: z.object({ rows: z.array(zEntry), more: z.boolean() }),
})

/** Returns a sign-in or a refused command. */
export const securityEvent = defineQuery('history.event', {
  right: changesRights.browse,
  input: z.strictObject({ id: zId }),
  output: zEntryRow,
})
