/**
 * Starts the product in order: environment, database, migrations, first accounts, HTTP, jobs. It also stops it in
 * order.
 */
import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#db/demo/accounts.ts'
import { loadDemoCompany } from '#db/demo/demo-company.ts'
import { LEAST_PASSWORD_CHARACTERS, whyWeakPassword } from '#features/users/domain/password.ts'
import { saveSetting } from '#features/settings/server/company.ts'
import { setUp, setupNeeded } from '#features/users/server/set-up.ts'
import { type Config, readConfig, WrongConfiguration } from '#server/config.ts'
import { type Database, sql } from '#server/db/database.ts'
import { SYSTEM } from '#server/command.ts'
import { CannotStart } from '#server/db/errors.ts'
import { migrate, pendingMigrations } from '#server/db/migrate.ts'
import { runExclusively, watchProcesses } from '#server/db/pglite/one-process.ts'
import { openDatabase } from '#server/db/open.ts'
import { jobWorks, schedules } from '#server/features.ts'
import { buildServer } from '#server/http/build.ts'
import { openOutside } from '#server/integrations/outside.ts'
import { NOTHING_OUTSIDE, type Outside } from '#server/integrations/ports.ts'
import { Worker } from '#server/jobs/jobs.ts'
import { connectKeptAnswers } from '#server/kept-answers/connect-kept-answers.ts'
import { Runner } from '#server/runner.ts'
import { startSchedules } from '#server/jobs/schedules.ts'
import { announceReady, supervise } from '#server/supervisor.ts'

/** The topic of a change of the outside services. */
const OUTSIDE = 'outside'

const ROOT = join(import.meta.dirname, '..')

/** Returns the key of the product's own pages: from the environment, or generated once and stored. */
async function pageKeyOf(db: Database, config: Config): Promise<string> {
  if (config.APP_API_KEY) return config.APP_API_KEY
  await db.run(sql`
    insert into settings (name, value) values ('page-key', to_jsonb(${randomBytes(24).toString('base64url')}::text))
    on conflict (name) do nothing`)
  const { value } = await db.one<{ value: string }>(sql`select value from settings where name = 'page-key'`)
  return value
}

/** Returns the accounts of the demo company as text for the terminal. */
const demoAccounts = (): string =>
  [
    `Sign in with the password ${DEMO_PASSWORD} as:`,
    ...DEMO_ACCOUNTS.map(({ email, role }) => `  ${email.padEnd(28)} ${role ?? '-'}`),
  ].join('\n')

/** Runs when the process is asked to end. Until the product has started, it only ends the process. */
let stop: () => Promise<void> = async () => process.exit(0)

// the channel closes when the launcher ends, and then no other program could stop this process
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => void stop())

async function start(): Promise<void> {
  const config = readConfig(process.env)
  if (config.WORKERS > 1 && cluster.isPrimary) stop = supervise(config.WORKERS)
  else await serve(config)
}

/** Serves the product in this process. */
async function serve(config: Config): Promise<void> {
  mkdirSync(config.dataDir, { recursive: true })
  const opened = await openDatabase({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.dataDir,
    poolSize: config.DATABASE_POOL,
    statementSeconds: config.DATABASE_STATEMENT_SECONDS,
    stopped: (error) => {
      console.error(error.message)
      process.exit(1)
    },
  })

  let wakeWorkers = () => {}
  // the logger of the server exists only after the server is built
  const quiet = { info: () => {}, warn: console.warn, error: console.error }
  const { db, kept, live } = connectKeptAnswers(opened, quiet, config.KEPT_ANSWERS_MB)
  const runner = new Runner({
    db,
    clock: () => new Date(),
    committed: (topics, jobs) => {
      live.changed(topics)
      if (jobs) wakeWorkers()
    },
  })

  // the demo company has simulators, also when it is loaded during set-up
  let outside: Outside = NOTHING_OUTSIDE
  const openAll = async () => {
    await outside.close()
    outside = await openOutside(config, db)
    await saveSetting(db, 'accounting-state', { configured: outside.accounting !== null })
  }
  const demo = async () => {
    await loadDemoCompany(runner)
    await saveSetting(db, 'demo', { on: true })
  }
  // of several processes started together, one migrates and sets up the database; the others wait
  await runExclusively(db, async () => {
    await migrate(db)
    if (!(await setupNeeded(db))) return
    if (config.ADMIN_EMAIL && config.ADMIN_PASSWORD) {
      const name = config.ADMIN_EMAIL.split('@')[0] ?? 'admin'
      if (whyWeakPassword(config.ADMIN_PASSWORD, [config.ADMIN_EMAIL]))
        throw new WrongConfiguration(
          `The environment variable ADMIN_PASSWORD is wrong: it needs ${LEAST_PASSWORD_CHARACTERS} characters and must not be a common password or the e-mail.`,
        )
      await setUp(runner, {
        adminName: name,
        email: config.ADMIN_EMAIL.toLowerCase(),
        password: config.ADMIN_PASSWORD,
        companyName: '',
        companyAddress: '',
      })
    }
    if (config.DEMO) await demo()
  })
  await kept?.use(db)
  await openAll()
  const app = await buildServer({
    db,
    outside: () => outside,
    root: ROOT,
    runner,
    live,
    kept,
    pageKey: await pageKeyOf(db, config),
    publicUrl: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
    pagesFolder: join(ROOT, 'build', 'web'),
    tilesUrl: config.TILES_URL ?? null,
    logLevel: config.LOG_LEVEL,
    descriptionOpen: config.API_DOCS_OPEN,
    corsOrigins: config.CORS_ORIGINS,
    ready: async () => {
      await db.ping()
      return (await pendingMigrations(db)).length === 0
    },
    loadDemo: async () => {
      await demo()
      await openAll()
      // notifies the other processes that there is an accounting service now
      live.changed([OUTSIDE])
    },
  })
  // one worker for each kind, so that a slow mail server does not delay an invoice
  const workers = Object.entries(jobWorks({ runner, outside: () => outside, log: app.log })).map(
    ([kind, work]) => new Worker(db, kind, work, app.log),
  )
  wakeWorkers = () => workers.forEach((worker) => worker.wake())

  live.subscribe({
    actor: SYSTEM,
    receive: (topics) => {
      if (topics.includes(OUTSIDE) && outside.accounting === null)
        openAll().catch((error: unknown) => quiet.error({ error }, 'the outside services could not be opened'))
    },
  })
  await live.start()
  const unwatch = watchProcesses(db, (processes) => {
    runner.shareWith(processes)
    if (processes > 1) kept?.foundOtherProcess()
  })
  await app.listen({ port: config.PORT, host: config.HOST })
  // the embedded database has one process, so existing locks belong to a process that was killed
  if (db.engine === 'pglite') await db.run(sql`update jobs set locked_until = null where finished_at is null`)
  for (const worker of workers) worker.start()
  const stopSchedules = startSchedules(runner, schedules, app.log)
  const at = app.server.address()
  const port = typeof at === 'object' && at ? at.port : config.PORT
  announceReady(
    `Kerino is ready at ${config.PUBLIC_URL ?? `http://localhost:${port}`} (${db.engine}, data in ${config.DATABASE_URL ? 'PostgreSQL' : config.dataDir})`,
  )

  if (config.DEMO) console.log(demoAccounts())

  let stopping = false
  stop = async () => {
    if (stopping) return
    stopping = true
    // an open connection must not prevent the end of the process
    setTimeout(() => process.exit(0), 9_000).unref()
    stopSchedules()
    await app.close()
    await Promise.all(workers.map((worker) => worker.stop()))
    unwatch()
    await live.stop()
    await outside.close()
    await db.close()
    process.exit(0)
  }
}

start().catch((error: unknown) => {
  const expected = error instanceof WrongConfiguration || error instanceof CannotStart
  const listening = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  if (expected) console.error(error.message)
  else if (listening)
    console.error(`The port ${process.env.PORT ?? 3000} is taken by another program; set PORT to a free one.`)
  else console.error(error)
  process.exit(1)
})
