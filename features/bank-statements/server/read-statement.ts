/** Stores the lines of a bank's file, each once. */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import { isIban, plainIban } from '#kernel/settings/checks.ts'
import { slowUpload } from '#server/bytes.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Work } from '#server/work.ts'
import { areEnough, type BankLine, type BankStatement, MOST_STATEMENT_BYTES } from '../domain/bank-line.ts'
import { bankLayouts, MOST_LEFT_OUT, readStatement } from '../domain/contract.ts'
import type { Layout } from '../domain/table-statement.ts'
import { readBeside } from './files/read-beside.ts'

/** The most bytes of a request. A larger file than `MOST_STATEMENT_BYTES` is refused with its reason. */
const MOST_SENT = 2 * MOST_STATEMENT_BYTES
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

/** Reads a file in a thread and outside the transaction, because that takes seconds, and stores its lines. */
export const uploadStatement = slowUpload(readStatement, MOST_SENT, async (reach, input, content) => {
  const { bankName, decimalSign: sign } = input
  const known = await readLayout(reach.rows, bankName)
  const layout = layoutOf(input, known)
  const { statement, problem } = await readBeside({ content, layout, sign })
  if (problem) {
    const { code, details } = problem
    return refuse('refused', `${OWN.includes(code) ? 'bank-statements' : 'purchases'}.file.${code}`, { ...details })
  }
  const iban = statement.iban || plainIban(input.iban) || (known?.iban ?? '')
  if (!isIban(iban))
    return refuse('refused', 'bank-statements.file.iban', { fields: { iban: 'bank-statements.file.iban' } })
  return reach.keep((work) => storeStatement(work, { statement, layout, iban, bankName, fileName: input.name }))
})

type ReadFile = {
  readonly statement: BankStatement
  readonly layout: Layout | null
  readonly iban: string
  readonly bankName: string
  readonly fileName: string
}

/** Stores what the columns of a bank's files mean, and the lines that are not stored yet. */
async function storeStatement(
  work: Work,
  { statement, layout, iban, bankName, fileName }: ReadFile,
): Promise<z.output<typeof readStatement.output>> {
  const { tx, actor, now } = work
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
    values (${bankName}, ${iban}, ${fileName}, ${statement.form}, ${added}, ${before}, ${actor.userId}::bigint, ${actor.name},
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
}

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
