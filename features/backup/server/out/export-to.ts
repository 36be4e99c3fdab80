/** Writes the export of everything of a database into one zip. */
import { mkdtempSync, rmSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { spool } from '../archive/spool.ts'
import { archiveOf } from '../archive/write-archive.ts'
import { type OutParts, writeOut, type WrittenOut } from './write-out.ts'

/** Writes the zip at `path`, which appears when it is complete. Returns what it contains. */
export async function exportTo(path: string, parts: Omit<OutParts, 'progress'>): Promise<WrittenOut> {
  const folder = mkdtempSync(join(dirname(path), `.${basename(path)}-`))
  try {
    const written = await writeOut(folder, { ...parts, progress: () => {} })
    const draft = join(folder, 'archive')
    await spool(draft, archiveOf(folder, written.names, { passphrase: null, madeAt: parts.now }))
    await rename(draft, path)
    return written
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
