import type { z } from 'zod'
import { saveCompany } from '#features/settings/server/company.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { SYSTEM, type Work } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import type { Runner } from '#server/runner.ts'
import type { setupInput } from '../domain/contract.ts'
import { whyWeakPassword } from '../domain/password.ts'
import { insertUser } from './create-user.ts'
import { hashPassword } from './passwords.ts'

/** Reports whether the database has no account yet. */
export async function setupNeeded(db: Database): Promise<boolean> {
  const { empty } = await db.one<{ empty: boolean }>(sql`select not exists (select from users) as empty`)
  return empty
}

/**
 * Creates the first administrator and the company, and what `furnish` writes, in one transaction: a set-up that fails can be
 * repeated. Refuses unless the database is empty.
 */
export async function setUp(
  runner: Runner,
  input: Omit<z.output<typeof setupInput>, 'demo'>,
  furnish?: (work: Work) => Promise<void>,
): Promise<void> {
  stopOn(whyWeakPassword(input.password, [input.email, input.adminName, input.companyName]))
  const passwordHash = await hashPassword(input.password)
  await runner.work(SYSTEM, 'users.set-up', async (work) => {
    const { users } = await work.tx.one<{ users: number }>(sql`select count(*)::int as users from users`)
    if (users > 0) refuse('refused', 'users.already-set-up')
    await insertUser(work, {
      email: input.email,
      username: input.adminName,
      firstName: input.adminName,
      lastName: '',
      role: 'admin',
      landing: null,
      passwordHash,
    })
    await saveCompany(work.tx, { name: input.companyName, address: input.companyAddress })
    await furnish?.(work)
  })
}
