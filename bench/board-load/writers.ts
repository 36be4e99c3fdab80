/**
 * Measures whether boards disturb the people who write orders. Rounds without boards, with open boards, with boards that are
 * opened and with order lists take turns. All of them use the same processors, so a board also costs what it computes. A board
 * that also blocked the writers would raise the number of repeated transactions.
 */
import { randomUUID } from 'node:crypto'
import { createOrderCommand } from '#features/orders/server/write/create-order.ts'
import type { Database } from '#server/db/database.ts'
import { rolledBack } from '../places.ts'
import type { Product } from '../product.ts'
import { Pieces, type Round, runRound } from '../rounds.ts'
import { get, ordersToCreate, post, type Request, requestsOf } from '../works.ts'

const CLIENTS = 8
const BOARDS = 4
const ROUNDS = 5
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

async function send(server: Product, { method, path, body }: Request): Promise<void> {
  const headers = { ...server.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, body, headers })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`)
}

/** Reads the page of `requests` again and again until `isOver`. Returns how often it was read. */
async function keepReading(server: Product, requests: readonly Request[], isOver: () => boolean): Promise<number> {
  let times = 0
  while (requests.length > 0 && !isOver()) {
    for (const request of requests) await send(server, request)
    times += 1
    await new Promise((done) => setTimeout(done, PAUSE_MS))
  }
  return times
}

/** Returns a table in Markdown: orders a second, their p95 and repeated transactions, for each kind of round. */
export async function measureWriters(server: Product, db: Database): Promise<string> {
  const requests = requestsOf(createOrderCommand, await ordersToCreate(db))
  const pieces = new Pieces(requests.length, true)
  const kinds = {
    'no other page': [],
    [`${BOARDS} open boards`]: BOARD,
    [`${BOARDS} boards that are opened`]: [RECHECK, ...BOARD],
    [`${BOARDS} open order lists`]: LIST,
  }
  const rounds = new Map(Object.keys(kinds).map((kind) => [kind, { rounds: [] as Round[], read: 0, repeated: 0 }]))
  for (let round = 0; round <= ROUNDS; round++)
    for (const [kind, pages] of Object.entries(kinds)) {
      const before = await rolledBack(db)
      let over = false
      const reading = Promise.all(Array.from({ length: BOARDS }, () => keepReading(server, pages, () => over)))
      const one = await runRound({ work: 0, clients: CLIENTS, seconds: SECONDS }, pieces, (piece) =>
        send(server, requests[piece] as Request),
      )
      over = true
      const read = (await reading).reduce((sum, count) => sum + count, 0)
      if (one.failures > 0) throw new Error(`${kind}: ${one.failures} failed, ${one.firstFailure}`)
      const of = rounds.get(kind)
      // the first round also plans the statements
      if (round === 0 || !of) continue
      of.rounds.push(one)
      of.read += read
      of.repeated += (await rolledBack(db)) - before
    }
  const lines = Array.from(rounds, ([kind, of]) => {
    const times = of.rounds.flatMap(({ times: some }) => some).toSorted((a, b) => a - b)
    const seconds = of.rounds.reduce((sum, { seconds: some }) => sum + some, 0)
    const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN
    const cells = [kind, (times.length / seconds).toFixed(0), p95.toFixed(0), of.repeated, of.read, times.length]
    return `| ${cells.join(' | ')} |`
  })
  return [
    `| ${CLIENTS} people write orders beside | orders a second | p95 ms | repeated transactions | readings of these pages | orders |`,
    '|---|---:|---:|---:|---:|---:|',
    ...lines,
  ].join('\n')
}
