/** Receives a backup from the computer of an administrator, in parts. */
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutputOf } from '#kernel/contract.ts'
import { refuse } from '#kernel/refusal.ts'
import { slowUpload } from '#server/bytes.ts'
import { lookup, type Reach } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { makeFolder } from '#server/make-folder.ts'
import { addPart, beginUpload, PART_BYTES } from '../domain/contract.ts'
import { isEncrypted } from './archive/encryption.ts'
import { demandPlace } from './lookups.ts'
import { touched } from './work/begun.ts'

export const beginUploadLookup = lookup(beginUpload, async (reach, { name, bytes }) => {
  demandPlace(reach)
  return reach.keep(async ({ tx, actor, now, moved }) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into backups (name, file, origin, state, asked_at, asked_name, expected_bytes)
      values (${name}, 'received', 'UPLOAD', 'RECEIVING', ${now}::timestamptz, ${actor.name}, ${bytes}) returning id`)
    await tx.run(sql`update backups set file = ${`received-${id}.zip`} where id = ${id}`)
    moved(touched(id))
    return { id }
  })
})

type Received = OutputOf<typeof addPart>

/** Writes a part to its place in the file. The same part twice changes nothing, so a page repeats what was cut off. */
export async function receivePart(
  reach: Reach,
  { id, from }: { readonly id: number; readonly from: number },
  content: Buffer,
): Promise<Received> {
  const place = demandPlace(reach)
  const known = await reach.rows.maybe<{ file: string; bytes: number; expected: number }>(sql`
    select file, bytes, expected_bytes as expected from backups where id = ${id} and state = 'RECEIVING' and removed_at is null`)
  if (!known) return refuse('missing', 'backup.no-upload')
  if (from > known.bytes || content.length === 0) refuse('conflict', 'backup.wrong-part')
  const received = Math.max(known.bytes, from + content.length)
  if (received > known.expected) refuse('invalid', 'backup.too-many-bytes')
  makeFolder(place.folder, 0o700)
  const path = join(place.folder, known.file)
  const exists = await stat(path).catch(() => null)
  const file = await open(path, exists ? 'r+' : 'w+', 0o600)
  let encrypted = false
  try {
    await file.write(content, 0, content.length, from)
    const { buffer } = await file.read(Buffer.alloc(64), 0, 64, 0)
    encrypted = isEncrypted(buffer)
  } finally {
    await file.close()
  }
  const complete = received === known.expected
  await reach.keep(async ({ tx, now, moved, record }) => {
    await tx.run(sql`
      update backups set bytes = ${received}, encrypted = ${encrypted},
        state = ${complete ? 'DONE' : 'RECEIVING'}, ended_at = ${complete ? now : null}::timestamptz
      where id = ${id} and state = 'RECEIVING'`)
    if (!complete) return
    moved(touched(id))
    record({ entity: 'backups', id, changes: { backup: [null, 'RECEIVED'] } })
  })
  return { received, complete }
}

export const addPartUpload = slowUpload(addPart, PART_BYTES, receivePart)
