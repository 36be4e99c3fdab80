/** The key with which the product's own pages call the server. */
import { randomBytes } from 'node:crypto'
import { type Database, sql } from '#server/db/database.ts'
import { INSTALLATION_SETTINGS } from '#server/restoring/installation-settings.ts'

/** Returns the key of the environment if it names one; otherwise a key that is generated once and stored, so that all processes have the same. */
export async function pageKeyOf(db: Database, given: string | undefined): Promise<string> {
  if (given) return given
  await db.run(sql`
    insert into settings (name, value) values (${INSTALLATION_SETTINGS.pageKey}, to_jsonb(${randomBytes(24).toString('base64url')}::text))
    on conflict (name) do nothing`)
  const { value } = await db.one<{ value: string }>(
    sql`select value from settings where name = ${INSTALLATION_SETTINGS.pageKey}`,
  )
  return value
}
