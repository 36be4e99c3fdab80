/** Splits the text of a CSV file into rows. Commas, semicolons and tabs separate columns, and quotes enclose texts that contain them. */
import { CsvError, parse } from 'csv-parse/sync'
import type { CsvRow } from '#kernel/import/cells.ts'
import { type FileProblem, problem } from '#kernel/import/file-problem.ts'

/** The characters that may separate columns. The semicolon comes first, because Greek numbers have a decimal comma. */
const DELIMITERS = [';', ',', '\t'] as const
type Delimiter = (typeof DELIMITERS)[number]

/** A longer row is refused. */
const LONGEST_ROW = 20_000

export type ParsedCsv =
  | { readonly rows: readonly CsvRow[]; readonly problem?: undefined }
  | { readonly problem: FileProblem }

/**
 * Returns the rows that are not empty, at most `most`. The columns are separated by the character with which `score` rates the rows highest.
 */
export function parseCsv(text: string, most: number, score: (rows: readonly CsvRow[]) => number): ParsedCsv {
  // Excel reads the separator from the first line of a file; its line end stays, so that the others keep their numbers
  const told = /^"?sep=([;,\t])"?(\r?\n)/i.exec(text)
  if (told) return parseWith(text.slice(told[0].length - (told[2]?.length ?? 0)), most, score, [told[1] as Delimiter])
  return parseWith(text, most, score, DELIMITERS)
}

function parseWith(
  text: string,
  most: number,
  score: (rows: readonly CsvRow[]) => number,
  delimiters: readonly Delimiter[],
): ParsedCsv {
  const long = firstLongLine(text)
  if (long !== null) return { problem: problem('long-row', { most: LONGEST_ROW }, long) }
  let best: { rows: CsvRow[]; score: number } | null = null
  let first: FileProblem | null = null
  for (const delimiter of delimiters) {
    const parsed = split(text, delimiter, most)
    if ('problem' in parsed) {
      first ??= parsed.problem
      continue
    }
    const rated = score(parsed.rows)
    if (!best || rated > best.score) best = { rows: parsed.rows, score: rated }
  }
  return best ? { rows: best.rows } : { problem: first ?? problem('headings') }
}

/**
 * Returns the number of the first line that is longer than a row may be; null without one. The parser does not count the characters that separate
 * columns, so it would read millions of empty cells. Each character is looked at once.
 */
function firstLongLine(text: string): number | null {
  let start = 0
  for (let line = 1; start < text.length; line++) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    if (end - start > LONGEST_ROW && hasLongPart(text.slice(start, end))) return line
    start = end + 1
  }
  return null
}

/** Reports whether a line has a long part. Old files of spreadsheets separate rows by a carriage return alone. */
const hasLongPart = (line: string): boolean => line.split('\r').some((part) => part.length > LONGEST_ROW)

/** Returns the rows, or a problem that names the line on which the broken row begins. */
function split(text: string, delimiter: string, most: number): { rows: CsvRow[] } | { problem: FileProblem } {
  let read = 0
  try {
    const records = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: LONGEST_ROW,
      to: most,
      on_record: (record, { lines }) => {
        read = lines
        return record
      },
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return { rows: records.map(({ record, info }) => ({ line: info.lines, cells: record })) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // the parser names the line at which it stopped, which is the last one of the file if a quote is never closed
    return { problem: problem('quotes', {}, read + 1) }
  }
}
