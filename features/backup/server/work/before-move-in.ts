/** The backup that is made before a company moves in, so that the whole move-in can be taken back. */
import type { Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { BackupPlace } from '#server/integrations/backups/backup-place.ts'
import type { BackupRow } from '../../domain/contract.ts'
import { touched } from './begun.ts'
import { addBackup, BACKUP_JOB, type BackupPayload } from './run-backup.ts'

/** Asks for a backup. Returns its id; null while another one is being made. */
export async function backUpBeforeMoveIn(
  { tx, actor, now, enqueue, moved }: Work,
  place: BackupPlace,
): Promise<number | null> {
  const id = await addBackup(tx, { place, at: new Date(now), name: actor.name, origin: 'BEFORE-MOVE-IN' })
  if (id === null) return null
  const payload: BackupPayload = { backup: id }
  await enqueue({ kind: BACKUP_JOB, payload })
  moved(touched(id))
  return id
}

type Made = Pick<BackupRow, 'id' | 'name' | 'state'>

/** Returns the state of a backup; null if its file was deleted. */
export const readBackupState = (rows: Rows, id: number): Promise<Made | null> =>
  rows.maybe<Made>(sql`select id, name, state from backups where id = ${id} and removed_at is null`)
