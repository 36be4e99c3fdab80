/**
 * The floor of commands: an order and a packaging as two plain SQL functions, which pgbench calls on a database of their own
 * (bench/floors). They store the same facts as the product and know none of its rules.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { installedBinaries } from '#testing/postgres-binaries.ts'
import { databaseUrl } from '#testing/template.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { watchEnded } from '../cpu.ts'
import type { Order, Round } from '../rounds.ts'

const FLOORS = join(import.meta.dirname, '../floors')
/** The file of each work, by its title. */
export const FLOOR_OF: Readonly<Record<string, string>> = { 'create order': 'c.pgb', 'package order': 'p.pgb' }
/** The packagings of the floor take one of so many orders. */
const ORDERS = 8_000
const JOBS = 2

export type Floor = {
  /** The database of the floor. */
  readonly url: string
  /** Calls the function of the file for some time. Returns also the processor milliseconds of the database meanwhile. */
  measure(file: string, order: Omit<Order, 'work'>): Promise<{ answer: Round; database: number }>
  close(): Promise<void>
}

/** Prepares the floor on the PostgreSQL server at `url`, on which the product is measured too. */
export async function openFloor(url: string): Promise<Floor> {
  const name = `kerino_floor_${process.pid}`
  const onServer = async (statement: string, database?: string): Promise<void> => {
    const client = new pg.Client({ connectionString: database ? databaseUrl(url, database) : url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await onServer(`create database ${name}`)
  await onServer(readFileSync(join(FLOORS, 's.sql'), 'utf8'), name)
  const floor = databaseUrl(url, name)
  const folder = temporaryFolder('bench-floor')
  const ended = await watchEnded(url)
  await callFor(floor, folder, 'c.pgb', 16, ['-t', String(ORDERS / 16)])
  await onServer('vacuum analyze', name)
  return {
    url: floor,
    async measure(file, { clients, seconds }) {
      const before = ended.taken()
      const answer = await callFor(floor, folder, file, clients, ['-T', String(seconds)])
      // the last backends end a moment after their client
      await new Promise((done) => setTimeout(done, 100))
      return { answer, database: ended.taken() - before }
    },
    async close() {
      rmSync(folder, { recursive: true, force: true })
      await onServer(`drop database ${name} with (force)`)
    },
  }
}

/** Runs pgbench, and returns the time of each call from its log. */
async function callFor(url: string, folder: string, file: string, clients: number, limit: string[]): Promise<Round> {
  const bin = installedBinaries()
  const program = [...(bin ? [join(bin, 'pgbench')] : []), 'pgbench'].find((one) => spawnSync(one, ['-V']).status === 0)
  if (!program) throw new Error('The floor needs pgbench, which is part of PostgreSQL')
  const jobs = String(Math.min(JOBS, clients))
  const given = ['-n', '-c', String(clients), '-j', jobs, ...limit, '-f', join(FLOORS, file), '-l', '-d', url]
  const started = performance.now()
  const child = spawn(program, given, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`pgbench ended with code ${code}: ${said.slice(0, 500)}`)
  const elapsed = (performance.now() - started) / 1_000
  const times: number[] = []
  const logs = readdirSync(folder).filter((log) => log.startsWith('pgbench_log.'))
  for (const log of logs) {
    // each line: client, call, microseconds, script, second, its microseconds
    for (const line of readFileSync(join(folder, log), 'utf8').trimEnd().split('\n'))
      times.push(Number(line.split(' ')[2]) / 1_000)
    rmSync(join(folder, log))
  }
  // the time of opening the connections does not count
  const seconds = limit[0] === '-T' ? Number(limit[1]) : elapsed
  return { seconds, times, failures: 0, firstFailure: null, ranOut: false }
}
