/** Declares how a file is read, checked, imported and taken back. */
import { z } from 'zod'
import { WINDOWS_ENCODINGS } from '#kernel/import/file-problem.ts'
import {
  defineCommand,
  defineQuery,
  listOutput,
  zAsWritten,
  zFileName,
  zId,
  zName,
  zRefusal,
} from '#kernel/contract.ts'
import { zDecimalSign } from '#kernel/money.ts'
import { SYSTEM_NAMES } from './columns.ts'
import { importRights } from './rights.ts'
import { TARGETS } from './targets.ts'

/** The topic of files and imports, which are no records with a history. */
export const IMPORTS_TOPIC = 'imports'

/** A larger file is refused. */
export const MOST_FILE_BYTES = 20_000_000
/** A file with more rows or columns is refused. */
export const MOST_ROWS = 20_000
export const MOST_COLUMNS = 200
/** The rows that one call checks, so that a page can show how far it is. */
export const CHECKED_AT_ONCE = 500
/** The days for which an import can be undone. */
export const UNDO_DAYS = 90

export const OUTCOMES = ['new', 'changed', 'same', 'refused'] as const
export type Outcome = (typeof OUTCOMES)[number]

const right = importRights.write
const zTarget = z.enum(TARGETS)
const zColumns = z.array(zName(60).nullable()).max(MOST_COLUMNS)

/** Reads a file of one kind of records. Nothing is imported yet. */
export const readFile = defineCommand('import.read-file', {
  right,
  input: z.strictObject({
    target: zTarget,
    name: zFileName,
    /** The encoding of a text, and the sheet of a spreadsheet by its place from 1, if the refusal asked for them. */
    encoding: z.enum(WINDOWS_ENCODINGS).optional(),
    sheet: z.int().min(1).max(1_000).optional(),
    /** The row with the headings; without it they are found by their words. */
    headingsLine: z.int().min(1).max(1_000_000).optional(),
  }),
  output: z.object({ id: z.int() }),
})

const zCounts = z.object({ added: z.int(), changed: z.int(), same: z.int(), refused: z.int() })
export type Counts = z.output<typeof zCounts>

const zFile = z.object({
  id: z.int(),
  target: zTarget,
  name: z.string(),
  form: z.enum(['json', 'csv', 'excel']),
  lines: z.int(),
  state: z.enum(['READ', 'DONE', 'UNDONE']),
  userName: z.string(),
  created: z.string(),
  done: z.string().nullable(),
  undone: z.string().nullable(),
  undoneBy: z.string().nullable(),
  counts: zCounts,
  /** How many records an undo took back, and how many it left. */
  takenBack: z.int(),
  left: z.int(),
})
export type ImportFile = z.output<typeof zFile>

/** What a person said that texts of fields are, such as units; null leaves their cells out. */
const zWords = z.array(z.strictObject({ field: zName(60), text: zName(60), value: zName(60).nullable() }))

/** Returns a file with its columns, as they are matched or as they were imported. */
export const importFile = defineQuery('import.file', {
  right,
  input: z.strictObject({ id: zId }),
  output: z.object({
    file: zFile,
    headings: z.array(z.string()),
    /** The first cells of each column, to recognise it. */
    samples: z.array(z.array(z.string())),
    columns: zColumns,
    /** What the texts of each column say about the decimal sign: whether one can only have a comma, or a point, and the first with two readings. */
    signs: z.array(z.object({ comma: z.boolean(), point: z.boolean(), unclear: z.string().nullable() })),
    /** The different texts of each column, to say what they become; null where they are too many or too long. */
    texts: z.array(z.array(z.string()).nullable()),
    /** What people said of these texts when they imported earlier files of this kind. */
    words: zWords,
    key: z.string().nullable(),
    /** The system whose export this seems to be. */
    system: z.enum(SYSTEM_NAMES as [(typeof SYSTEM_NAMES)[number]]).nullable(),
  }),
})

const zOutcomeRow = z.object({
  line: z.int(),
  name: z.string(),
  outcome: z.enum(OUTCOMES),
  /** Why the row is refused. */
  refusal: zRefusal.nullable(),
  /** The fields that change, each with the old and the new value. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  /** The first numbers of the row: each cell as it was written, and its scaled value. */
  numbers: z.array(z.object({ field: z.string(), text: z.string(), value: z.int() })),
})
export type OutcomeRow = z.output<typeof zOutcomeRow>

/** Whether new records go on after numbers that are far above all others. Null asks: if there are such numbers, nothing is imported. */
export const zJump = z.boolean().nullable().default(null)

const chosen = {
  id: zId,
  columns: zColumns,
  key: zName(60),
  /** The decimal sign of each column that a person chose; null where the column itself says it. */
  signs: z.array(zDecimalSign.nullable()).max(MOST_COLUMNS).default([]),
  asWritten: zAsWritten,
  words: zWords.max(1_000).default([]),
}

/** Tries some rows of a file by the rules of the import and returns what would happen. It stores nothing. */
export const checkRows = defineCommand('import.check-rows', {
  right,
  input: z.strictObject({ ...chosen, after: z.int().min(0).max(100_000_000) }),
  output: z.object({
    rows: z.array(zOutcomeRow),
    /** The line after which the next call goes on; null at the end. */
    next: z.int().nullable(),
  }),
})

/** Imports the rows that no rule refuses, all in one transaction, and stores why the others are refused. */
export const importRows = defineCommand('import.import-rows', {
  right,
  input: z.strictObject({ ...chosen, jump: zJump }),
  output: zCounts,
})

/** Takes a whole import back. Records that were changed or used since stay, each with the reason. */
export const undoImport = defineCommand('import.undo-import', {
  right,
  input: z.strictObject({ id: zId }),
  output: z.object({ takenBack: z.int(), left: z.int() }),
})

export const IMPORTS_PAGE = 50
/** Returns the imports, newest first. */
export const listImports = defineQuery('import.list', {
  right,
  input: z.strictObject({ page: z.int().min(1).max(100_000).default(1) }),
  output: listOutput(zFile),
})

export const LINES_PAGE = 100
const LINE_KINDS = ['refused', 'left', 'new', 'changed'] as const
/** Returns the rows of an import by their outcome. `left` are those that an undo could not take back. */
export const listLines = defineQuery('import.lines', {
  right,
  input: z.strictObject({ id: zId, kind: z.enum(LINE_KINDS), page: z.int().min(1).max(100_000).default(1) }),
  output: listOutput(
    z.object({ line: z.int(), name: z.string(), recordId: z.int().nullable(), refusal: zRefusal.nullable() }),
  ),
})
