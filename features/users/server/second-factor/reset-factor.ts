import { refuse } from '#kernel/refusal.ts'
import { command, demandPerson } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { resetSecondFactor } from '#accounts/domain/second-factor.ts'
import { endSessions } from '#accounts/server/end-sessions.ts'
import { removeFactor } from '#accounts/server/second-factor/own-factor.ts'

/**
 * Removes the factor of another account and ends its sessions. Refuses the own account: somebody who finds the device of an
 * administrator could otherwise remove the factor without a code. Refuses programs, because such a person could create a key first.
 */
export const resetSecondFactorCommand = command(resetSecondFactor, async ({ tx, actor, record }, { id }) => {
  if (id === demandPerson(actor)) refuse('refused', 'users.own-factor')
  if (!(await tx.maybe(sql`select from users where id = ${id}`))) refuse('missing', 'users.no-account')
  if (!(await removeFactor(tx, id))) refuse('refused', 'users.no-factor')
  const ended = await endSessions(tx, id)
  record({
    entity: 'users',
    id,
    changes: { secondFactor: [null, 'RESET'], ...(ended > 0 && { sessionsEnded: [null, ended] }) },
  })
  return { ended }
})
