/** Writes the export of everything into a folder, from one snapshot: a CSV of each table, what its columns mean, and SQL. */
import { type FileHandle, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Rows, sql } from '#server/db/database.ts'
import { makeFolder } from '#server/make-folder.ts'
import { quoted } from '../contents/shapes.ts'
import { inStore, type SnapshotParts } from '../contents/snapshot.ts'
import { spool } from '../archive/spool.ts'
import { type OutTable, outTables } from './columns.ts'
import { insertedColumns, readTexts } from './row-texts.ts'
import { aroundRows } from './sql-file.ts'

const SQL_FILE = 'kerino.sql'
const COLUMNS_FILE = 'columns.csv'
const GUIDE_FILE = 'columns.md'
/** The byte order mark tells spreadsheets that a file is UTF-8. */
const MARK = '\uFEFF'

export type OutParts = Pick<SnapshotParts, 'db' | 'objects' | 'now' | 'progress'>
export type WrittenOut = { readonly names: readonly string[]; readonly tables: number; readonly rows: number }

/** Returns the name of the CSV of a table in the zip. */
const csvOf = (table: string): string => `csv/${table}.csv`

/** Writes every file of the export into `folder`. Returns their names. */
export async function writeOut(folder: string, parts: OutParts): Promise<WrittenOut> {
  makeFolder(folder)
  const file = await open(join(folder, SQL_FILE), 'wx', 0o600)
  try {
    const written = await parts.db.transaction('read', (tx) => writeTables(tx, folder, file, parts))
    const photos = await inStore(written.photos, folder, parts.objects)
    return {
      names: [SQL_FILE, COLUMNS_FILE, GUIDE_FILE, ...written.names, ...Object.keys(photos)],
      tables: written.tables,
      rows: written.rows,
    }
  } finally {
    await file.close()
  }
}

type WrittenTables = WrittenOut & { readonly photos: readonly string[] }

async function writeTables(tx: Rows, folder: string, file: FileHandle, parts: OutParts): Promise<WrittenTables> {
  const tables = await outTables(tx)
  const { head, tail } = await aroundRows(
    tx,
    tables.map(({ shape }) => shape.table),
    parts.now,
  )
  await writeFile(join(folder, COLUMNS_FILE), columnsFile(tables), { mode: 0o600 })
  await writeFile(join(folder, GUIDE_FILE), guideFile(tables), { mode: 0o600 })
  await file.write(head)
  const names: string[] = []
  let rows = 0
  for (const table of tables) {
    const files = await writeTable(tx, table, folder, file, (more) => {
      rows += more
      parts.progress(rows)
    })
    names.push(csvOf(table.shape.table), ...files)
  }
  await file.write(tail)
  const photos = await tx.many<{ key: string }>(sql`select key from photos where in_store order by key`)
  return { names, tables: tables.length, rows, photos: photos.map(({ key }) => key) }
}

/** Writes the CSV of a table, its files, and its rows in the SQL. Returns the names of its files. */
async function writeTable(
  tx: Rows,
  table: OutTable,
  folder: string,
  file: FileHandle,
  progress: (rows: number) => void,
): Promise<string[]> {
  const names: string[] = []
  const insert = `insert into ${quoted(table.shape.table)} (${insertedColumns(table)}) overriding system value values\n`
  async function* pieces(): AsyncGenerator<string> {
    yield `${MARK}${table.columns.map(({ name }) => name).join(',')}\r\n`
    for await (const rows of readTexts(tx, table)) {
      for (const { file: name, content } of rows) {
        if (name === null || content === null) continue
        makeFolder(dirname(join(folder, name)))
        await writeFile(join(folder, name), content, { flag: 'wx', mode: 0o600 })
        names.push(name)
      }
      await file.write(`${insert}${rows.map((row) => row.sql).join(',\n')};\n`)
      progress(rows.length)
      yield rows.map(({ csv }) => `${csv}\r\n`).join('')
    }
  }
  await spool(join(folder, csvOf(table.shape.table)), pieces())
  return names
}

/** Returns a text as a cell of CSV. */
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`

function columnsFile(tables: readonly OutTable[]): string {
  const lines = tables.flatMap(({ shape, columns }) =>
    columns.map(({ name, stored, type, unit, meaning, refersTo, values }) =>
      [shape.table, name, stored, type, unit, meaning, refersTo, values].map(cell).join(','),
    ),
  )
  return `${MARK}${['table,column,column in the SQL,type,unit,description,refers to,values', ...lines].join('\r\n')}\r\n`
}

const INTRODUCTION = `# All data of Kerino

- \`csv/\` has one file for each table: UTF-8, commas between the columns, a point before decimals, texts in quotation marks. Amounts are
  euros, rates are percent, moments are the time in Athens. A text that a spreadsheet would run as a formula begins with an apostrophe.
- \`files/\` and \`objects/\` have the photos, attachments and other files.
- \`kerino.sql\` is read by psql into an empty database of PostgreSQL 15 or newer. Its columns are those named "in the SQL"; amounts there
  are whole cents (\`_cents\`), and quantities and prices are ten-thousandths (\`_e4\`).
- Passwords, PINs, sessions and keys are not in it.
`

function guideFile(tables: readonly OutTable[]): string {
  const parts = tables.map(({ shape, meaning, columns }) =>
    [
      `## ${shape.table}\n\n${meaning}\n\n| Column | In the SQL | Type | Unit | Description | Refers to | Values |\n|---|---|---|---|---|---|---|`,
      ...columns.map(({ name, stored, type, unit, meaning: says, refersTo, values }) =>
        ['', name, stored, type, unit, says, refersTo, values, ''].join(' | ').trim(),
      ),
    ].join('\n'),
  )
  return [INTRODUCTION, ...parts].join('\n\n').concat('\n')
}
