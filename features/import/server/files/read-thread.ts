/** The thread that reads files, one after the other, so that a large one does not block the server. Only read-beside.ts sends it files. */
import { parentPort } from 'node:worker_threads'
import { Refused } from '#kernel/refusal.ts'
import { readRows } from './read-rows.ts'
import type { FileToRead, RowsRead } from './read-beside.ts'

async function read({ target, content, told }: FileToRead): Promise<RowsRead> {
  try {
    return { done: await readRows(target, Buffer.from(content), told) }
  } catch (error) {
    return error instanceof Refused ? { refused: error.refusal } : { failed: (error as Error).stack ?? String(error) }
  }
}

parentPort?.on('message', (file: FileToRead) => {
  void read(file).then((answer) => parentPort?.postMessage(answer))
})
