/** Finds backups that lie in the folder or in the bucket and that this installation does not know, such as those of an earlier one. */
import { SYSTEM } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { NIGHTLY, type StoredBackup } from '#server/integrations/backups/backup-store.ts'
import type { StoredIn } from './open-store.ts'

/**
 * Adds the files of a list that are not known, and forgets complete backups of the bucket that are not in it. Returns how many were added.
 * A scheduled one is known by its name, so that old ones are deleted in their turn.
 */
export async function noteStored(
  tx: Rows,
  storedIn: StoredIn,
  listed: readonly StoredBackup[],
  now: string,
): Promise<number> {
  const files = JSON.stringify(
    listed.map(({ name, bytes, at }) => ({
      name,
      bytes,
      at: Number.isNaN(Date.parse(at)) ? now : new Date(at).toISOString(),
      origin: name.startsWith(NIGHTLY) ? 'NIGHT' : 'FOUND',
      encrypted: name.endsWith('.enc'),
    })),
  )
  const listing = sql`jsonb_to_recordset(${files}::jsonb) as f(name text, bytes bigint, at timestamptz, origin text, encrypted boolean)`
  if (storedIn === 'BUCKET')
    await tx.run(sql`
      update backups set removed_at = ${now}::timestamptz
      where stored_in = 'BUCKET' and state = 'DONE' and removed_at is null
        -- a service may show a new file a moment later
        and ended_at < ${now}::timestamptz - interval '1 hour'
        and not exists (select from ${listing} where f.name = backups.file)`)
  return tx.run(sql`
    insert into backups (name, file, origin, state, stored_in, asked_at, asked_name, ended_at, bytes, encrypted)
    select f.name, f.name, f.origin, 'DONE', ${storedIn}, f.at, ${SYSTEM.name}, f.at, f.bytes, f.encrypted
    from ${listing}
    where not exists (select from backups b where b.file = f.name and b.stored_in = ${storedIn} and b.removed_at is null)`)
}
