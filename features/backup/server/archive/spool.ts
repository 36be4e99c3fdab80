/** Writes a file piece by piece, with its size and its hash. */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '#server/make-folder.ts'

export type Spooled = { readonly bytes: number; readonly sha256: string }

/** Writes the pieces to a new file. */
export async function spool(path: string, pieces: AsyncIterable<string | Uint8Array>): Promise<Spooled> {
  makeFolder(dirname(path))
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  let bytes = 0
  try {
    for await (const piece of pieces) {
      const content = typeof piece === 'string' ? Buffer.from(piece) : piece
      hash.update(content)
      bytes += content.byteLength
      await file.write(content)
    }
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}
