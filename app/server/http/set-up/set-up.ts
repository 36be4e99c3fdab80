import type { z } from 'zod'
import { savePreferencesOf } from '#features/preferences/server/preferences.ts'
import { bankOfIban } from '#features/settings/domain/banks.ts'
import { type Company, COMPANY_RECORD } from '#kernel/settings/company.ts'
import { saveCompany } from '#server/company.ts'
import { changes } from '#kernel/changes.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { SYSTEM, type Work } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import type { Runner } from '#server/runner.ts'
import type { setupInput } from '#accounts/domain/set-up.ts'
import { whyWeakPassword } from '#accounts/server/new-password/weak-password.ts'
import { insertUser } from '#features/users/server/create-user.ts'
import { hashPassword } from '#accounts/server/passwords.ts'

/** Reports whether the database has no account yet. */
export async function setupNeeded(db: Database): Promise<boolean> {
  const { empty } = await db.one<{ empty: boolean }>(sql`select not exists (select from users) as empty`)
  return empty
}

type SetUp = Omit<z.input<typeof setupInput>, 'demo'>

/** Returns what the set-up tells about the company, without what was left empty. */
function companyOf({ vat, companyName, companyAddress, taxOffice, profession, phone, iban, accounting }: SetUp) {
  const texts = { vat, name: companyName, address: companyAddress, taxOffice, profession, phone }
  const company: Partial<Company> = {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => Boolean(value))),
    ...(iban ? { bankAccounts: [{ bank: bankOfIban(iban), iban }] } : {}),
    ...(accounting === false ? { accounting } : {}),
  }
  return company
}

/**
 * Creates the first administrator and the company, and what `furnish` writes, in one transaction: a set-up that fails can be
 * repeated. Refuses unless the database is empty.
 */
export async function setUp(runner: Runner, input: SetUp, furnish?: (work: Work) => Promise<void>): Promise<void> {
  stopOn(whyWeakPassword(input.password, [input.email, input.adminName, input.companyName]))
  const passwordHash = await hashPassword(input.password)
  const company = companyOf(input)
  await runner.work(SYSTEM, 'users.set-up', async (work) => {
    const { users } = await work.tx.one<{ users: number }>(sql`select count(*)::int as users from users`)
    if (users > 0) refuse('refused', 'users.already-set-up')
    const id = await insertUser(work, {
      email: input.email,
      username: input.adminName,
      firstName: input.adminName,
      lastName: '',
      role: 'admin',
      landing: null,
      passwordHash,
    })
    if (input.language) await savePreferencesOf(work.tx, id, { language: input.language })
    await saveCompany(work.tx, company)
    const entered = Object.entries(company).map(([name, value]) => [`company.${name}`, value])
    work.record({ entity: 'settings', id: COMPANY_RECORD, changes: changes({}, Object.fromEntries(entered)) })
    await furnish?.(work)
  })
}
