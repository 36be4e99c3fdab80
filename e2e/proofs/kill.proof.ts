/**
 * The server is killed while people package orders. Every acknowledged result is stored, and no order is half packaged.
 */
import { expect, test } from 'vitest'
import { type Engine, type ServerUnderTest, startServer } from '../server-under-test.ts'
import {
  type Answer,
  type Caller,
  isConnectionError,
  done,
  createPackers,
  openShop,
  ordersToPackage,
  type Shop,
  signedIn,
} from './callers.ts'
import { FULL_LENGTH, usualOrFull } from '#testing/length.ts'

const CLIENTS = 8
const ROUNDS = usualOrFull(1, 20)
/** The moment of the first kill: a single one hits the middle of the work, and many begin with the first order. */
const FIRST_MOMENT = usualOrFull(1, 0)
/** More than are packaged before the last moment of a kill. */
const ORDERS_A_ROUND = usualOrFull(24, 40)
const PIECE = 10_000
const START = 100_000

type Company = {
  readonly server: ServerUnderTest
  readonly shop: Shop
  admin: Caller
  people: Caller[]
  /** The pieces that packaged orders have taken from stock so far. */
  taken: number
}

async function createCompany(engine: Engine): Promise<Company> {
  const server = await startServer({ engine, demo: false })
  const admin = await signedIn(server)
  return {
    server,
    admin,
    people: await createPackers(server, admin, CLIENTS),
    shop: await openShop(admin, START, START),
    taken: 0,
  }
}

const piecesOf = (index: number): number => 1 + (index % 3)
const keyOf = (order: number): string => `package-${order}`

const pack = (person: Caller, order: number, name: string): Promise<Answer> =>
  person.press('packaging.package-order', { id: order, name }, keyOf(order))

type Outcome = { readonly acknowledged: Map<number, Answer['body']>; readonly unanswered: number[] }

/**
 * Eight people package orders until `end` stops the server, after `after` acknowledged orders. Returns the
 * acknowledged orders and those without an answer; orders that were never sent are left out.
 */
async function packageUntil(
  { people }: Company,
  orders: readonly number[],
  after: number,
  end: () => Promise<unknown>,
): Promise<Outcome> {
  const waiting = [...orders]
  const acknowledged = new Map<number, Answer['body']>()
  const unanswered: number[] = []
  const endings: Promise<unknown>[] = []
  await Promise.all(
    people.map(async (person, index) => {
      for (let order = waiting.shift(); order !== undefined; order = waiting.shift()) {
        try {
          const { status, body } = await pack(person, order, `Πρόσωπο ${index}`)
          // A stopping server may answer 503, but no command may fail in another way.
          expect([200, 503], JSON.stringify(body)).toContain(status)
          if (status === 200) acknowledged.set(order, body)
          else unanswered.push(order)
        } catch (error) {
          if (!isConnectionError(error)) throw error
          unanswered.push(order)
          return
        }
        if (acknowledged.size >= after && endings.length === 0) endings.push(end())
      }
    }),
  )
  await Promise.all(endings)
  expect(endings, 'the server went away in the middle').toHaveLength(1)
  return { acknowledged, unanswered }
}

type Row = { id: number; status: string; packagedBy: string }
type Moved = { document: { kind: string; id: number } | null; quantity: number; reason: string }

/** Returns all stored data about the orders, read through the calls of programs and pages. */
async function tracesOf({ admin, shop }: Company, orders: readonly number[]) {
  const among = `order_id IN (${orders.join(',')})`
  const rows = (await done(admin.call('GET', `_table/custorders?ids=${orders.join(',')}&fields=id,status,packagedBy`)))
    .resource as Row[]
  const loans = (
    await done(
      admin.call('GET', `_table/loans?filter=${encodeURIComponent(among)}&fields=order_id,bound,quantity,prd_id`),
    )
  ).resource as { order_id: number; bound: string; quantity: number; prd_id: number }[]
  const movements: Moved[] = []
  const isOfOrders = ({ document }: Moved) => document?.kind === 'order' && orders.includes(document.id)
  for (const productId of [shop.candle, shop.glass])
    for (let page = 1, more = true; more; page++) {
      const ledger = await done(admin.ask('stock.ledger', { productId, page }))
      movements.push(...ledger.rows.filter(isOfOrders))
      // The ledger is sorted newest first, so the rows of this round are on its first pages.
      more = ledger.more && ledger.rows.some(isOfOrders)
    }
  return Promise.all(
    rows.map(async (row) => {
      const { rows: history } = await done(admin.ask('orders.history', { id: row.id }))
      return {
        ...row,
        loans: loans.filter((loan) => loan.order_id === row.id),
        movements: movements.filter(({ document }) => document?.id === row.id),
        packings: (history as { command: string }[]).filter(({ command }) => command === 'packaging.package-order')
          .length,
      }
    }),
  )
}

/**
 * Checks that every order is packaged completely or not at all, and that the stock agrees. Returns the packaged orders.
 */
async function demandAllOrNothing(company: Company, orders: readonly number[]): Promise<Map<number, string>> {
  const packaged = new Map<number, string>()
  let now = 0
  const traces = await tracesOf(company, orders)
  expect(traces.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([...orders].toSorted((a, b) => a - b))
  for (const { id, status, packagedBy, loans, movements, packings } of traces) {
    const pieces = piecesOf(orders.indexOf(id))
    if (status === 'TO-PACKAGE') {
      expect({ id, packagedBy, loans, movements, packings }).toEqual({
        id,
        packagedBy: '',
        loans: [],
        movements: [],
        packings: 0,
      })
      continue
    }
    expect({
      id,
      status,
      packings,
      moved: Object.fromEntries(movements.map(({ reason, quantity }) => [reason, quantity])),
      movements: movements.length,
    }).toEqual({
      id,
      status: 'PACKAGED',
      packings: 1,
      moved: { lent: -pieces * PIECE, packaged: -pieces * PIECE },
      movements: 2,
    })
    expect(loans).toEqual([{ order_id: id, bound: 'OUTBOUND', quantity: pieces, prd_id: company.shop.glass }])
    packaged.set(id, packagedBy)
    now += pieces
  }
  const { candle, glass } = company.shop
  const { resource } = await done(company.admin.call('GET', `_table/products?ids=${candle},${glass}&fields=stock`))
  const left = START - company.taken - now
  expect(resource).toEqual([{ stock: left }, { stock: left }])
  expect(await done(company.admin.ask('stock.health'))).toEqual({ rows: [] })
  return packaged
}

/** Checks that no acknowledged order is lost, and that sending the unanswered commands again takes effect once. */
async function demandNothingLost(company: Company, orders: readonly number[], outcome: Outcome): Promise<number> {
  const found = await demandAllOrNothing(company, orders)
  for (const [id, answer] of outcome.acknowledged) expect(found.get(id), `order ${id}`).toBe(answer.packagedBy)
  for (const id of found.keys())
    expect(outcome.acknowledged.has(id) || outcome.unanswered.includes(id), `order ${id} was never pressed`).toBe(true)
  const surprises = outcome.unanswered.filter((id) => found.has(id)).length

  // A page repeats an unanswered command with the same key. Some commands are repeated twice.
  const again = [...outcome.unanswered, ...outcome.unanswered, ...[...outcome.acknowledged.keys()].slice(0, 5)]
  await Promise.all(
    again.map(async (id) => {
      const before = found.get(id)
      // A key belongs to one input, so the repeat sends the name of the first attempt.
      const name = before ?? outcome.acknowledged.get(id)?.packagedBy ?? 'Πρόσωπο 0'
      expect(await done(pack(ownerOf(company, name), id, name))).toEqual({
        id,
        packagedBy: name,
        followUpOrderId: null,
      })
    }),
  )
  const after = await demandAllOrNothing(company, orders)
  expect(new Set(after.keys())).toEqual(new Set([...found.keys(), ...outcome.unanswered]))
  for (const [index, id] of orders.entries()) if (after.has(id)) company.taken += piecesOf(index)
  return surprises
}

const ownerOf = ({ people }: Company, name: string): Caller =>
  people[Number(name.replace(/\D/g, ''))] ?? (people[0] as Caller)

const newOrders = ({ admin, shop }: Company): Promise<number[]> =>
  ordersToPackage(
    admin,
    shop,
    Array.from({ length: ORDERS_A_ROUND }, (_, index) => piecesOf(index)),
  )

/** Stops the server in an orderly way while people package, and checks that all running commands are finished and answered. */
async function demandNothingLostAtStop(company: Company): Promise<void> {
  const { server } = company
  const orders = await newOrders(company)
  let code = -1
  let milliseconds = 0
  const outcome = await packageUntil(company, orders, 10, async () => {
    const asked = performance.now()
    code = await server.stop()
    milliseconds = performance.now() - asked
  })
  expect(code).toBe(0)
  // the server ends after nine seconds at the latest (app/server/start/serve.ts), but a busy machine is late
  expect(milliseconds).toBeLessThan(60_000)
  await server.restart()
  const surprises = await demandNothingLost(company, orders, outcome)
  console.log(
    `SIGTERM on ${server.engine}: ended after ${milliseconds.toFixed(0)} ms with ${outcome.acknowledged.size} acknowledged, ` +
      `${outcome.unanswered.length} without an answer, ${surprises} of those done`,
  )
  // An orderly stop finishes all running commands and answers them.
  expect(surprises).toBe(0)
}

// process.proof.ts stops a server on the embedded database for every change
test.each([
  ['postgres', true],
  ['pglite', FULL_LENGTH],
] as const)(
  `%s: no acknowledged order is lost after ${ROUNDS === 1 ? 'a kill' : `${ROUNDS} kills`}; one ordinary end follows: %s`,
  async (engine, endsOrderly) => {
    const company = await createCompany(engine)
    await using server = company.server
    const totals = { acknowledged: 0, unanswered: 0, surprises: 0 }
    const started = performance.now()

    for (let round = 0; round < ROUNDS; round++) {
      const orders = await newOrders(company)
      // Each round stops the server at another moment, so that the rounds hit different moments of the work.
      const moment = FIRST_MOMENT + round
      const outcome = await packageUntil(company, orders, 1 + ((moment * 9) % 25), async () => {
        await new Promise((resolve) => setTimeout(resolve, (moment * 3) % 11))
        await server.kill9()
      })
      await server.restart()
      const surprises = await demandNothingLost(company, orders, outcome)
      totals.acknowledged += outcome.acknowledged.size
      totals.unanswered += outcome.unanswered.length
      totals.surprises += surprises
    }
    const seconds = (performance.now() - started) / 1000
    console.log(
      `kill -9 on ${engine}: ${ROUNDS} rounds in ${seconds.toFixed(0)} s, ${totals.acknowledged} acknowledged, all there; ` +
        `${totals.unanswered} without an answer, ${totals.surprises} of them wholly there, the others wholly absent`,
    )
    expect(totals.acknowledged).toBeGreaterThan(ROUNDS * 5)
    expect(totals.unanswered).toBeGreaterThan(ROUNDS)

    if (endsOrderly) await demandNothingLostAtStop(company)
  },
)
