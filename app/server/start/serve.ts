/**
 * Serves the product in this process, in order: database, migrations, first accounts, HTTP, jobs. It also stops it in
 * order.
 */
import { HISTORY_TOPIC } from '#kernel/history/security-events.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#db/demo/accounts.ts'
import type { Config } from '#server/config.ts'
import { type Database, sql } from '#server/db/database.ts'
import { SYSTEM } from '#server/command.ts'
import { CannotStart } from '#server/db/errors.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import { countProcesses, watchProcesses } from '#server/db/pglite/one-process.ts'
import { openDatabase } from '#server/db/open.ts'
import {
  type FactKeeper,
  jobWorks,
  pushDevices,
  schedules,
  sealEarlierSecrets,
  writeEvents,
} from '#app/server/features.ts'
import { openDrawer } from '#app/server/drawing/drawer.ts'
import { buildServer } from '#app/server/http/build.ts'
import { Worker } from '#server/jobs/jobs.ts'
import type { Log } from '#server/log.ts'
import { makeFolder } from '#server/make-folder.ts'
import { queueOutage } from '#server/jobs/outage.ts'
import { startSchedules } from '#server/jobs/schedules.ts'
import { connectKeptAnswers } from '#app/server/live/connect-kept-answers.ts'
import type { KeptAnswers } from '#server/kept-answers/kept-answers.ts'
import { factKeeper } from '#app/server/live/fact-keeper.ts'
import type { KnownTables } from '#server/kept-answers/known-tables.ts'
import type { Live } from '#app/server/live/live.ts'
import { pageKeyOf } from '#app/server/start/page-key.ts'
import { type OpenedServices, openServices } from '#app/server/start/opened-services.ts'
import { Runner } from '#server/runner.ts'
import { sealingOf } from '#server/seal/sealing.ts'
import { refusedRequest, SecurityEvents } from '#server/security-events/security-events.ts'
import { demoWritten, PREPARING, setUpAtStart, writeDemo } from '#app/server/start/set-up-at-start.ts'
import { type StatusLine, statusLine } from '#app/server/start/status-line.mjs'
import { simulateServices } from '#simulators/demo-services.ts'
import { announceReady } from '#app/server/supervisor.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** The pages as the thread that draws them loads them. */
const DRAWN_PAGES = join(ROOT, 'build', 'drawn', 'draw.mjs')

/** The longest time for a stop: an open connection must not prevent the end of the process. */
const MOST_MILLISECONDS_TO_STOP = 9_000

// the logger of the server exists only after the server is built
const START_LOG = { info: () => {}, warn: console.warn, error: console.error }

/** What a process that serves has opened. */
type Served = {
  readonly config: Config
  readonly db: Database
  readonly tables: KnownTables
  readonly kept: KeptAnswers | null
  readonly live: Live
  readonly runner: Runner
  readonly events: SecurityEvents
  readonly services: OpenedServices
  readonly facts: FactKeeper
  /** The number of processes on the database that are known so far. */
  processes: number
  /** Called after each commit that wrote a job. */
  wakeWorkers: () => void
}

/** Starts the product, and returns the function that stops it. */
export async function serve(config: Config): Promise<() => Promise<void>> {
  const status = statusLine()
  try {
    return await serveShowing(status, config)
  } finally {
    status.clear()
  }
}

async function serveShowing(status: StatusLine, config: Config): Promise<() => Promise<void>> {
  makeDataFolder(config)
  // the embedded engine creates its files first
  if (!config.DATABASE_URL && !existsSync(join(config.dataDir, 'pg'))) status.show(PREPARING)
  const served = await openAll(config)
  await setUpAtStart(served.runner, config, status)
  await served.tables.use(served.db)
  await served.services.open()
  const app = await serverOf(served)
  const workers = workersOf(served, app)
  const unwatch = await connectProcesses(served, app.log)
  await sealEarlierSecrets(served.db, served.runner.sealing)
  await app.listen({ port: config.PORT, host: config.HOST })
  const stopSchedules = await startJobs(served, workers, app)
  status.clear()
  announce(config, served.db, app)

  return async () => {
    setTimeout(() => process.exit(0), MOST_MILLISECONDS_TO_STOP).unref()
    stopSchedules()
    await app.close()
    await served.facts.stop()
    await Promise.all(workers.map((worker) => worker.stop()))
    unwatch()
    // other processes hear of the last events before live updates end
    await served.events.flush()
    await served.live.stop()
    await served.services.close()
    await served.db.close()
  }
}

/** Creates the folder of the data. Throws CannotStart if the system refuses it. */
function makeDataFolder({ dataDir }: Config): void {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw new CannotStart(`The data folder ${dataDir} (DATA_DIR) cannot be created: ${(error as Error).message}`)
  }
}

/** Opens the database, and what each command and query needs of it. */
async function openAll(config: Config): Promise<Served> {
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
  const { db, tables, kept, live } = connectKeptAnswers(opened, START_LOG, config.KEPT_ANSWERS_MB, {
    changed: (topics, quiet) => served.facts.changed(topics, quiet),
  })
  const sealing = sealingOf({
    given: config.SECRETS_KEY,
    dataDir: config.dataDir,
    shared: () => served.processes > 1,
  })
  const events = new SecurityEvents(db, {
    failed: (error) => START_LOG.error({ err: error }, 'security events could not be written'),
    written: () => live.changed([HISTORY_TOPIC]),
  })
  const runner = new Runner({
    db,
    clock: () => new Date(),
    announce: writeEvents,
    refused: (actor, name, refusal) => events.note(refusedRequest(actor, name, refusal)),
    wroteJobs: () => served.wakeWorkers(),
    sealing,
  })
  const services = openServices(config, db, live, START_LOG, {
    processes: () => served.processes,
    sealing,
    devices: pushDevices,
    simulate: simulateServices,
  })
  const facts = factKeeper(runner, tables, START_LOG)
  const processes = config.WORKERS
  const served: Served = {
    config,
    db,
    tables,
    kept,
    live,
    runner,
    events,
    services,
    facts,
    processes,
    wakeWorkers: () => {},
  }
  return served
}

/** Returns the address that people enter. */
const publicUrlOf = ({ PUBLIC_URL, PORT }: Config): string => PUBLIC_URL ?? `http://localhost:${PORT}`

async function serverOf(served: Served): Promise<FastifyInstance> {
  const { config, db, tables, kept, live, runner, events, services, facts } = served
  return buildServer({
    db,
    tables,
    events,
    outside: services.current,
    root: ROOT,
    runner,
    live,
    kept,
    pageKey: await pageKeyOf(db, config.APP_API_KEY),
    publicUrl: publicUrlOf(config),
    pagesFolder: join(ROOT, 'build', 'web'),
    drawer:
      config.DRAWING_MS > 0 && existsSync(DRAWN_PAGES) ? openDrawer(DRAWN_PAGES, START_LOG, config.DRAWING_MS) : null,
    tilesUrl: config.TILES_URL ?? null,
    logLevel: config.LOG_LEVEL,
    descriptionOpen: config.API_DOCS_OPEN,
    corsOrigins: config.CORS_ORIGINS,
    ready: async () => {
      await db.ping()
      return (await pendingMigrations(db)).length === 0
    },
    demo: {
      write: writeDemo,
      written: async () => {
        await demoWritten(db)
        // the demo company has simulators of the outside services
        await services.reopen()
        facts.changedAnything()
      },
    },
  })
}

/** Returns one worker for each kind of job, so that a slow mail server does not delay an invoice. */
function workersOf(served: Served, app: FastifyInstance): readonly Worker[] {
  const { config, db, runner, services } = served
  const works = jobWorks({ runner, outside: services.current, publicUrl: publicUrlOf(config), log: app.log })
  const outage = queueOutage(app.log)
  const workers = Object.entries(works).map(([kind, work]) => new Worker(db, kind, work, app.log, outage))
  served.wakeWorkers = () => workers.forEach((worker) => worker.wake())
  return workers
}

/** Connects this process with the others on the database. Returns the function that stops watching them. */
async function connectProcesses(served: Served, log: Log): Promise<() => void> {
  const { config, db, kept, live, runner, services, facts } = served
  live.subscribe({ actor: SYSTEM, receive: services.changedElsewhere })
  // other processes may have changed anything while the connection for notifications was lost, and a restore changes everything
  live.subscribe({ actor: SYSTEM, receive: (topics) => topics.includes('*') && facts.changedAnything() })
  await live.start()
  served.processes = Math.max(await countProcesses(db), config.WORKERS)
  let warned = false
  return watchProcesses(db, (processes) => {
    runner.shareWith(processes)
    // processes that `WORKERS` starts later count from the beginning
    served.processes = Math.max(processes, config.WORKERS)
    if (processes > 1) kept?.foundOtherProcess()
    if (served.processes === 1 || config.SECRETS_KEY !== undefined || warned) return
    warned = true
    log.warn(
      { processes: served.processes },
      'several processes serve this database and SECRETS_KEY is not set: no second factor, webhook or push notification can be set up',
    )
  })
}

/** Starts the workers and the schedules. Returns the function that stops the schedules. */
async function startJobs(
  { db, runner, facts }: Served,
  workers: readonly Worker[],
  app: FastifyInstance,
): Promise<() => void> {
  // the embedded database has one process, so existing locks belong to a process that was killed
  if (db.engine === 'pglite') await db.run(sql`update jobs set locked_until = null where finished_at is null`)
  for (const worker of workers) worker.start()
  facts.start()
  return startSchedules(runner, schedules, app.log)
}

/** Prints the address of the product, and the accounts of the demo company. */
function announce(config: Config, db: Database, app: FastifyInstance): void {
  const at = app.server.address()
  const port = typeof at === 'object' && at ? at.port : config.PORT
  announceReady(
    `Kerino is ready at ${config.PUBLIC_URL ?? `http://localhost:${port}`} (${db.engine}, data in ${config.DATABASE_URL ? 'PostgreSQL' : config.dataDir})`,
  )
  if (config.DEMO)
    console.log(
      [
        `Sign in with the password ${DEMO_PASSWORD} as:`,
        ...DEMO_ACCOUNTS.map(({ email, role }) => `  ${email.padEnd(28)} ${role ?? '-'}`),
      ].join('\n'),
    )
}
