import { changes } from '#kernel/changes.ts'
import { refusal, stopOn } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { writeUnique } from '#server/db/unique.ts'
import { whyNotByProgram } from '#accounts/domain/accounts.ts'
import { createUser } from '#accounts/domain/contract.ts'
import { whyWeakPassword } from '#accounts/server/new-password/weak-password.ts'
import { whyNameTaken } from './name-rules.ts'
import { hashPassword } from '#accounts/server/passwords.ts'

/** Creates an account. The password arrives as plain text and is stored as a hash. */
export const createUserCommand = command(createUser, async (work, input) => {
  stopOn(whyWeakPassword(input.password, [input.email, input.username, `${input.firstName} ${input.lastName}`]))
  const passwordHash = await hashPassword(input.password)
  return { id: await addColleague(work, { ...input, passwordHash }) }
})

/** Stores the account of a new colleague. Refuses an e-mail and a name that somebody has, and an administrator from a program. */
export async function addColleague(work: Work, user: NewUser): Promise<number> {
  stopOn(whyNotByProgram(work.actor.userId, user.role))
  const id = await insertUser(work, user)
  stopOn(await whyNameTaken(work.tx, id, user.username))
  return id
}

type NewUser = {
  email: string
  username: string
  firstName: string
  lastName: string
  role: string | null
  landing: string | null
  passwordHash: string
}

/** Stores an account whose password is already hashed. */
export async function insertUser({ tx, record }: Work, user: NewUser): Promise<number> {
  const { id } = await writeUnique(
    tx.one<{ id: number }>(sql`
      insert into users (email, username, first_name, last_name, role, landing, password_hash)
      values (${user.email}, ${user.username}, ${user.firstName}, ${user.lastName}, ${user.role}, ${user.landing}, ${user.passwordHash})
      returning id`),
    { users_email_unique: refusal('refused', 'users.email-taken', { email: user.email }) },
  )
  record({ entity: 'users', id, changes: changes({}, { email: user.email, role: user.role }) })
  return id
}
