/** Stores the lines of a bank's file, each once. */
import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import { parseCsv } from '#features/purchases/server/file-readers/csv.ts'
import { type FilledSheet, parseExcel } from '#features/purchases/server/file-readers/excel.ts'
import { textOfBytes } from '#features/purchases/server/file-readers/text-of-bytes.ts'
import { parseXml } from '#features/purchases/server/file-readers/xml.ts'
import type { DecimalSign } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { isIban, plainIban } from '#kernel/settings/checks.ts'
import { upload } from '#server/bytes.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import {
  areEnough,
  type BankLine,
  MOST_STATEMENT_BYTES,
  MOST_STATEMENT_LINES,
  type StatementReading,
} from '../domain/bank-line.ts'
import { bankLayouts, MOST_LEFT_OUT, readStatement } from '../domain/contract.ts'
import { isMt940, readMt940 } from '../domain/mt940.ts'
import { hasKnownColumns, type Layout, ratedRows, readTable } from '../domain/table-statement.ts'
import { readCamt } from './camt.ts'

/** The most bytes of a request. A larger file than `MOST_STATEMENT_BYTES` is refused with its reason. */
const MOST_SENT = 2 * MOST_STATEMENT_BYTES
/** An Excel file whose contents are larger has too many lines. It is not read, because no request is answered meanwhile. */
const MOST_UNPACKED = 20_000_000

/** Returns what a file contains, or why it is refused. Never throws for what it contains. */
async function readingOf(content: Buffer, layout: Layout | null, sign?: DecimalSign): Promise<StatementReading> {
  const kind = await fileTypeFromBuffer(content)
  if (kind?.ext === 'xlsx' || kind?.ext === 'zip') return readExcel(content, layout, sign)
  const { text, problem } = await textOfBytes(content)
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

/** The problems of files that this feature words itself. All others are those of the files of providers. */
const OWN = [
  'amount',
  'columns',
  'currency',
  'cut',
  'day',
  'doctype',
  'element',
  'excel',
  'kind',
  'long-row',
  'movement',
  'no-camt',
  'no-lines',
  'quotes',
  'several-accounts',
  'several-sheets',
  'sign',
  'too-many',
  'too-many-columns',
  'xml',
]

/**
 * Returns what distinguishes each line from all others of the account. Equal lines of one file are counted, so that two equal payments of a day
 * are two lines, and the same ones again when a later file contains that day.
 */
function identitiesOf(lines: readonly BankLine[]): string[] {
  const seen = new Map<string, number>()
  return lines.map(({ day, amount, reference, name, iban, text }) => {
    const parts = reference === '' ? ['text', name, iban, text] : ['reference', reference]
    const key = JSON.stringify([day, amount, ...parts])
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return createHash('sha256').update(`${key}#${count}`).digest('hex')
  })
}

/** Returns a line as the database stores it: a text that was cut inside a character of two code units ends in a replacement character. */
const storable = (line: BankLine): BankLine => ({
  ...line,
  name: line.name.toWellFormed(),
  iban: line.iban.toWellFormed(),
  text: line.text.toWellFormed(),
  reference: line.reference.toWellFormed(),
})

type StoredLayout = Layout & { readonly headings: readonly string[]; readonly iban: string }

const readLayout = (rows: Rows, bankName: string): Promise<StoredLayout | null> =>
  rows.maybe<StoredLayout>(sql`select iban, headings, columns from bank_layouts where bank_name = ${bankName}`)

export const uploadStatement = upload(readStatement, MOST_SENT, async (work, input, content) => {
  const { tx, actor, now } = work
  const { bankName } = input
  const known = await readLayout(tx, bankName)
  const layout = layoutOf(input, known)
  const { statement, problem } = await readingOf(content, layout, input.decimalSign)
  if (problem) {
    const { code, details } = problem
    return refuse('refused', `${OWN.includes(code) ? 'bank-statements' : 'purchases'}.file.${code}`, { ...details })
  }
  const iban = statement.iban || plainIban(input.iban) || (known?.iban ?? '')
  if (!isIban(iban))
    return refuse('refused', 'bank-statements.file.iban', { fields: { iban: 'bank-statements.file.iban' } })
  if (statement.headings)
    await tx.run(sql`
      insert into bank_layouts (bank_name, iban, headings, columns)
      values (${bankName}, ${iban}, ${JSON.stringify(layout ? statement.headings : [])}::jsonb, ${JSON.stringify(layout?.columns ?? [])}::jsonb)
      on conflict (bank_name) do update set iban = excluded.iban, headings = excluded.headings, columns = excluded.columns`)
  const identities = identitiesOf(statement.lines)
  // two uploads of one account write one after the other, so that each counts what the other stored
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`bank-lines ${iban}`}, 0))`)
  const { count: before } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from bank_lines where iban = ${iban} and identity = any(${identities}::text[])`)
  const added = statement.lines.length - before
  const read = { added, known: before, leftOut: (statement.leftOut ?? []).slice(0, MOST_LEFT_OUT) }
  if (added === 0) return read
  const { id } = await tx.one<{ id: number }>(sql`
    insert into bank_statements (bank_name, iban, file_name, form, added, known, user_id, user_name, created_at)
    values (${bankName}, ${iban}, ${input.name}, ${statement.form}, ${added}, ${before}, ${actor.userId}::bigint, ${actor.name},
      ${now}::timestamptz) returning id`)
  const rows = statement.lines.map((line, at) => ({ ...storable(line), identity: identities[at] }))
  await tx.run(sql`
    insert into bank_lines (statement_id, iban, identity, day, amount_cents, name, party_iban, text, reference)
    select ${id}, ${iban}, r.identity, r.day, r.amount, r.name, r.iban, r.text, r.reference
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (identity text, day date, amount bigint, name text, iban text, text text, reference text)
    on conflict (iban, identity) do nothing`)
  work.moved({ entity: 'bank-statements', id })
  return read
})

type Said = { readonly headingsLine?: number | undefined; readonly columns?: Layout['columns'] | undefined }

/** Returns what the person said about the columns now, or else earlier. */
function layoutOf({ headingsLine, columns }: Said, known: StoredLayout | null): Layout | null {
  if (headingsLine !== undefined && columns) {
    if (!areEnough(columns)) refuse('refused', 'bank-statements.file.columns-lack')
    return { line: headingsLine, columns }
  }
  return known && known.headings.length > 0 ? known : null
}

export const bankLayoutsQuery = query(bankLayouts, async ({ rows }) => ({
  layouts: await rows.many<{ bankName: string; iban: string }>(sql`
    select bank_name as "bankName", iban from bank_layouts order by bank_name`),
}))
