/** Accounts that wait for the approval of an administrator. */
import { sql } from '#server/db/database.ts'
import type { FactKind } from '#server/notices/notices.ts'
import { accountState } from '#accounts/domain/accounts.ts'
import { usersRights } from '#accounts/domain/rights.ts'
import { sectionOfAccount } from '#accounts/server/user-row.ts'

export const waitingAccounts: FactKind = {
  name: 'users.waiting',
  right: usersRights.write,
  page: '/people?f.state=WAITING',
  // a company has few accounts, so the state, a rule, is decided here and not in SQL
  find: async (rows) => {
    const accounts = await rows.many<{ id: number; role: string | null; section: string | null; status: string }>(sql`
      select id, role, ${sectionOfAccount} as section, status from users u where status <> 'DISABLED' order by id`)
    return accounts.filter((account) => accountState(account) === 'WAITING').map(({ id }) => id)
  },
  things: async (rows, ids) => {
    const found = await rows.many<{ id: number; title: string }>(sql`
      select id, username || ' · ' || email as title from users where id = any(${[...ids]}::bigint[])`)
    return found.map((one) => ({ ...one, to: `/people?account=${one.id}` }))
  },
}
