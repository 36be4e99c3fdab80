/** Every process remembers who is signed in, and what they may. */
import { sql } from '#server/db/database.ts'
import { tellsAccess } from '#server/derived/tells.ts'

export const derived = [
  tellsAccess('sessions', 'session', {
    changed: ['ended_at', 'expires_at', 'locked_at'],
    // each request of a person extends their session
    when: sql`new.ended_at is distinct from old.ended_at or new.expires_at < old.expires_at or new.locked_at is distinct from old.locked_at`,
    removed: true,
  }),
  tellsAccess('users', 'user', {
    changed: ['role', 'status', 'first_name', 'username', 'factor_since'],
    when: sql`new.role is distinct from old.role or new.status is distinct from old.status or new.first_name is distinct from old.first_name
      or new.username is distinct from old.username or (new.factor_since is null) is distinct from (old.factor_since is null)`,
  }),
  tellsAccess('role_rights', '*', { changed: ['changes'] }),
  tellsAccess('settings', '*', {
    added: sql`new.name = 'sign-in'`,
    changed: ['name', 'value'],
    when: sql`new.name = 'sign-in'`,
  }),
]
