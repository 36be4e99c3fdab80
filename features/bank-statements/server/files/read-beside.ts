/** Reads the files of banks in a thread beside the server, because a large one takes seconds. */
import type { DecimalSign } from '#kernel/money.ts'
import { openReader } from '#server/files/file-reading.ts'
import type { StatementReading } from '../../domain/bank-line.ts'
import type { Layout } from '../../domain/table-statement.ts'

/** What the thread reads. */
export type StatementToRead = {
  readonly content: Uint8Array
  readonly layout: Layout | null
  readonly sign: DecimalSign | undefined
}

/** Returns what a file contains like `readStatementFile`. */
export const readBeside = openReader<StatementToRead, StatementReading>(new URL('./read-thread.ts', import.meta.url))
