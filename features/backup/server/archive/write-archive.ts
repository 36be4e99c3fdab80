/** Writes the zip of a backup from the files of a folder, encrypted if there is a passphrase. */
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { encrypted } from './encryption.ts'

/** Photos are compressed already. */
const isCompressed = (name: string): boolean => name.endsWith('.jpg')

/** Yields one zip with the named files of `folder`, in this order. */
export function archiveOf(
  folder: string,
  names: readonly string[],
  { passphrase, madeAt }: { readonly passphrase: string | null; readonly madeAt: Date },
): AsyncIterable<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  for (const name of names)
    zip.addFile(join(folder, name), name, { compress: !isCompressed(name), mtime: madeAt, mode: 0o100600 })
  zip.end()
  return passphrase === null ? output : encrypted(output, passphrase)
}
