/** Migrates the database when the product starts, and writes the first accounts and the demo company that the environment names. */
import { analyzeDemoCompany, loadDemoCompany, writeDemoCompany } from '#db/demo/demo-company.ts'
import { saveSetting } from '#server/company.ts'
import { LEAST_PASSWORD_CHARACTERS } from '#accounts/domain/password-length.ts'
import { whyWeakPassword } from '#accounts/server/new-password/weak-password.ts'
import { setUp, setupNeeded } from '#app/server/http/set-up/set-up.ts'
import { type Config, WrongConfiguration } from '#server/config.ts'
import { migrate, MIGRATIONS } from '#server/db/migrate.ts'
import { runExclusively } from '#server/db/pglite/one-process.ts'
import type { Runner } from '#server/runner.ts'
import type { StatusLine } from '#app/server/start/status-line.mjs'
import type { Work } from '#server/work.ts'

/** What the start shows while the database is created and migrated. */
export const PREPARING = 'Preparing the database'

/** Writes the demo company in the transaction of a set-up, and that its outside services are simulated. */
export async function writeDemo(work: Work): Promise<void> {
  await writeDemoCompany(work)
  await saveSetting(work.tx, 'demo', { on: true })
}

/** Runs after the commit of `writeDemo`. */
export const demoWritten = analyzeDemoCompany

/** Of several processes started together, one migrates and sets up the database; the others wait. */
export const setUpAtStart = (runner: Runner, config: Config, status: StatusLine): Promise<void> =>
  runExclusively(runner.db, async () => {
    await migrate(runner.db, MIGRATIONS, (done, total) => status.show(PREPARING, done, total))
    if (await setupNeeded(runner.db)) await setUpFrom(runner, config, status)
  })

async function setUpFrom(
  runner: Runner,
  { ADMIN_EMAIL, ADMIN_PASSWORD, DEMO }: Config,
  status: StatusLine,
): Promise<void> {
  if (DEMO) status.show('Writing the demo company')
  if (ADMIN_EMAIL && ADMIN_PASSWORD) {
    if (whyWeakPassword(ADMIN_PASSWORD, [ADMIN_EMAIL]))
      throw new WrongConfiguration(
        `The environment variable ADMIN_PASSWORD is wrong: it needs ${LEAST_PASSWORD_CHARACTERS} characters and must not be a common password or the e-mail.`,
      )
    const administrator = {
      adminName: ADMIN_EMAIL.split('@')[0] ?? 'admin',
      email: ADMIN_EMAIL.toLowerCase(),
      password: ADMIN_PASSWORD,
      companyName: '',
      companyAddress: '',
    }
    await setUp(runner, administrator, DEMO ? writeDemo : undefined)
    if (DEMO) await demoWritten(runner.db)
  } else if (DEMO) {
    await loadDemoCompany(runner)
    await saveSetting(runner.db, 'demo', { on: true })
  }
}
