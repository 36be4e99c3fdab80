/** The thread that reads the files of banks, one after the other. Only read-beside.ts sends it files. */
import { answerInThread } from '#server/thread.ts'
import type { StatementReading } from '../../domain/bank-line.ts'
import type { StatementToRead } from './read-beside.ts'
import { readStatementFile } from './read-statement-file.ts'

answerInThread<StatementToRead, StatementReading>(({ content, layout, sign }) =>
  readStatementFile(Buffer.from(content), layout, sign),
)
