/**
 * Measures commands of this program beside their floor (bench/floors), and beside an earlier state of the program, in turns
 * on one PostgreSQL server with fsync.
 *
 * Run `node bench/instant/commands.ts [--before=<folder>] [--clients=1,16] [--rounds=7] [--seconds=2] [--delay=0]
 * [--processes=1] [--only=package]`. It uses the server at DATABASE_URL, or a temporary one. `--delay` delays each answer of
 * the database by that many milliseconds; the floor is then left out.
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
import { startThrowawayPostgres } from '#testing/throwaway-postgres.ts'
import { watchCpu } from '../cpu.ts'
import { type Place, rolledBack } from '../places.ts'
import { startMeasurer, startProduct } from '../product.ts'
import { figures, type Order, type Round } from '../rounds.ts'
import { openSlowConnection } from '../slow-connection.ts'
import { ordersToCreate, ordersToPack, type Request, requestsOf } from '../works.ts'
import { FLOOR_OF, openFloor } from './floor.ts'

const { values: options } = parseArgs({
  options: {
    before: { type: 'string' },
    clients: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    delay: { type: 'string', default: '0' },
    processes: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
const ROOT = join(import.meta.dirname, '../..')
/** Answers are delayed while statements are counted, so that what is sent together is seen together. */
const COUNTING = { delay: 5, seconds: 2 }

type Sent = { readonly title: string; readonly repeatable: boolean; readonly requests: readonly Request[] }

/** Returns the work to send. Its requests fit the database of one side. */
async function readSent(db: Database): Promise<Sent[]> {
  const works = [
    { title: 'create order', repeatable: true, requests: requestsOf(createOrderCommand, await ordersToCreate(db)) },
    { title: 'package order', repeatable: false, requests: requestsOf(packageOrderCommand, await ordersToPack(db)) },
  ]
  return works.filter(({ title }) => title.includes(options.only))
}

/** What one round of a side took, all of its commands together. */
type Taken = {
  readonly answer: Round
  readonly own: number
  readonly database: number
  readonly walBytes: number
  readonly fullPages: number
}

type Side = {
  readonly name: string
  readonly titles: readonly string[]
  /** Returns how many transactions were rolled back until now. */
  rolledBack(): Promise<number>
  measure(order: Order): Promise<Taken>
  /** Returns the statements and round trips of one command, by a client that is alone. */
  count(work: number): Promise<{ statements: number; roundTrips: number } | null>
  close(): Promise<void>
}

/** Returns what a round adds to the log of the server. */
async function loggedDuring<T>(
  db: Database,
  work: () => Promise<T>,
): Promise<T & { walBytes: number; fullPages: number }> {
  // other sessions report to the statistics only after they were idle for a moment, but the place in the log is exact
  const read = () =>
    db.one<{ bytes: number; pages: number }>(sql`
      select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as bytes, wal_fpi::float8 as pages from pg_stat_wal`)
  const before = await read()
  const answer = await work()
  const after = await read()
  return { ...answer, walBytes: after.bytes - before.bytes, fullPages: after.pages - before.pages }
}

async function openProduct(name: string, root: string): Promise<Side & { readonly description: string }> {
  // each state of the program has the tables of its own migrations, and so its own data
  const { postgresPlace } = (await import(join(root, 'bench/places.ts'))) as { postgresPlace: () => Promise<Place> }
  const place = await postgresPlace()
  const url = place.environment.DATABASE_URL ?? ''
  const db = await openPostgres(url, { poolSize: 2 })
  const works = await readSent(db)
  const folder = temporaryFolder('bench-commands')
  const file = join(folder, 'works.json')
  writeFileSync(file, JSON.stringify(works.map((work) => ({ ...work, floor: [] }))))
  // what is counted begins with the last orders, because the first ones are packaged by then
  const counting = join(folder, 'counting.json')
  writeFileSync(
    counting,
    JSON.stringify(works.map((work) => ({ ...work, requests: work.requests.toReversed(), floor: [] }))),
  )
  const serve = async (delay: number, processes: string, sent = file) => {
    const connection = delay === 0 ? null : await openSlowConnection(url, delay)
    const environment = { ...place.environment, DATABASE_URL: connection?.url ?? url, WORKERS: processes }
    const server = await startProduct(environment, [], root)
    const people = await startMeasurer<Order, Round>('http-clients.ts', { file: sent, ...server, stop: undefined })
    return {
      server,
      people,
      sent: () => connection?.sent() ?? { statements: 0, roundTrips: 0 },
      async close() {
        await people.stop()
        await server.stop()
        await connection?.close()
      },
    }
  }
  const serving = await serve(Number(options.delay), options.processes)
  const cpu = await watchCpu(url)
  return {
    name,
    titles: works.map(({ title }) => title),
    description: place.description,
    rolledBack: () => rolledBack(db),
    measure: (order) =>
      loggedDuring(db, () =>
        cpu.during({ pid: serving.server.pid, connections: 'kerino' }, () => serving.people.ask(order)),
      ),
    async count(work) {
      const counted = await serve(COUNTING.delay, '1', counting)
      try {
        const order = { work, clients: 1, seconds: COUNTING.seconds }
        await counted.people.ask(order)
        const before = counted.sent()
        const { times } = await counted.people.ask(order)
        const after = counted.sent()
        return {
          statements: (after.statements - before.statements) / times.length,
          roundTrips: (after.roundTrips - before.roundTrips) / times.length,
        }
      } finally {
        await counted.close()
      }
    },
    async close() {
      await cpu.close()
      await serving.close()
      await db.close()
      await place.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openFloorSide(url: string, titles: readonly string[]): Promise<Side> {
  const floor = await openFloor(url)
  const db = await openPostgres(floor.url, { poolSize: 1 })
  return {
    name: 'floor',
    titles,
    rolledBack: async () => 0,
    measure: ({ work, ...order }) =>
      loggedDuring(db, async () => ({
        ...(await floor.measure(FLOOR_OF[titles[work] ?? ''] ?? '', order)),
        own: Number.NaN,
      })),
    count: async () => ({ statements: 1, roundTrips: 1 }),
    async close() {
      await db.close()
      await floor.close()
    },
  }
}

/** Processor milliseconds, bytes and pages of the write-ahead log are those of one command. */
type Measured = ReturnType<typeof figures> & {
  readonly name: string
  /** The median of the rounds. */
  readonly median: number
  readonly reruns: number
  readonly cpu: number
  readonly databaseCpu: number
  readonly walBytes: number
  readonly fullPages: number
  readonly counted: { statements: number; roundTrips: number } | null
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Measures the sides in turns, and returns the figures of each. */
async function compare(sides: readonly Side[], work: number, clients: number): Promise<Measured[]> {
  const order = { work, clients, seconds: Number(options.seconds) }
  const measured = sides.map((side) => ({ side, taken: [] as Taken[], rolledBack: 0 }))
  for (const one of measured) {
    // one run without measuring, to fill caches, prepare statements and compile code
    await one.side.measure({ ...order, seconds: 1 })
    one.rolledBack -= await one.side.rolledBack()
  }
  for (let round = 0; round < Number(options.rounds); round++)
    for (const { side, taken } of measured) {
      const one = await side.measure(order)
      taken.push(one)
      if (one.answer.firstFailure) console.error(side.name, one.answer.firstFailure)
    }
  const answers: Measured[] = []
  for (const { side, taken, rolledBack } of measured) {
    const rounds = taken.map(({ answer }) => answer)
    const done = rounds.reduce((sum, { times }) => sum + times.length, 0)
    const each = (of: (one: Taken) => number): number => taken.reduce((sum, one) => sum + of(one), 0) / done
    answers.push({
      name: side.name,
      ...figures(rounds),
      median: middle(rounds.map(({ times, seconds }) => times.length / seconds)),
      reruns: ((rolledBack + (await side.rolledBack())) / done) * 100,
      cpu: each(({ own }) => own),
      databaseCpu: each(({ database }) => database),
      walBytes: each(({ walBytes }) => walBytes),
      fullPages: each(({ fullPages }) => fullPages),
      counted: await side.count(work),
    })
  }
  return answers
}

const HEAD = [
  '| Command | Clients | | per second, median | p50 ms | p95 ms | p99 ms | run again, of 100 | CPU ms: server + database | WAL bytes, full pages | statements, round trips | failures | floor / it | load |',
  '|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
].join('\n')

function row(title: string, clients: number, one: Measured, floor: Measured | undefined): string {
  const { counted } = one
  const cells = [
    title,
    clients,
    one.name,
    one.median.toFixed(0),
    one.p50.toFixed(1),
    one.p95.toFixed(1),
    one.p99.toFixed(1),
    one.reruns.toFixed(1),
    `${Number.isNaN(one.cpu) ? '–' : one.cpu.toFixed(2)} + ${one.databaseCpu.toFixed(2)}`,
    `${one.walBytes.toFixed(0)}, ${one.fullPages.toFixed(2)}`,
    counted ? `${counted.statements.toFixed(1)}, ${counted.roundTrips.toFixed(1)}` : '–',
    one.failures,
    floor ? (floor.median / one.median).toFixed(2) : '–',
    loadavg()[0]?.toFixed(1),
  ]
  return `| ${cells.join(' | ')} |`
}

const given = process.env.DATABASE_URL
const server = given ? { url: given, stop: async () => {} } : await startThrowawayPostgres({ fsync: true })
process.env.DATABASE_URL = server.url
const sides: Side[] = []
try {
  if (options.before) sides.push(await openProduct('before', resolve(options.before)))
  const product = await openProduct('product', ROOT)
  sides.push(product)
  if (options.delay === '0') sides.push(await openFloorSide(server.url, product.titles))
  console.log(
    `${product.description}; ${options.delay} ms added, ${options.processes} processes, ${options.rounds} rounds of ${options.seconds} s in turn`,
  )
  console.log(HEAD)
  for (const [work, title] of product.titles.entries())
    for (const clients of options.clients.split(',').map(Number)) {
      const measured = await compare(sides, work, clients)
      const floor = measured.find(({ name }) => name === 'floor')
      for (const one of measured) console.log(row(title, clients, one, floor))
      const [old, now] = measured
      if (options.before && old && now)
        console.log(
          `| | | product / before | ${(now.median / old.median).toFixed(2)} | | ${(now.p95 / old.p95).toFixed(2)} | | | ${(now.databaseCpu / old.databaseCpu).toFixed(2)} of the database | ${(now.walBytes / old.walBytes).toFixed(2)} | | | | |`,
        )
    }
} finally {
  for (const side of sides.toReversed()) await side.close()
  await server.stop()
}
