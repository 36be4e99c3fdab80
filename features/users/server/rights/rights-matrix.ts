/** The queries of the page of rights: the declared rights, what is changed for each role, and whom a change concerns. */
import { actingRole, type Right, type Role } from '#kernel/rights.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { readHistory } from '#server/history.ts'
import { type RoleRights, rightsHistory, rightsMatrix } from '../../domain/rights-contract.ts'
import { sectionOfAccount } from '../user-row.ts'

/** Counts the active accounts by the role with which they act. A company has few accounts, so the rule decides here and not in SQL. */
async function peopleByRole(rows: Rows): Promise<Map<Role, number>> {
  const accounts = await rows.many<{ role: string | null; section: string | null }>(sql`
    select role, ${sectionOfAccount} as section from users u where status = 'ACTIVE'`)
  const counts = new Map<Role, number>()
  for (const account of accounts) {
    const role = actingRole(account)
    if (role !== null) counts.set(role, (counts.get(role) ?? 0) + 1)
  }
  return counts
}

export const rightsMatrixQuery = (declared: readonly (Right & { readonly area: string })[]) =>
  query(rightsMatrix, async ({ rows }) => {
    const stored = await rows.many<Omit<RoleRights, 'people'>>(sql`
      select r.id, r.role, r.changes, r.version,
        (select count(*)::int from usable_keys k where k.role = r.role) as programs
      from role_rights r order by r.id`)
    const people = await peopleByRole(rows)
    return {
      rights: declared.map(({ name, area, holders, most, fixed }) => ({
        name,
        area,
        holders: [...holders],
        most: [...most],
        fixed,
      })),
      roles: stored.map((role) => ({ ...role, people: people.get(role.role) ?? 0 })),
    }
  })

export const rightsHistoryQuery = query(rightsHistory, ({ rows }, input) => readHistory(rows, 'rights', input))
