/** Runs the real server in its own process with its own data. Tests start, stop, kill and restart it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { asAdmin, databaseUrl, pgliteFolder, postgresTemplate } from '#testing/template.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const ROOT = dirname(import.meta.dirname)
// only ends a start that hangs, because a busy machine may be ten times as slow
const START_MS = 240_000
const STOP_MS = 15_000
/** Another program may take a free port before the server listens on it, so several ports are tried. */
const MOST_PORTS = 5

/** The file of the server: the bundle that the set-up of the run prepares (e2e/database-for-all.ts), or the sources. */
export const SERVER_FILE = process.env['SERVER_FILE'] ?? 'app/server/main.ts'
/** The API key of the pages in every server under test. */
export const API_KEY = 'key-of-the-server-under-test'
/** The password of every account of the demo company, and of the first administrator below. */
export const PASSWORD = 'kerino-demo'
export const FIRST_ADMIN = 'founder@kerino.test'

export type Engine = 'pglite' | 'postgres'

export type ServerOptions = {
  /** TEST_ENGINE unless given. */
  readonly engine?: Engine
  /** With false the company is empty and has only the first administrator. */
  readonly demo?: boolean
  /**
   * With true a server creates and migrates its database itself, as at a customer. Otherwise it starts on a copy of a
   * migrated one, which saves seconds.
   */
  readonly bare?: boolean
  /** Further environment variables of the server. An empty text removes a variable. */
  readonly env?: Readonly<Record<string, string>>
}

export type ServerUnderTest = {
  readonly url: string
  readonly engine: Engine
  readonly dataDir: string
  /** The address of its database, or null on PGlite. */
  readonly databaseUrl: string | null
  /** Returns the id of its process, or 0 while it is stopped. */
  pid(): number
  /** Returns everything the server has printed so far. */
  output(): string
  /** Stops the server in an orderly way and returns its exit code. The data stay. */
  stop(): Promise<number>
  /** Kills the server with SIGKILL. The data stay. */
  kill9(): Promise<void>
  /** Starts the server on the same address with the same data. Stops it first if it runs. */
  restart(): Promise<void>
  /** Stops the server and deletes its data. */
  remove(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a server and waits until /readyz answers. Tries another port if another program has taken the first one. */
export async function startServer(options: ServerOptions = {}): Promise<ServerUnderTest> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOnFreePort(options)
    } catch (error) {
      if (tries === MOST_PORTS || !(error instanceof Error) || !error.message.includes('is taken by another'))
        throw error
    }
  }
}

async function startOnFreePort({
  engine = engineOfRun(),
  demo = true,
  bare = false,
  env = {},
}: ServerOptions): Promise<ServerUnderTest> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const folder = temporaryFolder('e2e')
  const dataDir = join(folder, 'data')
  const elsewhere = env['DATABASE_URL'] ?? env['DATA_DIR']
  if (engine === 'pglite' && !bare && elsewhere === undefined)
    cpSync(await pgliteFolder(), join(dataDir, 'pg'), { recursive: true })
  const database = engine === 'postgres' && elsewhere === undefined ? await createDatabase({ migrated: !bare }) : null
  const server = new ServerProcess(url, {
    // The PORT, DATABASE_URL and similar variables of the machine must not reach the server under test.
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compile'),
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    APP_API_KEY: API_KEY,
    ADMIN_EMAIL: FIRST_ADMIN,
    ADMIN_PASSWORD: PASSWORD,
    ...(demo ? {} : { VIES_URL: 'off' }),
    ...(demo ? { DEMO: '1' } : {}),
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...env,
  })
  const remove = async (): Promise<void> => {
    await server.end('SIGTERM')
    await database?.drop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }

  try {
    await server.start()
  } catch (error) {
    await remove()
    throw error
  }
  return {
    url,
    engine,
    dataDir,
    databaseUrl: database?.url ?? null,
    pid: () => server.pid,
    output: () => server.printed,
    stop: () => server.end('SIGTERM'),
    kill9: async () => void (await server.end('SIGKILL')),
    async restart() {
      await server.end('SIGTERM')
      await server.start()
    },
    remove,
    [Symbol.asyncDispose]: remove,
  }
}

/** The process of one server under test, which may be started and ended several times. */
class ServerProcess {
  readonly #url: string
  readonly #environment: Readonly<Record<string, string>>
  #child: ChildProcess | null = null
  /** Everything the processes have printed so far. */
  printed = ''

  constructor(url: string, environment: Readonly<Record<string, string>>) {
    this.#url = url
    this.#environment = environment
  }

  /** The id of the process, or 0 while none runs. */
  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Starts the process and waits until /readyz answers. */
  async start(): Promise<void> {
    // The server ends when this channel closes, even if the test process is killed.
    const started = spawn(process.execPath, [SERVER_FILE], {
      cwd: ROOT,
      env: { ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#child = started
    started.stdout?.on('data', (chunk) => (this.printed += String(chunk)))
    started.stderr?.on('data', (chunk) => (this.printed += String(chunk)))
    await untilReady(this.#url, started, () => this.printed)
  }

  /**
   * Ends the process and returns its exit code, or 0 if none runs. A process that a signal ended counts as 137. A process
   * that does not end within `STOP_MS` milliseconds is killed.
   */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number> {
    const running = this.#child
    this.#child = null
    if (!running) return 0
    if (running.exitCode !== null || running.signalCode !== null) return running.exitCode ?? 1
    const ended = new Promise<number>((resolve) => running.once('exit', (code) => resolve(code ?? 137)))
    running.kill(signal)
    const late = setTimeout(() => running.kill('SIGKILL'), STOP_MS)
    const code = await ended
    clearTimeout(late)
    return code
  }
}

/** Returns the engine that TEST_ENGINE names. */
export const engineOfRun = (): Engine => (process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'pglite')

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + START_MS
  while (Date.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server ended with ${child.exitCode ?? child.signalCode} before it was ready:\n${output()}`)
    }
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await pause(50)
  }
  child.kill('SIGKILL')
  throw new Error(`The server was not ready after ${START_MS / 1000} s:\n${output()}`)
}

/** Creates a database on the PostgreSQL server of the tests: empty, or with `migrated` a copy of a migrated one. */
export async function createDatabase({ migrated = true } = {}): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env['TEST_DATABASE_URL']
  if (!server)
    throw new Error('TEST_ENGINE=postgres needs TEST_DATABASE_URL: a PostgreSQL server whose databases may be dropped')
  const name = `kerino_e2e_${randomUUID().replaceAll('-', '')}`
  const template = migrated ? ` template ${await postgresTemplate(server)} strategy file_copy` : ''
  await asAdmin(server, async (admin) => void (await admin.query(`create database ${name}${template}`)))
  return {
    url: databaseUrl(server, name),
    drop: () =>
      asAdmin(server, async (admin) => void (await admin.query(`drop database if exists ${name} with (force)`))),
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
