/** The names, inputs and outputs of commands and queries: written once, used by server, page and tests. */
import { z } from 'zod'
import { zPaper } from './paper.ts'
import type { Right } from './rights.ts'

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
}

/** A paper is a query: `GET /app/<name>` answers what stands on it, `GET /app/<name>.pdf` the paper itself. */
export type PaperContract<Input extends z.ZodType = z.ZodType> = QueryContract<Input, typeof zPaper>

export type InputOf<C extends { input: z.ZodType }> = z.input<C['input']>
export type ParsedInputOf<C extends { input: z.ZodType }> = z.output<C['input']>
export type OutputOf<C extends { output: z.ZodType }> = z.output<C['output']>

export const defineCommand = <I extends z.ZodType, O extends z.ZodType>(
  name: string,
  parts: { right: Right; input: I; output: O },
): CommandContract<I, O> => ({ kind: 'command', name, ...parts })

export const defineQuery = <I extends z.ZodType, O extends z.ZodType>(
  name: string,
  parts: { right: Right; input: I; output: O },
): QueryContract<I, O> => ({ kind: 'query', name, ...parts })

export const definePaper = <I extends z.ZodType>(name: string, parts: { right: Right; input: I }): PaperContract<I> =>
  defineQuery(name, { ...parts, output: zPaper })

/** The address of a paper as PDF. */
export const pdfAddress = <C extends PaperContract>(contract: C, input: InputOf<C>): string =>
  `/app/${contract.name}.pdf?input=${encodeURIComponent(JSON.stringify(input))}`

/** An identifier of a stored record. */
export const zId = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
/** A moment as a phone noted it: shown and kept, never trusted for an order of things. */
export const zDeviceMoment = z.iso.datetime()
/** The version of a record that the person was looking at; an older one is a conflict. */
export const zVersion = z.int().min(1)

/** True for signs no text of people has: control characters (but tab and line ends) and halves of a surrogate pair. */
function isUnprintable(text: string): boolean {
  if (!text.isWellFormed()) return true
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127) return true
  }
  return false
}

/** Reports whether a text is one e-mail address. */
export const isEmail = (text: string): boolean => text.length <= 320 && z.email().safeParse(text.trim()).success

/** Text as people type it: trimmed, no control characters, at most `max` characters. */
export const zText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !isUnprintable(text), { message: 'characters' })
    .transform((text) => text.trim())

/** A file as a query answers it; the page gets its bytes, always to be saved and never to be run. */
export const zFileAnswer = z.object({ name: z.string(), mediaType: z.string(), content: z.custom<Uint8Array>() })

/** What every list takes: text to look for, filters by column, sort, page. */
export const listInput = <F extends z.ZodRawShape, S extends string>(filters: F, sorts: readonly [S, ...S[]]) =>
  z.strictObject({
    search: zText(200).default(''),
    filters: z
      .strictObject(filters)
      .partial()
      .prefault({} as never),
    sort: z.enum(sorts).optional(),
    descending: z.boolean().optional(),
    page: z.int().min(1).max(100_000).default(1),
  })

/** What every list answers: one page of rows, and whether another follows. The count is a query of its own. */
export const listOutput = <R extends z.ZodType>(row: R) => z.object({ rows: z.array(row), more: z.boolean() })

/** Lists and statuses count so many rows and no further; a higher count says that there are more. */
export const MOST_COUNTED = 1_000
export const countOutput = z.object({ count: z.int() })

/** Which page of a record's history: the newest, or what came before an entry. */
export const historyInput = z.strictObject({ id: zId, before: zId.optional() })

/** One page of who did what with a record, newest first; each field with its old and new value. */
export const historyOutput = z.object({
  /** Whether there are earlier entries. */
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
export type HistoryRow = z.output<typeof historyOutput>['rows'][number]
