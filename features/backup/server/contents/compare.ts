/** Compares a backup with the present rows, table by table, without holding either in memory. */
import type { Rows } from '#server/db/database.ts'
import type { Archive } from '../archive/open-archive.ts'
import { readLines } from './read-rows.ts'
import { isNumber, type Shape, shapesOf } from './shapes.ts'

/** What a restore would do to a table. */
export type TableDifference = {
  readonly table: string
  /** The rows of the backup, and those that are here now. */
  readonly rows: number
  readonly present: number
  /** Rows that only the backup has, rows that differ, and rows that are only here. */
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/** Returns the difference of each table. Reads the backup whole, so it throws BrokenBackup if a row was changed. */
export async function compareContents(tx: Rows, archive: Archive): Promise<TableDifference[]> {
  const found: TableDifference[] = []
  for (const shape of await shapesOf(tx)) found.push(await compareTable(tx, shape, archive))
  return found
}

async function compareTable(tx: Rows, shape: Shape, archive: Archive): Promise<TableDifference> {
  const counts = { rows: 0, present: 0, added: 0, changed: 0, removed: 0 }
  const [given, present] = [eachOf(archive.lines(shape.table)), eachOf(readLines(tx, shape))]
  try {
    let [left, right] = [await given.next(), await present.next()]
    while (!left.done || !right.done) {
      const order = left.done
        ? 1
        : right.done
          ? -1
          : left.value === right.value
            ? 0
            : compareKeys(shape, left.value, right.value)
      if (order === 0 && left.value !== right.value) counts.changed += 1
      if (order < 0) counts.added += 1
      if (order > 0) counts.removed += 1
      if (order <= 0) {
        counts.rows += 1
        left = await given.next()
      }
      if (order >= 0) {
        counts.present += 1
        right = await present.next()
      }
    }
  } finally {
    await present.return(undefined)
    await given.return(undefined)
  }
  return { table: shape.table, ...counts }
}

async function* eachOf(source: AsyncIterable<readonly string[]>): AsyncGenerator<string, undefined> {
  for await (const lines of source) yield* lines
}

/** Compares the keys of two rows in the order in which the rows are sorted. */
function compareKeys({ key }: Shape, left: string, right: string): number {
  const [a, b] = [JSON.parse(left), JSON.parse(right)] as [Record<string, unknown>, Record<string, unknown>]
  for (const column of key) {
    const [one, other] = [a[column.name], b[column.name]]
    // the database sorts empty values last
    if (one === null || other === null) {
      if (one === other) continue
      return one === null ? 1 : -1
    }
    const order = isNumber(column) ? Number(one) - Number(other) : Buffer.compare(bytesOf(one), bytesOf(other))
    if (order !== 0) return order
  }
  return 0
}

/** The bytes of a value as `collate "C"` compares its text: a moment has a space there where JSON has a T. */
const bytesOf = (value: unknown): Buffer => Buffer.from(String(value).replace(/^(\d{4}-\d\d-\d\d)T(?=\d\d:)/, '$1 '))
