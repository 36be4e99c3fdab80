/**
 * Measures the product over HTTP with 100,000 orders, and in the same run the same statements without the product.
 * `node bench/run.ts [--engine=pglite] [--seconds=2] [--rounds=3] [--only=package]`; docs/performance.md describes
 * it.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Side, watchCpu } from './cpu.ts'
import { type Place, pglitePlace, postgresPlace } from './places.ts'
import { startMeasurer, startProduct } from './product.ts'
import { figures, type Order, type Round } from './rounds.ts'
import { readWorks, type Work } from './works.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    seconds: { type: 'string', default: '1.5' },
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '1,8,16' },
    only: { type: 'string', default: '' },
    /** Options for the Node of the server, separated by blanks; for a profiler. */
    flags: { type: 'string', default: '' },
    output: { type: 'string', default: join(import.meta.dirname, '../build/bench') },
  },
})
const CONNECTIONS = Number(process.env.DATABASE_POOL ?? 12)

type Measurement = {
  readonly work: Work
  readonly clients: number
  readonly product: ReturnType<typeof figures>
  readonly floor: ReturnType<typeof figures>
  /** Processor milliseconds for one piece of work: of the server and of the floor, each with its database. */
  readonly cpu: { server: number; serverDatabase: number; floor: number; floorDatabase: number }
  readonly load: number
}

async function measure(place: Place): Promise<Measurement[]> {
  const folder = temporaryFolder('bench-works')
  const file = join(folder, 'works.json')
  const db = await place.open()
  const works = await readWorks(db, options.only)
  await db.close()
  writeFileSync(file, JSON.stringify(works))
  const server = await startProduct(place.environment, options.flags.split(' ').filter(Boolean))
  const people = await startMeasurer<Order, Round>('http-clients.ts', { file, ...server, stop: undefined })
  const floor = await startMeasurer<Order, Round>('floor-clients.ts', {
    file,
    connections: CONNECTIONS,
    place: place.floor,
  })
  const cpu = await watchCpu('url' in place.floor ? place.floor.url : null)
  const serverSide: Side = { pid: server.pid, connections: 'kerino' }
  const floorSide: Side = { pid: floor.pid, connections: 'floor' }
  const measurements: Measurement[] = []
  for (const work of works.keys()) {
    for (const clients of options.clients.split(',').map(Number)) {
      // both sides run once without being measured, to fill caches, prepare statements and compile code
      await people.ask({ work, clients, seconds: 0.4 })
      await floor.ask({ work, clients, seconds: 0.4 })
      const rounds: { people: Round[]; floor: Round[] } = { people: [], floor: [] }
      const load = loadavg()[0] ?? 0
      const order = { work, clients, seconds: Number(options.seconds) }
      const taken = { server: 0, serverDatabase: 0, floor: 0, floorDatabase: 0 }
      for (let round = 0; round < Number(options.rounds); round++) {
        const one = await cpu.during(serverSide, () => people.ask(order))
        const other = await cpu.during(floorSide, () => floor.ask(order))
        rounds.people.push(one.answer)
        rounds.floor.push(other.answer)
        taken.server += one.own
        taken.serverDatabase += one.database
        taken.floor += other.own
        taken.floorDatabase += other.database
      }
      const done = (of: readonly Round[]): number => of.reduce((sum, { times }) => sum + times.length, 0)
      for (const { firstFailure } of [...rounds.people, ...rounds.floor]) if (firstFailure) console.error(firstFailure)
      const measurement = {
        work: works[work] as Work,
        clients,
        product: figures(rounds.people),
        floor: figures(rounds.floor),
        cpu: {
          server: taken.server / done(rounds.people),
          serverDatabase: taken.serverDatabase / done(rounds.people),
          floor: taken.floor / done(rounds.floor),
          floorDatabase: taken.floorDatabase / done(rounds.floor),
        },
        load,
      }
      measurements.push(measurement)
      console.log(row(measurement))
    }
  }
  await cpu.close()
  await people.stop()
  await floor.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  return measurements
}

const HEAD = [
  '| Work | Clients | per second | p50 ms | p95 ms | p99 ms | floor per second | floor p50 | floor p95 | floor p99 | floor / product | CPU ms: server + database | floor + database | CPU ratio | goal per second | failures | load |',
  '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
]
const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0)

function row({ work, clients, product, floor, cpu, load }: Measurement): string {
  const ratio = floor.rate / product.rate
  const cells = [
    work.title,
    clients,
    Math.round(product.rate),
    ms(product.p50),
    ms(product.p95),
    ms(product.p99),
    Math.round(floor.rate),
    ms(floor.p50),
    ms(floor.p95),
    ms(floor.p99),
    ratio.toFixed(2),
    `${cpu.server.toFixed(2)} + ${cpu.serverDatabase.toFixed(2)}`,
    `${cpu.floor.toFixed(2)} + ${cpu.floorDatabase.toFixed(2)}`,
    ((cpu.server + cpu.serverDatabase) / (cpu.floor + cpu.floorDatabase)).toFixed(2),
    work.goalRate ?? '',
    product.failures + floor.failures,
    load.toFixed(1),
  ]
  return `| ${cells.join(' | ')} |`
}

const place = options.engine === 'pglite' ? await pglitePlace() : await postgresPlace()
try {
  console.log(HEAD.join('\n'))
  const measurements = await measure(place)
  const text = [
    `# ${place.engine}, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    '',
    `${place.description}. ${cpus().length} cores, Node ${process.versions.node}, ${CONNECTIONS} connections on both sides.`,
    `100,000 orders of 5 order lines (16,000 of them to pack), 20,000 customers, 5,000 products. ${options.rounds} rounds of ${options.seconds} s each, product and floor in turn.`,
    'The floor runs only the statements of the same work, in a separate process. "load" is the load of the machine in the minute before the row, including the measurement.',
    '',
    ...HEAD,
    ...measurements.map(row),
    '',
  ].join('\n')
  mkdirSync(options.output, { recursive: true })
  writeFileSync(join(options.output, `${place.engine}.md`), text)
} finally {
  await place.remove()
}
