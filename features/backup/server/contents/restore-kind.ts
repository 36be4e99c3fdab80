/** Brings back the records of one kind by their numbers. All triggers run, so that every figure follows from the records. */
import { type Rows, sql } from '#server/db/database.ts'
import type { RecordKind } from '../../domain/contract.ts'
import { fileOfTable } from '../../domain/manifest.ts'
import { BrokenBackup } from '../archive/broken-backup.ts'
import type { Archive } from '../archive/open-archive.ts'
import type { TableDifference } from './compare.ts'
import { inPieces, insertion, ofRows } from './load.ts'
import { quoted, rowsAtOnce, type Shape, shapesOf } from './shapes.ts'

type Part = {
  readonly table: string
  /** Columns that stay as they are in a record that is there: other records compute them. */
  readonly stays?: readonly string[]
  /** Only missing rows are written: rows of this table never change once they count. */
  readonly onlyMissing?: true
}

/** The tables of each kind, those first to which the others refer. */
const PARTS: Readonly<Record<RecordKind, readonly Part[]>> = {
  customers: [{ table: 'customers' }],
  products: [
    // the ledger computes the stock and its value, and booked invoices the cost
    { table: 'products', stays: ['stock_e4', 'stock_value_cents', 'average_cost_e8', 'cost_price_e4'] },
    { table: 'requirement_steps' },
    { table: 'requirement_materials' },
  ],
  // a record that moved on has stock movements, loans and documents, which would no longer fit
  orders: [
    { table: 'orders', onlyMissing: true },
    { table: 'order_lines', onlyMissing: true },
    { table: 'order_loans', onlyMissing: true },
  ],
  // no call brings providers back, and an invoice cannot be written without its provider
  invoices: [
    { table: 'providers', onlyMissing: true },
    { table: 'inbound_invoices', onlyMissing: true },
    { table: 'inbound_invoice_lines', onlyMissing: true },
  ],
  loans: [{ table: 'loans', onlyMissing: true }],
}

/** Writes the records of a kind that are missing, and those that were changed since where that is safe. Removes nothing. */
export async function restoreKind(tx: Rows, kind: RecordKind, archive: Archive): Promise<TableDifference[]> {
  await tx.many(sql`select set_config('statement_timeout', '0', true)`)
  const shapes = new Map((await shapesOf(tx)).map((shape) => [shape.table, shape]))
  const found: TableDifference[] = []
  for (const part of PARTS[kind]) {
    const shape = shapes.get(part.table)
    if (!shape || !archive.manifest.tables[part.table]) throw new BrokenBackup('missing-file', fileOfTable(part.table))
    found.push(await restorePart(tx, part, shape, archive))
  }
  return found
}

async function restorePart(tx: Rows, part: Part, shape: Shape, archive: Archive): Promise<TableDifference> {
  let [rows, added, changed] = [0, 0, 0]
  const clause = conflictClause(part, shape)
  for await (const lines of inPieces(archive.lines(shape.table), rowsAtOnce(shape))) {
    rows += lines.length
    const written = await tx
      .many<{ added: boolean }>(sql`${insertion(shape, lines, clause)} returning xmax = 0 as added`)
      .catch((error: unknown) => {
        throw ofRows(error) ? new BrokenBackup('rows', shape.table) : error
      })
    added += written.filter((one) => one.added).length
    changed += written.filter((one) => !one.added).length
  }
  return { table: shape.table, rows, present: rows - added, added, changed, removed: 0 }
}

function conflictClause({ stays = [], onlyMissing }: Part, shape: Shape): string {
  const key = shape.key.map(({ name }) => quoted(name)).join(', ')
  if (onlyMissing) return `where true on conflict (${key}) do nothing`
  const own = shape.columns.filter((column) => !shape.key.includes(column) && !stays.includes(column.name))
  const given = own.map(({ name }) => `excluded.${quoted(name)}`).join(', ')
  const present = own.map(({ name }) => `present.${quoted(name)}`).join(', ')
  const set = own.map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ')
  return `where true on conflict (${key}) do update set ${set} where (${present}) is distinct from (${given})`
}
