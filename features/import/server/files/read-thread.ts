/** The thread that reads files, one after the other. Only read-beside.ts sends it files. */
import { answerInThread } from '#server/thread.ts'
import type { FileToRead } from './read-beside.ts'
import { type FileRows, readRows } from './read-rows.ts'

answerInThread<FileToRead, FileRows>(({ target, content, told }) => readRows(target, Buffer.from(content), told))
