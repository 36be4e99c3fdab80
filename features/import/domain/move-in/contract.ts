/** Declares how a company moves in from an earlier system: from its backup, or from its address. */
import { z } from 'zod'
import { BACKUP_STATES } from '#features/backup/domain/contract.ts'
import { defineCommand, defineQuery, listOutput, zFileName, zId, zName, zRefusal } from '#kernel/contract.ts'
import { zCents } from '#kernel/money.ts'
import { zJump } from '../contract.ts'
import { importRights } from '../rights.ts'
import { MOVED_KINDS } from './kinds.ts'

const right = importRights.write

/** A larger backup is refused. */
export const MOST_BACKUP_BYTES = 200_000_000

/** Reads the backup of an earlier system. It is checked afterwards; nothing is imported yet. */
export const readBackup = defineCommand('import.read-backup', {
  right,
  input: z.strictObject({ name: zFileName }),
  output: z.object({ id: z.int() }),
})

/** Begins to read all tables of an address that speaks the dialect of the data API. */
export const readAddress = defineCommand('import.read-address', {
  right,
  input: z.strictObject({ url: zName(500), key: zName(500) }),
  output: z.object({ id: z.int() }),
})

export const MOVE_IN_STATES = ['READING', 'CHECKING', 'CHECKED', 'IMPORTING', 'DONE', 'STOPPED'] as const
export type MoveInState = (typeof MOVE_IN_STATES)[number]

const zSide = z.object({ records: z.int(), total: zCents.nullable() })
export type Side = z.output<typeof zSide>

const zKindResult = z.object({
  kind: z.enum(MOVED_KINDS),
  /** How many records the source names; null if it does not say. */
  named: z.int().nullable(),
  /** The records that were read, with the sum of their amounts. */
  there: zSide,
  /** The same records as they are here; null before the import. */
  here: zSide.nullable(),
  /** How many records are checked, or imported. */
  done: z.int(),
  new: z.int(),
  changed: z.int(),
  same: z.int(),
  refused: z.int(),
})
export type KindResult = z.output<typeof zKindResult>

const zListedMoveIn = z.object({
  id: z.int(),
  source: z.enum(['zip', 'address']),
  name: z.string(),
  state: z.enum(MOVE_IN_STATES),
  /** What was under way when it stopped. */
  stoppedWhile: z.enum(['READING', 'CHECKING', 'IMPORTING']).nullable(),
  failure: zRefusal.nullable(),
  userName: z.string(),
  created: z.string(),
  done: z.string().nullable(),
})
export type ListedMoveIn = z.output<typeof zListedMoveIn>

const zMoveIn = zListedMoveIn.extend({
  /** The backup that was made before the import; null if none was made or its file was deleted. */
  before: z.object({ id: z.int(), name: z.string(), state: z.enum(BACKUP_STATES) }).nullable(),
})
export type MoveIn = z.output<typeof zMoveIn>

/** Returns how far it is, and for each kind what would happen or has happened. */
export const moveIn = defineQuery('import.move-in', {
  right,
  input: z.strictObject({ id: zId }),
  output: z.object({ moveIn: zMoveIn, kinds: z.array(zKindResult) }),
})

/** Returns the newest ones. */
export const listMoveIns = defineQuery('import.move-ins', {
  right,
  input: z.strictObject({}),
  output: z.object({ rows: z.array(zListedMoveIn) }),
})

export const REFUSED_PAGE = 100
/** Returns the records that are refused, each with its reason. */
export const listRefusedRecords = defineQuery('import.refused-records', {
  right,
  input: z.strictObject({
    id: zId,
    kind: z.enum(MOVED_KINDS).optional(),
    page: z.int().min(1).max(100_000).default(1),
  }),
  output: listOutput(z.object({ kind: z.enum(MOVED_KINDS), key: z.int(), name: z.string(), refusal: zRefusal })),
})

/** Imports what was checked, or goes on with what stopped. */
export const goOnMoveIn = defineCommand('import.go-on', {
  right,
  input: z.strictObject({ id: zId, jump: zJump }),
  output: z.object({ id: z.int() }),
})
