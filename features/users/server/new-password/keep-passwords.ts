/** Keeps the passwords of people when a restore replaces the accounts, because no backup contains them. */
import { savePreferencesOf } from '#features/preferences/server/preferences.ts'
import type { LanguageCode } from '#kernel/languages.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type FirstAdministrator, restoring } from '#server/restoring/restoring.ts'

type Kept = {
  /** The present accounts with their passwords, as JSON. */
  readonly accounts: string
  /** The account of the person who asked for the restore. */
  readonly own: string | null
}

/**
 * Accounts with the same address keep their password and PIN. The others have none until an administrator or a link sets one. The
 * account that asked for the restore stays an administrator, even if the backup does not have it. Before there is an account the person
 * who restores gets one, or that of the backup with their address.
 */
export const keepPasswords = restoring<Kept>(
  async ({ tx, userId }) => {
    const { accounts } = await tx.one<{ accounts: string }>(
      sql`select coalesce(json_agg(row_to_json(u)), '[]')::text as accounts from users u`,
    )
    const own = await tx.maybe<{ own: string }>(
      sql`select row_to_json(u)::text as own from users u where id = ${userId}`,
    )
    return { accounts, own: own?.own ?? null }
  },
  async ({ tx, administrator }, { accounts, own }) => {
    await tx.run(sql`
      update users u set password_hash = k.password_hash, pin_hash = k.pin_hash, factor_since = k.factor_since
      from json_populate_recordset(null::users, ${accounts}::json) k where k.email = u.email`)
    if (own !== null) await keepAdministrator(tx, own)
    if (administrator !== null) await addAdministrator(tx, administrator)
    await forgetOthers(tx, accounts)
    await tx.run(sql`
      update users u set factor_since = null
      where factor_since is not null and not exists (select from second_factors f where f.user_id = u.id)`)
  },
)

async function keepAdministrator(tx: Rows, own: string): Promise<void> {
  const stays = await tx.run(sql`
    update users u set role = 'admin', status = 'ACTIVE'
    from json_populate_record(null::users, ${own}::json) k where k.email = u.email`)
  if (stays > 0) return
  await tx.run(sql`
    insert into users (email, username, first_name, last_name, role, landing, password_hash, pin_hash, created_at)
    select email, username, first_name, last_name, 'admin', landing, password_hash, pin_hash, created_at
    from json_populate_record(null::users, ${own}::json)`)
}

async function addAdministrator(tx: Rows, { email, name, passwordHash, language }: FirstAdministrator): Promise<void> {
  const there = await tx.run(sql`
    update users set role = 'admin', status = 'ACTIVE', password_hash = ${passwordHash} where email = ${email}`)
  if (there > 0) return
  const { id } = await tx.one<{ id: number }>(sql`
    insert into users (email, username, first_name, last_name, role, password_hash)
    values (${email}, ${name}, ${name}, '', 'admin', ${passwordHash}) returning id`)
  if (language !== null) await savePreferencesOf(tx, id, { language: language as LanguageCode })
}

/** Removes the keys to accounts whose number belongs to another person now. */
async function forgetOthers(tx: Rows, accounts: string): Promise<void> {
  const changed = sql`
    select k.id from json_populate_recordset(null::users, ${accounts}::json) k
    where not exists (select from users u where u.id = k.id and u.email = k.email)`
  await tx.run(sql`
    delete from refresh_tokens where session_id in (
      select id from sessions where user_id in (${changed}) or seen_user_id in (${changed}))`)
  await tx.run(sql`delete from sessions where user_id in (${changed}) or seen_user_id in (${changed})`)
  await tx.run(sql`delete from known_devices where user_id in (${changed})`)
  await tx.run(sql`delete from account_links where user_id in (${changed}) or made_by in (${changed})`)
  await tx.run(sql`delete from begun_sign_ins where user_id in (${changed})`)
  await tx.run(sql`delete from recovery_codes where user_id in (${changed})`)
  await tx.run(sql`delete from second_factors where user_id in (${changed})`)
}
