/** Reads the file of a bank, whatever its form: camt.053, MT940, CSV or Excel. */
import { fileTypeFromBuffer } from 'file-type'
import { parseCsv } from '#server/files/csv.ts'
import { type FilledSheet, parseExcel } from '#server/files/excel.ts'
import { textOfBytes } from '#server/files/text-of-bytes.ts'
import { parseXml } from '#server/files/xml.ts'
import type { DecimalSign } from '#kernel/money.ts'
import { MOST_STATEMENT_BYTES, MOST_STATEMENT_LINES, type StatementReading } from '../../domain/bank-line.ts'
import { isMt940, readMt940 } from '../../domain/mt940.ts'
import { hasKnownColumns, type Layout, ratedRows, readTable } from '../../domain/table-statement.ts'
import { readCamt } from './camt.ts'

/** An Excel file whose contents are larger has too many lines. It is not read. */
const MOST_UNPACKED = 20_000_000

/** Returns what a file contains, or why it is refused. Never throws for what it contains. */
export async function readStatementFile(
  content: Buffer,
  layout: Layout | null,
  sign?: DecimalSign,
): Promise<StatementReading> {
  const kind = await fileTypeFromBuffer(content)
  if (kind?.ext === 'xlsx' || kind?.ext === 'zip') return readExcel(content, layout, sign)
  const { text, problem } = await textOfBytes(content, MOST_STATEMENT_BYTES)
  if (problem) return { problem }
  if (text.trimStart().startsWith('<')) {
    const parsed = parseXml(text)
    return 'problem' in parsed ? { problem: parsed.problem } : readCamt(parsed.name, parsed.root)
  }
  if (isMt940(text)) return readMt940(text)
  const parsed = parseCsv(text, MOST_STATEMENT_LINES + 100, ratedRows(layout))
  if ('rows' in parsed) return readTable('csv', parsed.rows, layout, sign)
  const { code, line, details } = parsed.problem
  return { problem: { code, details: { ...details, line } } }
}

/** Reads the sheet whose columns are known, or else the only one. */
async function readExcel(content: Buffer, layout: Layout | null, sign?: DecimalSign): Promise<StatementReading> {
  if (content.length > MOST_STATEMENT_BYTES)
    return { problem: { code: 'too-large', details: { most: MOST_STATEMENT_BYTES / 1_000_000 } } }
  const { sheets = [], problem } = await parseExcel(content, { most: MOST_UNPACKED })
  if (problem === 'too-large') return { problem: { code: 'too-many', details: { most: MOST_STATEMENT_LINES } } }
  if (problem !== undefined) return { problem: { code: 'excel' } }
  const known = sheets.filter(({ rows }) => hasKnownColumns(rows, layout))
  const [sheet, other]: readonly FilledSheet[] = known.length > 0 ? known : sheets
  if (other)
    return { problem: { code: 'several-sheets', details: { sheets: sheets.map(({ name }) => name).join(', ') } } }
  return readTable('excel', sheet?.rows ?? [], layout, sign)
}
