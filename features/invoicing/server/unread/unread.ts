/**
 * Remembers after a restore on another server that documents may have been issued since the backup. Until they are read, no document is
 * written and none is sent (C-101).
 */
import { z } from 'zod'
import { saveSetting } from '#features/settings/server/company.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { INSTALLATION_SETTINGS } from '#server/restoring/installation-settings.ts'
import { restoring } from '#server/restoring/restoring.ts'
import { readStored } from '#server/settings.ts'

const NAME = INSTALLATION_SETTINGS.documentsUnread

/** `since` is when the backup was made, and `at` when it was restored. */
const zUnread = z.object({ since: z.string(), at: z.string() })
export type Unread = z.output<typeof zUnread>

/** Returns since when documents may have been issued elsewhere; null if all are read. */
export const readUnread = async (rows: Rows): Promise<Unread | null> =>
  zUnread.safeParse(await readStored(rows, NAME)).data ?? null

/** Reports whether documents may have been issued elsewhere and are not read. */
export const IS_UNREAD: Sql = sql`exists (select from settings where name = ${NAME})`

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
    await saveSetting(tx, NAME, { since, at: now })
  },
)
