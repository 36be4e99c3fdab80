/** Declares the name, right, input and output of each command and query, for the server, the page and the tests. */
import { z } from 'zod'
import { zCards, zPaper, zPapers } from './paper.ts'
import { REFUSAL_STATUS, type RefusalKind } from './refusal.ts'
import type { Right } from './rights.ts'
import { visibleText } from './text/visible-text.ts'

export type CommandContract<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  readonly kind: 'command'
  /** `feature.verb-noun`; the address is `POST /app/<name>`. */
  readonly name: string
  readonly right: Right
  readonly input: Input
  readonly output: Output
}

export type QueryContract<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  readonly kind: 'query'
  /** `feature.noun`; the address is `GET /app/<name>?input=<JSON>`. */
  readonly name: string
  readonly right: Right
  readonly input: Input
  readonly output: Output
  /** Narrows what the answer is about. `answer` is missing if the query was refused. */
  about?(input: z.output<Input>, answer: z.input<Output> | undefined): About
}

/**
 * The records that an answer is about, by kind: the server reads it again in a page only after a change of these, and of any record of the
 * other kinds that it was read from. With `true` it is about every record of a kind, with `false` about none.
 */
export type About = Readonly<Record<string, number | readonly number[] | boolean | null | undefined>>

/** A query for a printable paper: `GET /app/<name>` returns its content, `GET /app/<name>.pdf` returns it as PDF. */
export type PaperContract<Input extends z.ZodType = z.ZodType> = QueryContract<Input, typeof zPaper>

/** A query for several papers, offered like a single one. */
export type PapersContract<Input extends z.ZodType = z.ZodType> = QueryContract<Input, typeof zPapers>

/** A query for cards of A5, offered like a paper. */
export type CardsContract<Input extends z.ZodType = z.ZodType> = QueryContract<Input, typeof zCards>

export type InputOf<C extends { input: z.ZodType }> = z.input<C['input']>
export type ParsedInputOf<C extends { input: z.ZodType }> = z.output<C['input']>
export type OutputOf<C extends { output: z.ZodType }> = z.output<C['output']>

export const defineCommand = <I extends z.ZodType, O extends z.ZodType>(
  name: string,
  parts: { right: Right; input: I; output: O },
): CommandContract<I, O> => ({ kind: 'command', name, ...parts })

export const defineQuery = <I extends z.ZodType, O extends z.ZodType>(
  name: string,
  parts: { right: Right; input: I; output: O; about?: QueryContract<I, O>['about'] },
): QueryContract<I, O> => ({ kind: 'query', name, ...parts })

export const definePaper = <I extends z.ZodType>(
  name: string,
  parts: { right: Right; input: I; about?: PaperContract<I>['about'] },
): PaperContract<I> => defineQuery(name, { ...parts, output: zPaper })

export const definePapers = <I extends z.ZodType>(name: string, parts: { right: Right; input: I }): PapersContract<I> =>
  defineQuery(name, { ...parts, output: zPapers })

export const defineCards = <I extends z.ZodType>(name: string, parts: { right: Right; input: I }): CardsContract<I> =>
  defineQuery(name, { ...parts, output: zCards })

/** Returns the address at which a query or a file is asked for, and to which a file is sent. */
export const inputAddress = <C extends { readonly name: string; readonly input: z.ZodType }>(
  contract: C,
  input: z.input<C['input']>,
): string => `/app/${contract.name}?input=${encodeURIComponent(JSON.stringify(input))}`

/** Returns the address of a paper, of several papers or of cards, as one PDF. */
export const pdfAddress = <C extends PaperContract | PapersContract | CardsContract>(
  contract: C,
  input: InputOf<C>,
): string => `/app/${contract.name}.pdf?input=${encodeURIComponent(JSON.stringify(input))}`

/** The id of a stored record. */
export const zId = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
/** A moment from the clock of a phone. It is shown and stored. Only the presses of one person are ordered by it. */
export const zDeviceMoment = z.iso.datetime()
/** The version of the record that the person was looking at. The server answers 409 if the record has a newer one. */
export const zVersion = z.int().min(1)
/** Confirms that VAT numbers and barcodes with a wrong check digit are stored as they are written (C-100). */
export const zAsWritten = z.boolean().default(false)

/** Reports whether `text` contains control characters (except tab and line ends) or unpaired surrogates. */
function isUnprintable(text: string): boolean {
  if (!text.isWellFormed()) return true
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127) return true
  }
  return false
}

/** Reports whether `text` is exactly one e-mail address. */
export const isEmail = (text: string): boolean => text.length <= 320 && z.email().safeParse(text.trim()).success

/**
 * Accepts text of at most `max` characters without control characters, and trims it. Text of nothing that a page shows is empty, so
 * that it is no reason and no name.
 */
export const zText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !isUnprintable(text), { message: 'characters' })
    .transform((text) => (visibleText(text).trim() === '' ? '' : text.trim()))

/**
 * Accepts a name or a code, like `zText`, without what no page shows. So two names that look the same are the same. Other
 * texts are stored as they are written.
 */
export const zName = (max: number) => zText(max).transform((text) => visibleText(text).trim())

/** What separates folders in a path, of any system. */
const FOLDERS = /^.*[/\\]/s

/**
 * Accepts the name of a file, of at most 200 characters: one line, without folders and without what no page shows. A program could otherwise name
 * a place on the disk, or a file that looks like one of another kind.
 */
export const zFileName = zName(200)
  .transform((name) => name.replace(/\s+/g, ' ').replace(FOLDERS, '').trim())
  .refine((name) => !/^\.*$/.test(name), { message: 'required' })

/**
 * Accepts an optional text as people type it, like `zText`. It is null if it is omitted, null or empty, so that rules
 * only test for null.
 */
export const zOptionalText = (max: number) =>
  zText(max)
    .transform((text) => (text === '' ? null : text))
    .nullable()
    .default(null)

/**
 * The file that a query returns. The page saves it and never opens it, so that no script in it runs. `stored` names a file that is stored
 * outside the database and is sent piece by piece; otherwise `content` is the file.
 */
export const zFileAnswer = z.object({
  name: z.string(),
  mediaType: z.string(),
  content: z.custom<Uint8Array>(),
  stored: z.string().optional(),
})

/** A picture that a query found: its bytes, or null if the object store has them under `name`. */
export const zPictureAnswer = z.object({ name: z.string(), content: z.custom<Uint8Array>().nullable() })

/** Returns the input of a list query: search text, filters by column, sort and page. */
export const listInput = <F extends z.ZodRawShape, S extends string>(filters: F, sorts: readonly [S, ...S[]]) =>
  z.strictObject({
    search: zName(200).default(''),
    filters: z
      .strictObject(filters)
      .partial()
      .prefault({} as never),
    sort: z.enum(sorts).optional(),
    descending: z.boolean().optional(),
    page: z.int().min(1).max(100_000).default(1),
  })

/** A refusal in the output of a query, such as the reason why a button is closed. */
export const zRefusal = z.object({
  kind: z.enum(Object.keys(REFUSAL_STATUS) as RefusalKind[]),
  code: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
})

/**
 * Returns the output of a list query: one page of rows, and whether another page follows. The total is a separate
 * query.
 */
export const listOutput = <R extends z.ZodType>(row: R) => z.object({ rows: z.array(row), more: z.boolean() })

/** Returns one page of a list that was read whole, because a company has few such records. */
export function pageOf<Row>(all: readonly Row[], page: number, pageRows: number): { rows: Row[]; more: boolean } {
  const last = page * pageRows
  return { rows: all.slice(last - pageRows, last), more: all.length > last }
}

/** Lists and status filters stop counting at this number; a higher count is shown as "more than". */
export const MOST_COUNTED = 1_000
export const countOutput = z.object({ count: z.int() })

/** The sums of the number columns of a list are computed for at most this many rows. */
export const MOST_SUMMED = 10_000
/**
 * The sums over all rows that the filters find, by column; null if there are more than `MOST_SUMMED` rows. A column is null if its
 * values cannot be added, because they have different units.
 */
export const sumsOutput = z.object({ sums: z.record(z.string(), z.int().nullable()).nullable() })

/** The page of a record's history: the newest entries, or those older than the entry `before`. */
export const historyInput = z.strictObject({ id: zId, before: zId.optional() })

/** One page of a record's history, newest first. Each changed field has its old and its new value. */
export const historyOutput = z.object({
  /** True if there are older entries. */
  more: z.boolean(),
  rows: z.array(
    z.object({
      id: z.int(),
      at: z.string(),
      userName: z.string(),
      command: z.string(),
      changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
      note: z.string().nullable(),
    }),
  ),
})
export type HistoryContract = QueryContract<typeof historyInput, typeof historyOutput>

/** Defines the query for the history of records of a kind. */
export const defineHistory = (name: string, right: Right, kind: string): HistoryContract =>
  defineQuery(name, { right, input: historyInput, output: historyOutput, about: ({ id }) => ({ [kind]: id }) })

export type HistoryRow = z.output<typeof historyOutput>['rows'][number]

/**
 * The longest life of an answer in the memory of a process, from the beginning of its read.
 * docs/decisions/0017-kept-answers.md says why.
 */
export const ANSWER_LIFE_MS = 2_000

/** For this long after a change the page demands new answers, so longer than any older answer lives. */
export const NEW_ANSWERS_MS = ANSWER_LIFE_MS + 500

/**
 * The request header with which a page demands an answer that contains every change of every process. `Cache-Control` would
 * not do: a browser may add `no-cache` by itself to each request with `If-None-Match`.
 */
export const NEW_ANSWER_HEADER = 'x-new-answer'
