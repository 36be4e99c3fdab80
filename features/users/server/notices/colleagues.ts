/** The people whom a note can name. */
import { actingRole, may, type Right } from '#kernel/rights.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type ChangedRights, changedRights, rightChangesOf, sectionOfAccount } from '#accounts/server/user-row.ts'

export type Colleague = { readonly id: number; readonly name: string }

type Stored = Colleague & { role: string | null; section: string | null; changedRights: ChangedRights }

/** Returns the active accounts that hold all these rights, by name. */
export async function colleaguesWith(rows: Rows, rights: readonly Right[]): Promise<Colleague[]> {
  const accounts = await rows.many<Stored>(sql`
    select id, username as name, role, ${sectionOfAccount} as section, ${changedRights} as "changedRights"
    from users u where status = 'ACTIVE' order by username collate "und-x-icu", id`)
  return accounts
    .filter((account) => {
      const role = actingRole(account)
      const holder = { role, rightChanges: rightChangesOf(account.changedRights, role) }
      return rights.every((right) => may(holder, right))
    })
    .map(({ id, name }) => ({ id, name }))
}
