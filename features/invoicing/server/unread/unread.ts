/**
 * Remembers after a restore on another server that documents may have been issued since the backup. Until they are read, no document is
 * written and none is sent (C-101).
 */
import { z } from 'zod'
import { saveSetting } from '#server/company.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { INSTALLATION_SETTINGS } from '#server/restoring/installation-settings.ts'
import { restoring } from '#server/restoring/restoring.ts'
import { readStored } from '#server/settings.ts'
import { readConnected } from '../ways/sending-way.ts'

const NAME = INSTALLATION_SETTINGS.documentsUnread

/**
 * `since` is when the backup was made, and `at` when it was restored. `provider`: the server of the backup was connected to the service of the
 * provider. `read`: the documents that were issued since are read.
 */
const zUnread = z.object({
  since: z.string(),
  at: z.string(),
  provider: z.boolean().optional(),
  read: z.literal(true).optional(),
})
export type Unread = z.output<typeof zUnread>

/** Returns since when documents may have been issued elsewhere; null if all are read. */
export async function readUnread(rows: Rows): Promise<Unread | null> {
  const stored = zUnread.safeParse(await readStored(rows, NAME)).data
  return stored === undefined || stored.read ? null : stored
}

/** Stores that the documents are read. */
export const saveRead = (rows: Rows, unread: Unread): Promise<void> =>
  saveSetting(rows, NAME, { ...unread, read: true })

/** Reports whether documents may have been issued elsewhere and are not read. */
export const IS_UNREAD: Sql = sql`exists (select from settings where name = ${NAME} and not value ? 'read')`

/**
 * Selects as `at` when the data of another server were restored here, and as `had_provider` whether that server was connected to the service of
 * the provider; nothing if this server gave all numbers out itself.
 */
export const RESTORED_ELSEWHERE: Sql = sql`
  select (value ->> 'at')::timestamptz as at, coalesce((value ->> 'provider')::boolean, false) as had_provider
  from settings where name = ${NAME}`

/** The id that a database gets when it is created. A restore brings that of the backup. */
export const INSTALLATION: Sql = sql`(select value #>> '{}' from settings where name = 'installation')`

const installationOf = async (rows: Rows): Promise<string | null> =>
  (await rows.one<{ id: string | null }>(sql`select ${INSTALLATION} as id`)).id

/** A database that did not give the numbers of the backup out does not know what was issued since. */
export const unreadAfterRestore = restoring(
  ({ tx }) => installationOf(tx),
  async ({ tx, now, madeAt }, present) => {
    if ((await installationOf(tx)) === present) return
    const before = await readUnread(tx)
    const since = before !== null && before.since < madeAt ? before.since : madeAt
    // the backup contains what was connected to its server
    const { configured: provider = false } = await readConnected(tx)
    await saveSetting(tx, NAME, { since, at: now, provider })
  },
)
