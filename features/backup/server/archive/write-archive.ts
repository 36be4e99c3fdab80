/** Writes the zip of a backup from the files of a folder, encrypted if there is a passphrase. */
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { encrypted } from './encryption.ts'
import { type Spooled, spool } from './spool.ts'

/** Photos are compressed already. */
const isCompressed = (name: string): boolean => name.endsWith('.jpg')

/** Writes the named files of `folder` into one zip at `path`, in this order. `progress` receives the bytes that were written since its last call. */
export async function writeArchive(
  folder: string,
  names: readonly string[],
  path: string,
  { passphrase, madeAt }: { readonly passphrase: string | null; readonly madeAt: Date },
): Promise<Spooled> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  for (const name of names)
    zip.addFile(join(folder, name), name, { compress: !isCompressed(name), mtime: madeAt, mode: 0o100600 })
  zip.end()
  return spool(path, passphrase === null ? output : encrypted(output, passphrase))
}
