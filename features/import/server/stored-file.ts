/** Stores the files that were read, and reads them again. */
import { refuse, stopOn } from '#kernel/refusal.ts'
import { slowUpload } from '#server/bytes.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { forgetRows, type Retention } from '#server/jobs/retention.ts'
import type { Work } from '#server/work.ts'
import type { Word } from '../domain/choice-words.ts'
import { type Columns, fieldTwice, headingKey } from '../domain/columns.ts'
import { type ImportFile, MOST_FILE_BYTES, readFile, UNDO_DAYS } from '../domain/contract.ts'
import type { FileLine } from '#kernel/import/cells.ts'
import { type Reading, whyNotColumns } from '../domain/items.ts'
import { isNumber, type Signs, signsOfColumns, signsOfFile, unclearColumns } from '../domain/number-signs.ts'
import { readBeside } from './files/read-beside.ts'
import { storable } from './stored-json.ts'

/** A request may be larger than a file, so that a larger file is refused with its reason. */
const MOST_SENT = 2 * MOST_FILE_BYTES
/** Rows that one statement stores. */
const STORED_AT_ONCE = 5_000

/** Reads a file in a thread and outside the transaction, because that takes seconds, and stores its rows. */
export const uploadImportFile = slowUpload(readFile, MOST_SENT, async (reach, { target, name, ...told }, content) => {
  const { form, headings, rows } = await readBeside({ target, content, told })
  return reach.keep(async ({ tx, actor, now }) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into imports (target, name, form, headings, line_count, user_id, user_name, created_at)
      values (${target}, ${name}, ${form}, ${JSON.stringify(headings.map(storable))}::jsonb, ${rows.length}, ${actor.userId}::bigint,
        ${actor.name}, ${now}::timestamptz)
      returning id`)
    for (let from = 0; from < rows.length; from += STORED_AT_ONCE) {
      const part = rows.slice(from, from + STORED_AT_ONCE).map(({ line, cells }) => ({
        line,
        cells: cells.map((cell) => (typeof cell === 'number' ? cell : storable(cell))),
      }))
      await tx.run(sql`
        insert into import_lines (import_id, line, cells)
        select ${id}, line, cells from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as l(line int, cells jsonb)`)
    }
    return { id }
  })
})

const FILE: Sql = sql`
  id, target, name, form, line_count as lines, state, user_name as "userName", created_at as created,
  done_at as done, undone_at as undone, undone_by as "undoneBy", taken_back as "takenBack", left_over as "left",
  json_build_object('added', added, 'changed', changed, 'same', same, 'refused', refused) as counts`

export type StoredImport = ImportFile & {
  readonly headings: readonly string[]
  readonly columns: readonly (string | null)[] | null
  readonly key: string | null
}

/** Returns a file, locked until the commit if `lock` is true. Refuses one that was deleted. */
export async function getImport(rows: Rows, id: number, { lock = false } = {}): Promise<StoredImport> {
  const file = await rows.maybe<StoredImport>(sql`
    select ${FILE}, headings, columns, key from imports where id = ${id} ${lock ? sql`for update` : sql``}`)
  return file ?? refuse('missing', 'import.missing', { id })
}

export const listStored = (rows: Rows, page: number, size: number): Promise<ImportFile[]> =>
  rows.many<ImportFile>(sql`
    select ${FILE} from imports order by id desc limit ${size + 1} offset ${(page - 1) * size}`)

/** The choices of the person about a file. */
export type Chosen = {
  readonly columns: Columns
  readonly key: string
  readonly signs: Signs
  readonly words: readonly Word[]
}

/**
 * Returns how the lines of a file are read with the chosen columns. Refuses columns with which nothing can be imported, and numbers with two
 * readings whose decimal sign neither their file nor the person says.
 */
export function readingOf(file: StoredImport, lines: readonly FileLine[], chosen: Chosen): Reading {
  const { target, form, headings } = file
  const { columns, key, signs: answers, words } = chosen
  if (columns.length !== headings.length)
    refuse('invalid', 'input', { fields: { columns: 'too_small' }, first: 'columns' })
  if (fieldTwice(columns) !== null) refuse('invalid', 'import.field-twice')
  stopOn(whyNotColumns(target, columns, key))
  const cells = signsOfColumns(columns.length, lines, (at) => isNumber(target, columns[at]))
  const numbers = { target, form, columns, cells }
  const asked = unclearColumns(numbers, answers).find(({ sign }) => sign === null)
  if (asked) refuse('invalid', 'import.sign-unclear', { column: headings[asked.at], text: asked.text })
  return { target, headings, columns, key, signs: signsOfFile(numbers, answers), words }
}

/** Returns the lines of a file after a line, at most `most`. */
export const readLines = (rows: Rows, id: number, after: number, most: number): Promise<FileLine[]> =>
  rows.many<FileLine>(sql`
    select line, cells from import_lines where import_id = ${id} and line > ${after} order by line limit ${most}`)

/** Remembers what people chose for the headings of a kind of file. */
export async function rememberColumns(
  { tx }: Pick<Work, 'tx'>,
  target: string,
  chosen: readonly { heading: string; field: string | null }[],
): Promise<void> {
  await tx.run(sql`
    insert into import_columns (target, heading, field)
    select distinct on (heading) ${target}, heading, field from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb) as c(heading text, field text)
    where heading <> ''
    on conflict (target, heading) do update set field = excluded.field`)
}

/** Remembers what people said that the texts of fields are, for the next file of this kind. */
export async function rememberWords({ tx }: Pick<Work, 'tx'>, target: string, words: readonly Word[]): Promise<void> {
  const said = words.map(({ field, text, value }) => ({ field, text: headingKey(text), value }))
  await tx.run(sql`
    insert into import_words (target, field, text, value)
    select distinct on (field, text) ${target}, field, text, value
    from jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as w(field text, text text, value text)
    where text <> ''
    on conflict (target, field, text) do update set value = excluded.value`)
}

/** Returns what people said of those of the texts that stood in earlier files of this kind, as the texts are written in this one. */
export async function readWords(rows: Rows, target: string, texts: readonly string[]): Promise<Word[]> {
  const written = new Map(texts.map((text) => [headingKey(text), text]))
  const found = await rows.many<Word>(sql`
    select field, text, value from import_words
    where target = ${target} and text = any(${[...written.keys()]}::text[]) order by field, text`)
  return found.map((word) => ({ ...word, text: written.get(word.text) ?? word.text }))
}

export async function readRemembered(rows: Rows, target: string): Promise<Record<string, string | null>> {
  const found = await rows.many<{ heading: string; field: string | null }>(
    sql`select heading, field from import_columns where target = ${target}`,
  )
  return Object.fromEntries(found.map(({ heading, field }) => [heading, field]))
}

/** Files and the outcome of their rows. An import can be undone as long as it is kept. */
export const oldImports: Retention = {
  name: 'imports',
  days: UNDO_DAYS,
  leastDays: 1,
  mostANight: 200,
  forget: forgetRows(sql`delete from imports`, (before) => sql`from imports where created_at < ${before}`, {
    order: 'created_at',
  }),
}
