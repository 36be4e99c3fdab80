/** Reads the invoice of a provider from the bytes of a file, without network and database. */
import type { DecimalSign } from '#kernel/money.ts'
import { knownHeadings, readCsvDocument } from '../domain/csv-document.ts'
import { type FileReading, MOST_FILE_BYTES, MOST_FILE_LINES, MOST_PROBLEMS, refusedFor } from '../domain/document.ts'
import { parseCsv } from '#server/files/csv.ts'
import { isMydata, readMydata } from './mydata.ts'
import { textOfBytes } from '#server/files/text-of-bytes.ts'
import { isUbl, readUbl } from './ubl.ts'
import { parseXml } from '#server/files/xml.ts'

/** How a file is read: what a person said of a CSV file, and whether it may be a delivery note. */
export type ReadingOptions = { readonly decimalSign?: DecimalSign | null; readonly notes?: boolean }

/** Returns the document in a file, or why the file is refused. Never throws for what a file contains. */
export async function readInvoiceFile(
  content: Buffer,
  { decimalSign = null, notes = false }: ReadingOptions = {},
): Promise<FileReading> {
  const { text, problem } = await textOfBytes(content, MOST_FILE_BYTES)
  if (problem) return { problems: [problem] }
  const reading = text.trimStart().startsWith('<') ? readXml(text, notes) : readCsv(text, decimalSign)
  return reading.problems ? { problems: reading.problems.slice(0, MOST_PROBLEMS) } : reading
}

function readXml(text: string, notes: boolean): FileReading {
  const parsed = parseXml(text)
  if ('problem' in parsed) return { problems: [parsed.problem] }
  const { name, root } = parsed
  if (isMydata(name)) return readMydata(name, root, notes)
  if (isUbl(name)) return readUbl(name, root)
  return refusedFor('document', { root: name.slice(0, 40) })
}

function readCsv(text: string, decimalSign: DecimalSign | null): FileReading {
  const parsed = parseCsv(text, MOST_FILE_LINES + 100, knownHeadings)
  return 'rows' in parsed ? readCsvDocument(parsed.rows, decimalSign) : { problems: [parsed.problem] }
}
