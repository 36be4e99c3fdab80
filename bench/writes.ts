/**
 * Measures commands of this program and of an earlier state of it, in turns on the same machine, to compare them.
 *
 * Run `node bench/writes.ts --before=<folder> [--clients=1,16] [--rounds=6] [--seconds=1.5] [--delay=0]
 * [--processes=1] [--only=package]`. Each state has its own PostgreSQL server, at DATABASE_URL and
 * BEFORE_DATABASE_URL, or a temporary one. `--delay` delays each answer of the database by that many milliseconds.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packageOrderCommand } from '#features/packaging/server/package-order.ts'
import { createOrderCommand } from '#features/orders/server/write/create-order.ts'
import { type Database, sql } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { watchCpu } from './cpu.ts'
import { type Place, rolledBack } from './places.ts'
import { startMeasurer, startProduct } from './product.ts'
import { figures, type Order, type Round } from './rounds.ts'
import { openSlowConnection } from './slow-connection.ts'
import { ordersToCreate, ordersToPack, type Request, requestsOf } from './works.ts'

const { values: options } = parseArgs({
  options: {
    before: { type: 'string' },
    clients: { type: 'string', default: '1,16' },
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '1.5' },
    delay: { type: 'string', default: '0' },
    processes: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
const ROOT = join(import.meta.dirname, '..')

type Sent = { readonly title: string; readonly repeatable: boolean; readonly requests: readonly Request[] }

/** Returns the work to send. Its requests fit the database of one side. */
async function readSent(db: Database): Promise<Sent[]> {
  const works = [
    { title: 'create order', repeatable: true, requests: requestsOf(createOrderCommand, await ordersToCreate(db)) },
    { title: 'package order', repeatable: false, requests: requestsOf(packageOrderCommand, await ordersToPack(db)) },
  ]
  return works.filter(({ title }) => title.includes(options.only))
}

type Side = Awaited<ReturnType<typeof openSide>>

async function openSide(name: string, root: string, databaseUrl: string | undefined) {
  // each state of the program has the tables of its own migrations, and so its own data
  const { postgresPlace } = (await import(join(root, 'bench/places.ts'))) as { postgresPlace: () => Promise<Place> }
  if (databaseUrl) process.env.DATABASE_URL = databaseUrl
  else delete process.env.DATABASE_URL
  const place = await postgresPlace()
  const url = place.environment.DATABASE_URL ?? ''
  const db = await openPostgres(url, { poolSize: 2 })
  const works = await readSent(db)
  const folder = temporaryFolder('bench-writes')
  const file = join(folder, 'works.json')
  writeFileSync(file, JSON.stringify(works.map((work) => ({ ...work, floor: [] }))))
  const connection = await openSlowConnection(url, Number(options.delay))
  const direct = options.delay === '0'
  const server = await startProduct(
    { ...place.environment, DATABASE_URL: direct ? url : connection.url, WORKERS: options.processes },
    [],
    root,
  )
  const people = await startMeasurer<Order, Round>('http-clients.ts', { file, ...server, stop: undefined })
  const cpu = await watchCpu(url)
  return {
    name,
    works,
    place,
    rolledBack: () => rolledBack(db),
    walBytes: async () => {
      const { bytes } = await db.one<{ bytes: string }>(sql`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`)
      return Number(bytes)
    },
    measure: (order: Order) => cpu.during({ pid: server.pid, connections: 'kerino' }, () => people.ask(order)),
    async close() {
      await cpu.close()
      await people.stop()
      await server.stop()
      await connection.close()
      await db.close()
      await place.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Processor milliseconds and bytes of the write-ahead log are those of one command. */
type Measured = ReturnType<typeof figures> & { reruns: number; cpu: number; databaseCpu: number; walBytes: number }

/** Measures both sides in turns, and returns the figures of each. */
async function compare(sides: readonly Side[], work: number, clients: number): Promise<Measured[]> {
  const order = { work, clients, seconds: Number(options.seconds) }
  const taken = sides.map(() => ({ rounds: [] as Round[], cpu: 0, databaseCpu: 0, walBytes: 0, rolledBack: 0 }))
  for (const [at, side] of sides.entries()) {
    // one run without measuring, to fill caches, prepare statements and compile code
    await side.measure({ ...order, seconds: 0.7 })
    ;(taken[at] as (typeof taken)[0]).rolledBack -= await side.rolledBack()
  }
  for (let round = 0; round < Number(options.rounds); round++)
    for (const [at, side] of sides.entries()) {
      const one = taken[at] as (typeof taken)[0]
      one.walBytes -= await side.walBytes()
      const { answer, own, database } = await side.measure(order)
      one.walBytes += await side.walBytes()
      one.rounds.push(answer)
      one.cpu += own
      one.databaseCpu += database
      if (answer.firstFailure) console.error(side.name, answer.firstFailure)
    }
  return Promise.all(
    sides.map(async (side, at) => {
      const { rounds, cpu, databaseCpu, walBytes, rolledBack } = taken[at] as (typeof taken)[0]
      const done = rounds.reduce((sum, { times }) => sum + times.length, 0)
      const reruns = ((rolledBack + (await side.rolledBack())) / done) * 100
      return {
        ...figures(rounds),
        reruns,
        cpu: cpu / done,
        databaseCpu: databaseCpu / done,
        walBytes: walBytes / done,
      }
    }),
  )
}

if (!options.before) throw new Error('--before names the folder of the earlier state of the program')
const given = { after: process.env.DATABASE_URL, before: process.env.BEFORE_DATABASE_URL }
const before = await openSide('before', resolve(options.before), given.before)
const after = await openSide('after', ROOT, given.after)
try {
  console.log(
    `${after.place.description}; ${options.delay} ms added, ${options.processes} processes, ${options.rounds} rounds of ${options.seconds} s in turn`,
  )
  console.log(
    '| Command | Clients | | per second | p50 ms | p95 ms | p99 ms | run again, of 100 | CPU ms: server + database | WAL bytes | failures | load |',
  )
  console.log('|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
  for (const [work, { title }] of after.works.entries())
    for (const clients of options.clients.split(',').map(Number)) {
      const measured = await compare([before, after], work, clients)
      for (const [at, one] of measured.entries())
        console.log(
          `| ${title} | ${clients} | ${at === 0 ? 'before' : 'after'} | ${one.rate.toFixed(0)} | ${one.p50.toFixed(1)} | ${one.p95.toFixed(1)} | ${one.p99.toFixed(1)} | ${one.reruns.toFixed(1)} | ${one.cpu.toFixed(2)} + ${one.databaseCpu.toFixed(2)} | ${one.walBytes.toFixed(0)} | ${one.failures} | ${loadavg()[0]?.toFixed(1)} |`,
        )
      const [old, now] = measured
      if (old && now)
        console.log(
          `| | | ratio | ${(now.rate / old.rate).toFixed(2)} | | ${(now.p95 / old.p95).toFixed(2)} | | | ${(now.databaseCpu / old.databaseCpu).toFixed(2)} of the database | ${(now.walBytes / old.walBytes).toFixed(2)} | | |`,
        )
    }
} finally {
  await before.close()
  await after.close()
}
