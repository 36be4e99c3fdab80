import { fold } from '#kernel/fold.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { SYSTEM, type Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'

/** An account that gets another user name. */
export type Renaming = {
  readonly id: number
  readonly role: string | null
  readonly before: string
  readonly after: string
}

/** What features above users add to a change of a user name. They run in the transaction of the change. */
export type NameRules = {
  /** Returns why a person may not take this name by themselves, or null. */
  readonly whyNotTake: (work: Work, renaming: Renaming) => Promise<Refusal | null>
  /** Carries the new name to records that are found by the name. */
  readonly renamed: (work: Work, renaming: Renaming) => Promise<void>
}

/** Returns the refusal if another account, a program or the product has a name, by which the history names them; or null. */
export async function whyNameTaken(rows: Rows, accountId: number, username: string): Promise<Refusal | null> {
  const other = await rows.maybe(sql`
    select from users
    where id <> ${accountId} and fold(${username}) in (fold(username), fold(trim(first_name || ' ' || last_name)))
    union all select from program_names where fold(name) = fold(${username}) limit 1`)
  return other || fold(username) === fold(SYSTEM.name)
    ? refusal('refused', 'users.name-taken', { name: username, fields: { username: 'users.name-taken' } })
    : null
}
