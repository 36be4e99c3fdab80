/** Reads files, their columns, and the outcome of their rows. */
import type { Refusal } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { textsOfColumns } from '../domain/choice-words.ts'
import { matchColumns, possibleKeys, systemOf } from '../domain/columns.ts'
import { importFile, IMPORTS_PAGE, LINES_PAGE, listImports, listLines, MOST_ROWS } from '../domain/contract.ts'
import { signsOfColumns } from '../domain/number-signs.ts'
import { cellText } from '#kernel/import/cells.ts'
import { getImport, listStored, readLines, readRemembered, readWords } from './stored-file.ts'

/** The cells that are shown of each column. */
const SAMPLES = 3

export const importFileQuery = query(importFile, async ({ rows }, { id }) => {
  const { headings, columns: stored, key, ...file } = await getImport(rows, id)
  const columns = stored ?? matchColumns(file.target, headings, await readRemembered(rows, file.target))
  // an import that is done is not read again, so its numbers need no signs
  const all = await readLines(rows, id, 0, file.state === 'READ' ? MOST_ROWS : SAMPLES)
  const lines = all.slice(0, SAMPLES)
  const texts = file.state === 'READ' ? textsOfColumns(headings.length, all) : []
  return {
    file,
    headings: [...headings],
    samples: headings.map((_, at) => lines.map(({ cells }) => cellText(cells[at]).slice(0, 80))),
    columns: [...columns],
    signs: signsOfColumns(headings.length, all),
    texts,
    words: await readWords(
      rows,
      file.target,
      texts.flatMap((ofColumn) => ofColumn ?? []),
    ),
    key: key ?? possibleKeys(file.target, columns)[0] ?? null,
    system: systemOf(headings),
  }
})

export const listImportsQuery = query(listImports, async ({ rows }, { page }) => {
  const found = await listStored(rows, page, IMPORTS_PAGE)
  return { rows: found.slice(0, IMPORTS_PAGE), more: found.length > IMPORTS_PAGE }
})

export const listLinesQuery = query(listLines, async ({ rows }, { id, kind, page }) => {
  await getImport(rows, id)
  const condition = kind === 'left' ? sql`left_over` : sql`outcome = ${kind}`
  const found = await rows.many<{ line: number; name: string; recordId: number | null; refusal: Refusal | null }>(sql`
    select line, name, record_id as "recordId", problem as refusal from import_lines
    where import_id = ${id} and ${condition} order by line limit ${LINES_PAGE + 1} offset ${(page - 1) * LINES_PAGE}`)
  return { rows: found.slice(0, LINES_PAGE), more: found.length > LINES_PAGE }
})
