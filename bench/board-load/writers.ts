/**
 * Measures whether boards disturb the people who write orders. Rounds without boards, with open boards, with boards that are
 * opened and with order lists take turns. All of them use the same processors, so a board also costs what it computes. A board
 * that also blocked the writers would raise the number of repeated transactions.
 *
 * After each round the new orders are cancelled, so that the boards always show the same number of orders. With an earlier state of
 * the program in another folder both take turns.
 */
import { randomUUID } from 'node:crypto'
import { createOrderCommand } from '#features/orders/server/write/create-order.ts'
import { NEW_ANSWER_HEADER } from '#kernel/contract.ts'
import { type Database, sql } from '#server/db/database.ts'
import { watchCpu } from '../cpu.ts'
import { rolledBack } from '../places.ts'
import type { Product } from '../product.ts'
import { Pieces, type Round, runRound } from '../rounds.ts'
import { get, ordersToCreate, post, type Request, requestsOf } from '../works.ts'

const CLIENTS = 8
const BOARDS = 4
const SECONDS = 4
/** After each change, live updates let a page read again after this time. */
const PAUSE_MS = 2_000

const FILTERS = { filters: { status: ['PENDING-STOCK', 'STOCK-OK'] } }
/** Only the opening of a board checks the stock of waiting orders. */
const RECHECK: Request = post('orders.process-orders', { withoutOpenTasks: true })
const BOARD: readonly Request[] = [
  get('operations.board', { ...FILTERS, sort: 'expectedDelivery', descending: false }),
  get('operations.needed-products', FILTERS),
  get('operations.needed-materials', FILTERS),
]
const LIST: readonly Request[] = BOARD.map(() => get('orders.list', FILTERS))

/** What other pages do meanwhile: what each of them reads, and whether all begin at the same moment. */
type Kind = { readonly pages: readonly Request[]; readonly together: boolean }

const KINDS: Readonly<Record<string, Kind>> = {
  'no other page': { pages: [], together: true },
  [`${BOARDS} open boards, read at the same moments`]: { pages: BOARD, together: true },
  [`${BOARDS} open boards, each at moments of its own`]: { pages: BOARD, together: false },
  [`${BOARDS} boards that are opened`]: { pages: [RECHECK, ...BOARD], together: false },
  [`${BOARDS} open order lists`]: { pages: LIST, together: false },
}

async function send(server: Product, { method, path, body }: Request, isNew = false): Promise<void> {
  const headers = {
    ...server.headers,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    ...(isNew && { [NEW_ANSWER_HEADER]: '1' }),
  }
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, body, headers })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`)
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** Reads the pages of one kind until `isOver`. A page asks for all that it shows at once. Returns how often they were read. */
async function keepReading(server: Product, { pages, together }: Kind, isOver: () => boolean): Promise<number> {
  if (pages.length === 0) return 0
  let times = 0
  const readOne = async (board: number): Promise<void> => {
    if (!together) await pause((board * PAUSE_MS) / BOARDS)
    for (let next = performance.now(); !isOver(); next += PAUSE_MS) {
      await Promise.all(pages.map((request) => send(server, request, true)))
      times += 1
      await pause(Math.max(0, next + PAUSE_MS - performance.now()))
    }
  }
  await Promise.all(Array.from({ length: BOARDS }, (_, board) => readOne(board)))
  return times
}

/** What was measured beside one kind of page. `work` has the processor time of one order in milliseconds, for each round. */
type Sum = { rounds: Round[]; read: number; repeated: number; work: number[] }

/** A state of the program, and how its server is started. */
export type Program = { readonly name: string; readonly start: () => Promise<Product> }

/** Returns a table in Markdown: orders a second, their p95 and repeated transactions, for each kind of round. */
export async function measureWriters(programs: readonly Program[], db: Database, url: string, rounds: number) {
  const requests = requestsOf(createOrderCommand, await ordersToCreate(db))
  const pieces = new Pieces(requests.length, true)
  const cpu = await watchCpu(url)
  const { last } = await db.one<{ last: number }>(sql`select max(id) as last from orders`)
  const sums = new Map<string, Sum>()
  for (let round = 0; round <= rounds; round++)
    for (const { name, start } of programs) {
      const server = await start()
      const write = (piece: number) => send(server, requests[piece] as Request)
      await runRound({ work: 0, clients: CLIENTS, seconds: 1 }, pieces, write)
      for (const [title, kind] of Object.entries(KINDS)) {
        const before = await rolledBack(db)
        let over = false
        const side = { pid: server.pid, connections: 'kerino' }
        const measured = await cpu.during(side, async () => {
          const reading = keepReading(server, kind, () => over)
          const one = await runRound({ work: 0, clients: CLIENTS, seconds: SECONDS }, pieces, write)
          over = true
          return { one, read: await reading }
        })
        const { one, read } = measured.answer
        if (one.failures > 0) throw new Error(`${title}: ${one.failures} failed, ${one.firstFailure}`)
        const repeated = (await rolledBack(db)) - before
        await db.run(sql`update orders set status = 'CANCELED' where id > ${last} and status <> 'CANCELED'`)
        await db.script('vacuum promised_lines')
        // the first round also plans the statements
        if (round === 0) continue
        const key = `${title} | ${name}`
        const sum = sums.get(key) ?? { rounds: [], read: 0, repeated: 0, work: [] }
        sum.rounds.push(one)
        sum.read += read
        sum.repeated += repeated
        const work = (measured.own + measured.database) / one.times.length
        // it is unknown if a connection was closed meanwhile
        if (!Number.isNaN(work)) sum.work.push(work)
        sums.set(key, sum)
      }
      await server.stop()
    }
  await cpu.close()
  const lines = Array.from(sums, ([key, of]) => {
    const times = of.rounds.flatMap(({ times: some }) => some).toSorted((a, b) => a - b)
    const seconds = of.rounds.reduce((sum, { seconds: some }) => sum + some, 0)
    const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN
    const work = of.work.toSorted((a, b) => a - b)[of.work.length >> 1]?.toFixed(1) ?? '?'
    const repeated = `${((100 * of.repeated) / times.length).toFixed(0)} %`
    return `| ${[key, (times.length / seconds).toFixed(0), p95.toFixed(0), repeated, work, of.read, times.length].join(' | ')} |`
  })
  return [
    `| ${CLIENTS} people write orders beside | program | orders a second | p95 ms | repeated transactions | processor ms an order, all included | readings of these pages | orders |`,
    '|---|---|---:|---:|---:|---:|---:|---:|',
    ...lines.toSorted(),
  ].join('\n')
}
