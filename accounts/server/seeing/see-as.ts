/** Begins and ends that an administrator sees the product as a role. */
import type { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import { actingRole } from '#kernel/rights.ts'
import { demand, query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Runner } from '#server/runner.ts'
import { roleRights } from '../../domain/rights.ts'
import { OWN_RECORDS, type seeAsInput, seenPeople } from '../../domain/seeing.ts'
import type { Session } from '../sessions.ts'
import { sectionOfAccount } from '../user-row.ts'

type Account = { id: number; name: string; role: string | null; section: string | null }

const activeAccounts = (rows: Rows): Promise<Account[]> =>
  rows.many<Account>(sql`
    select id, username as name, role, ${sectionOfAccount} as section from users u where status = 'ACTIVE'
    order by username collate "und-x-icu", id`)

export const seenPeopleQuery = query(seenPeople, async ({ rows }) => ({
  people: (await activeAccounts(rows)).flatMap(({ id, name, ...account }) => {
    const role = OWN_RECORDS.find((one) => one === actingRole(account))
    return role ? [{ id, name, role }] : []
  }),
}))

/** Shows a role in this session, and records it in the history of the own account. Refuses a person who acts with another role. */
export async function seeAs(
  runner: Runner,
  { id, user, actor }: Session,
  { role, userId }: z.output<typeof seeAsInput>,
): Promise<void> {
  demand(actor, roleRights.write)
  const own = OWN_RECORDS.some((one) => one === role)
  if (own !== (userId !== null)) refuse('invalid', 'users.person-for-role')
  await runner.work(actor, 'users.see-as', async ({ tx, record }) => {
    const person = own ? (await activeAccounts(tx)).find((one) => one.id === userId) : null
    if (person === undefined || (person && actingRole(person) !== role)) refuse('missing', 'users.no-account')
    await tx.run(sql`update sessions set seen_role = ${role}, seen_user_id = ${userId} where id = ${id}`)
    record({ entity: 'users', id: user.id, changes: { seenAs: [null, role] }, note: person?.name })
  })
}

/** Ends it. The session shows the own account again. */
export const endSeeing = (rows: Rows, { id }: Pick<Session, 'id'>): Promise<number> =>
  rows.run(sql`update sessions set seen_role = null, seen_user_id = null where id = ${id}`)
