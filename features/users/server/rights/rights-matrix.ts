/** The queries of the page of rights: the declared rights, what is changed for each role, and whom a change concerns. */
import { actingRole, type Right, type Role } from '#kernel/rights.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { readHistory } from '#server/history.ts'
import {
  MOST_USES,
  type RoleRights,
  rightsHistory,
  rightsMatrix,
  USE_DAYS,
  rightUse,
} from '../../domain/rights-contract.ts'
import { sectionOfAccount } from '#accounts/server/user-row.ts'

/** Returns the active accounts by the role with which they act. A company has few accounts, so the rule decides here and not in SQL. */
async function peopleByRole(rows: Rows): Promise<Map<Role, number[]>> {
  const accounts = await rows.many<{ id: number; role: string | null; section: string | null }>(sql`
    select id, role, ${sectionOfAccount} as section from users u where status = 'ACTIVE'`)
  const people = new Map<Role, number[]>()
  for (const { id, ...account } of accounts) {
    const role = actingRole(account)
    if (role !== null) people.set(role, [...(people.get(role) ?? []), id])
  }
  return people
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
      roles: stored.map((role) => ({ ...role, people: people.get(role.role)?.length ?? 0 })),
    }
  })

/**
 * Returns how often the people of a role did what a right allows. An action is one, however many records it changed. `seen` are the
 * rights that also decide what may be seen.
 */
export const rightUseQuery = (commandsOf: ReadonlyMap<string, readonly string[]>, seen: ReadonlySet<string>) =>
  query(rightUse, async ({ rows }, { role, right }) => {
    const commands = commandsOf.get(right) ?? []
    const sees = seen.has(right)
    if (commands.length === 0) return { times: null, more: false, sees }
    const people = (await peopleByRole(rows)).get(role) ?? []
    const { times } = await rows.one<{ times: number }>(sql`
      select count(*)::int as times from (
        select distinct at, user_id, command from history
        where command = any(${[...commands]}::text[]) and at > now() - make_interval(days => ${USE_DAYS})
          and user_id = any(${people}::bigint[]) limit ${MOST_USES + 1}) used`)
    return { times: Math.min(times, MOST_USES), more: times > MOST_USES, sees }
  })

export const rightsHistoryQuery = query(rightsHistory, ({ rows }, input) => readHistory(rows, 'rights', input))
