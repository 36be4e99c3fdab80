/** Gives a right to a role or takes it. */
import { refuse } from '#kernel/refusal.ts'
import { may, type Right, type RightChanges, whyNotChangeRight } from '#kernel/rights.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { refuseStale } from '#server/history.ts'
import { changeRight } from '../../domain/rights-contract.ts'

type Stored = { id: number; changes: RightChanges; version: number }

export const changeRightCommand = (declared: readonly Right[]) =>
  command(changeRight, async ({ tx, record }, { role, right: name, held, version }) => {
    const right = declared.find((one) => one.name === name) ?? refuse('missing', 'users.no-right', { right: name })
    const why = whyNotChangeRight(role, right)
    if (why !== null) refuse('refused', `users.right-${why}`, { right: name })
    const stored = await tx.one<Stored>(sql`select id, changes, version from role_rights where role = ${role}`)
    if (stored.version !== version) await refuseStale(tx, 'rights', stored.id, stored.version)
    const before = may({ role, rightChanges: stored.changes }, right)
    if (before === held) return { version }
    const { [name]: _before, ...others } = stored.changes
    const changes = right.holders.includes(role) === held ? others : { ...others, [name]: held }
    await tx.run(sql`
      update role_rights set changes = ${JSON.stringify(changes)}::jsonb, version = version + 1 where id = ${stored.id}`)
    record({ entity: 'rights', id: stored.id, changes: { [name]: [before, held] } })
    return { version: version + 1 }
  })
