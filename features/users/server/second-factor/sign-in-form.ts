import { settingsRights } from '#features/settings/domain/rights.ts'
import { refusal } from '#kernel/refusal.ts'
import { sql } from '#server/db/database.ts'
import type { DeclaredForm } from '#server/settings.ts'
import { SIGN_IN_FORM } from '#accounts/domain/sign-in-form.ts'

/**
 * The settings of the sign-in. Administrators are asked for a second factor only by one who has it already: so it is known to work
 * on this server, and somebody is left who can take the setting back.
 */
export const signInForm: DeclaredForm = {
  ...SIGN_IN_FORM,
  group: 'people',
  right: settingsRights.write,
  refuses: async (rows, after, before, actor) => {
    if (after['administratorsNeedFactor'] !== true || before['administratorsNeedFactor'] === true) return null
    const own = await rows.maybe(sql`select from users where id = ${actor.userId}::bigint and factor_since is not null`)
    return own
      ? null
      : refusal('refused', 'users.own-factor-first', {
          fields: { 'values.administratorsNeedFactor': 'users.own-factor-first' },
        })
  },
}
