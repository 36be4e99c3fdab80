/** Checks the rows of a file, imports them, and takes an import back. */
import { headingKey, matchColumns } from '../domain/columns.ts'
import { refuse } from '#kernel/refusal.ts'
import { command, lookup } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type Jump, numberAfter } from '#server/import-numbers.ts'
import { inSavepoint } from '#server/runner/savepoint.ts'
import type { Work } from '#server/work.ts'
import {
  CHECKED_AT_ONCE,
  IMPORTS_TOPIC,
  checkRows,
  type Counts,
  importRows,
  MOST_ROWS,
  type Outcome,
  type OutcomeRow,
  undoImport,
} from '../domain/contract.ts'
import type { FileLine } from '#kernel/import/cells.ts'
import { firstLinesOf, type ReadItem, readItems, type Reading } from '../domain/items.ts'
import { processRows, readAllItems, type Result } from './process.ts'
import {
  type Chosen,
  getImport,
  readingOf,
  readLines,
  rememberColumns,
  rememberWords,
  type StoredImport,
} from './stored-file.ts'
import { storableJson } from './stored-json.ts'
import { IMPORT_TARGETS } from './targets/all.ts'
import type { Imported } from './targets/target.ts'

/** The most rows of one recipe, which are never divided. */
const MOST_OF_RECIPE = 2_000

/** Carries what rows would do out of the transaction that is rolled back. */
class Tried extends Error {
  readonly results: readonly Result[]
  constructor(results: readonly Result[]) {
    super('the rows were only tried')
    this.results = results
  }
}

/** Tries some rows in a transaction that is rolled back, so that exactly the rules of the import are asked. */
export const checkRowsLookup = lookup(checkRows, async (reach, { id, after, asWritten, ...chosen }) => {
  const { keep } = reach
  let next: number | null = null
  try {
    await keep(async (work) => {
      const file = await getImport(work.tx, id)
      if (file.state !== 'READ') refuse('conflict', 'import.done', { name: file.name })
      const all = await readLines(work.tx, id, 0, MOST_ROWS)
      const reading = readingOf(file, all, chosen)
      const rest = all.filter(({ line }) => line > after)
      const lines = part(reading, rest)
      next = lines.length < rest.length ? (lines.at(-1)?.line ?? null) : null
      const firstLines = firstLinesOf(await readAllItems(reading, all))
      const batch = { reading, lines, firstLines, source: file.name, asWritten, trial: true }
      throw new Tried(await processRows(work, batch))
    })
  } catch (error) {
    if (error instanceof Tried) return { rows: error.results.map(shown), next }
    throw error
  }
  throw new Error('the trial did not end')
})

/** Numbers records that get a number later after those that the rows name, also rows that are refused. */
async function numberAfterRows(
  { tx }: Work,
  { target }: Reading,
  items: readonly ReadItem[],
  jump: Jump,
): Promise<void> {
  const { numbering } = IMPORT_TARGETS[target]
  if (numbering === undefined) return
  const numbers = items.flatMap(({ values: [values] }) => (typeof values?.['id'] === 'number' ? [values['id']] : []))
  await numberAfter(tx, numbering, numbers, jump)
}

/** Returns the first lines, up to a whole record. */
function part(reading: Reading, lines: readonly FileLine[]): readonly FileLine[] {
  if (lines.length <= CHECKED_AT_ONCE) return lines
  if (reading.target !== 'recipes') return lines.slice(0, CHECKED_AT_ONCE)
  const items = readItems(reading, lines.slice(0, CHECKED_AT_ONCE + MOST_OF_RECIPE))
  const whole = items.findIndex(({ lines: own }) => (own.at(-1) ?? 0) > (lines[CHECKED_AT_ONCE - 1]?.line ?? 0))
  const last = items[Math.max(whole, 0)]?.lines.at(-1) ?? 0
  return lines.filter(({ line }) => line <= last)
}

/** The most numbers of a row that a preview shows. A recipe has many. */
const SHOWN_NUMBERS = 20

const outcomeOf = ({ written }: Result): Outcome => written?.outcome ?? 'refused'

const shown = (result: Result): OutcomeRow => ({
  line: result.item.line,
  name: result.item.name,
  outcome: outcomeOf(result),
  refusal: result.refusal && { ...result.refusal },
  changes: Object.fromEntries(Object.entries(result.changes).map(([field, [old, now]]) => [field, [old, now]])),
  numbers: result.item.numbers.slice(0, SHOWN_NUMBERS),
})

export const importRowsCommand = command(importRows, async (work, { id, asWritten, jump, ...chosen }) => {
  const { tx, now } = work
  work.announceNothing()
  const file = await getImport(tx, id, { lock: true })
  if (file.state !== 'READ') refuse('conflict', 'import.done', { name: file.name })
  const lines = await readLines(tx, id, 0, MOST_ROWS)
  const reading = readingOf(file, lines, chosen)
  const items = await readAllItems(reading, lines)
  const firstLines = firstLinesOf(items)
  await numberAfterRows(work, reading, items, jump)
  const counts = { added: 0, changed: 0, same: 0, refused: 0 }
  for (let rest: readonly FileLine[] = lines; rest.length > 0; ) {
    const now = part(reading, rest)
    rest = rest.slice(now.length)
    const batch = { reading, lines: now, firstLines, source: file.name, asWritten, trial: false }
    const results = await processRows(work, batch)
    for (const result of results) counts[COUNTED[outcomeOf(result)]] += 1
    await storeResults(tx, id, results)
  }
  await remember(work, file, chosen)
  await tx.run(sql`
    update imports set state = 'DONE', done_at = ${now}::timestamptz, columns = ${JSON.stringify(chosen.columns)}::jsonb, key = ${chosen.key},
      added = ${counts.added}, changed = ${counts.changed}, same = ${counts.same}, refused = ${counts.refused}
    where id = ${id}`)
  work.moved({ entity: IMPORTS_TOPIC, id })
  return counts
})

const COUNTED: Readonly<Record<Outcome, keyof Counts>> = {
  new: 'added',
  changed: 'changed',
  same: 'same',
  refused: 'refused',
}

/** Remembers the columns that the person chose otherwise than they are matched without help, and what they said of texts. */
async function remember(
  work: Work,
  { target, headings }: StoredImport,
  { columns, words }: Pick<Chosen, 'columns' | 'words'>,
): Promise<void> {
  const said = words.filter(({ field }) => columns.includes(field))
  if (said.length > 0) await rememberWords(work, target, said)
  const usual = matchColumns(target, headings)
  const chosen = headings.flatMap((heading, at) =>
    columns[at] === usual[at] ? [] : [{ heading: headingKey(heading), field: columns[at] ?? null }],
  )
  if (chosen.length > 0) await rememberColumns(work, target, chosen)
}

async function storeResults(tx: Rows, id: number, results: readonly Result[]): Promise<void> {
  const rows = results.map((result) => ({
    line: result.item.line,
    outcome: outcomeOf(result),
    name: result.item.name,
    record_id: result.written?.id ?? null,
    before: result.written?.before ?? null,
    version: result.written?.version ?? null,
    problem: result.refusal,
  }))
  await tx.run(sql`
    update import_lines l set outcome = r.outcome, name = r.name, record_id = r.record_id, before = r.before, version = r.version,
      problem = r.problem
    from jsonb_to_recordset(${storableJson(rows)}::jsonb)
      as r(line int, outcome text, name text, record_id bigint, before jsonb, version int, problem jsonb)
    where l.import_id = ${id} and l.line = r.line`)
}

type UndoneRow = Omit<Imported, 'source'> & { readonly line: number }

/** Takes the records of an import back, the last first. */
export const undoImportCommand = command(undoImport, async (work, { id }) => {
  const { tx, now, actor } = work
  work.announceNothing()
  const file = await getImport(tx, id, { lock: true })
  if (file.state === 'READ') refuse('refused', 'import.not-done', { name: file.name })
  if (file.state === 'UNDONE') refuse('conflict', 'import.undone', { name: file.name })
  const rows = await tx.many<UndoneRow>(sql`
    select line, record_id as id, name, outcome, before, version from import_lines
    where import_id = ${id} and outcome in ('new', 'changed') order by line desc`)
  const left: { line: number; problem: unknown }[] = []
  for (const { line, ...record } of rows) {
    const done = await inSavepoint(work, (inner) =>
      IMPORT_TARGETS[file.target].undo(inner, { ...record, source: file.name }),
    )
    if ('refusal' in done) left.push({ line, problem: done.refusal })
  }
  await tx.run(sql`
    update import_lines l set left_over = true, problem = r.problem
    from jsonb_to_recordset(${storableJson(left)}::jsonb) as r(line int, problem jsonb)
    where l.import_id = ${id} and l.line = r.line`)
  const takenBack = rows.length - left.length
  await tx.run(sql`
    update imports set state = 'UNDONE', undone_at = ${now}::timestamptz, undone_by = ${actor.name}, taken_back = ${takenBack},
      left_over = ${left.length}
    where id = ${id}`)
  work.moved({ entity: IMPORTS_TOPIC, id })
  return { takenBack, left: left.length }
})
