/**
 * Many people package the same scarce product at the same time. The stock ends exactly right, and each refusal has a
 * reason.
 */
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { usualOrFull } from '#testing/length.ts'
import { type ServerUnderTest, startServer } from '../server-under-test.ts'
import {
  type Answer,
  type Caller,
  createPackers,
  done,
  openShop,
  ordersToPackage,
  type Shop,
  signedIn,
} from './callers.ts'

const CLIENTS = 16
const ORDERS = usualOrFull(80, 160)
const PIECE = 10_000
/** Orders have one to three pieces, so this stock is enough for about half of them. */
const CANDLES = ORDERS
const GLASSES = 10_000

let server: ServerUnderTest
let db: Database
let admin: Caller
let people: Caller[]
let shop: Shop

beforeAll(async () => {
  server = await startServer({ engine: 'postgres', demo: false })
  db = await openPostgres(server.databaseUrl ?? '')
  admin = await signedIn(server)
  people = await createPackers(server, admin, CLIENTS)
  shop = await openShop(admin, CANDLES, GLASSES)
})
afterAll(async () => {
  await db?.close()
  await server?.remove()
})

type Press = { readonly order: number; readonly key?: string }
type Pressed = Press & { readonly answer: Answer }

/** Returns the list in a random order that is the same in every run. */
function shuffled<T>(list: readonly T[]): T[] {
  let seed = 20_261_120
  const dealt = [...list]
  for (let at = dealt.length - 1; at > 0; at--) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    const other = seed % (at + 1)
    ;[dealt[at], dealt[other]] = [dealt[other] as T, dealt[at] as T]
  }
  return dealt
}

/** Sixteen people send the commands of their own lists in parallel until all lists are empty. */
async function pressAll(piles: readonly (readonly Press[])[]): Promise<{ pressed: Pressed[]; seconds: number }> {
  const started = performance.now()
  const pressed = await Promise.all(
    piles.map(async (pile, index) => {
      const person = people[index] as Caller
      const answers: Pressed[] = []
      for (const press of pile) {
        const name = `Πρόσωπο ${index}`
        const answer = await person.press('packaging.package-order', { id: press.order, name }, press.key)
        answers.push({ ...press, answer })
      }
      return answers
    }),
  )
  return { pressed: pressed.flat(), seconds: (performance.now() - started) / 1000 }
}

const refusalCode = ({ body }: Answer): string => body?.refusal?.code ?? `no refusal: ${JSON.stringify(body)}`

/**
 * Reports whether a refusal names a true reason: the missing stock with its figure, or that the order is packaged
 * already.
 */
function isReason({ status, body }: Answer): boolean {
  const { code, details } = body?.refusal ?? {}
  if (status !== 422) return false
  if (code === 'orders.wrong-status') return details.status === 'PACKAGED'
  return code === 'stock.not-enough' && details.lines.length === 1 && details.lines[0].stock < details.lines[0].needed
}

test(`sixteen people package ${ORDERS} orders, and the stock is enough for half of them`, async () => {
  const pieces = Array.from({ length: ORDERS }, (_, index) => 1 + (index % 3))
  const ids = await ordersToPackage(admin, shop, pieces)
  const wanted = new Map(ids.map((id, index) => [id, pieces[index] as number]))

  // Three people send each order. For every third order, one of them sends the same key twice.
  const piles: Press[][] = Array.from({ length: CLIENTS }, () => [])
  for (const [turn, order] of shuffled([...ids, ...ids, ...ids]).entries()) {
    const person = turn % CLIENTS
    if (turn % 3 !== 0) piles[person]?.push({ order })
    else piles[person]?.push(...[1, 2].map(() => ({ order, key: `${order}-${person}-${turn}` })))
  }
  const { pressed, seconds } = await pressAll(piles)

  const codes = new Map<string, number>()
  for (const { answer } of pressed) {
    const outcome = answer.status === 200 ? 'packaged' : refusalCode(answer)
    codes.set(outcome, (codes.get(outcome) ?? 0) + 1)
    expect(answer.status === 200 || isReason(answer), JSON.stringify(answer)).toBe(true)
  }
  const total = pressed.length
  console.log(
    `scarce: ${total} commands of ${CLIENTS} clients in ${seconds.toFixed(1)} s: ${Math.round(total / seconds)} a second; ` +
      [...codes].map(([code, count]) => `${code} ${count}`).join(', '),
  )

  // A repeated key returns the same answer. A refused command may be tried again; a successful one has no second
  // effect.
  for (const [key, twins] of Map.groupBy(
    pressed.filter((press) => press.key !== undefined),
    (press) => press.key as string,
  )) {
    const [first, second] = twins
    expect(twins, key).toHaveLength(2)
    expect(first?.answer.status !== 200 || isDeepStrictEqual(second?.answer, first.answer), key).toBe(true)
  }

  const orders = await db.many<{
    id: number
    status: string
    packed: number
    moved: number
    lent: number
    by: string
  }>(sql`
    select o.id, o.status, o.packaged_by as by,
      (select count(*)::int from history h where h.entity = 'orders' and h.entity_id = o.id
        and h.changes -> 'status' ->> 1 = 'PACKAGED') as packed,
      (select coalesce(sum(quantity_e4), 0)::bigint from stock_movements m where m.order_id = o.id and m.product_id = ${shop.candle}) as moved,
      (select coalesce(sum(quantity_e4), 0)::bigint from loans l where l.order_id = o.id and l.bound = 'OUTBOUND') as lent
    from orders o order by o.id`)
  let gone = 0
  for (const order of orders) {
    const quantity = (wanted.get(order.id) ?? 0) * PIECE
    const isPackaged = order.status === 'PACKAGED'
    const effect = isPackaged ? quantity : 0
    if (isPackaged) gone += quantity
    expect(order).toMatchObject({ packed: isPackaged ? 1 : 0, moved: -effect || 0, lent: effect })
    const own = pressed.filter((press) => press.order === order.id)
    const yes = own.filter(({ answer }) => answer.status === 200)
    // Repeats under one key count as one success.
    const different = new Set(yes.map((press) => press.key ?? press))
    const why = own.map(({ answer }) => (answer.status === 200 ? '' : refusalCode(answer)))
    expect({
      order: order.id,
      status: order.status,
      by: order.by,
      yes: different.size,
      told: isPackaged || why.includes('stock.not-enough'),
    }).toEqual({
      order: order.id,
      status: isPackaged ? 'PACKAGED' : 'TO-PACKAGE',
      by: isPackaged ? yes[0]?.answer.body.packagedBy : '',
      yes: isPackaged ? 1 : 0,
      told: true,
    })
  }
  const stocks = await db.one<{ candle: number; glass: number; ledger: number; lowest: number }>(sql`
    select (select stock_e4 from products where id = ${shop.candle}) as candle,
      (select stock_e4 from products where id = ${shop.glass}) as glass,
      (select sum(quantity_e4)::bigint from stock_movements where product_id = ${shop.candle}) as ledger,
      (select min(balance_e4)::bigint from stock_movements) as lowest`)
  expect(stocks).toEqual({
    candle: CANDLES * PIECE - gone,
    glass: GLASSES * PIECE - gone,
    ledger: CANDLES * PIECE - gone,
    lowest: expect.any(Number),
  })
  expect(stocks.lowest).toBeGreaterThanOrEqual(0)
  expect(stocks.candle).toBeGreaterThanOrEqual(0)
  // The remaining stock is too low for every refused order.
  const smallest = Math.min(
    ...orders.filter(({ status }) => status === 'TO-PACKAGE').map(({ id }) => (wanted.get(id) ?? 0) * PIECE),
  )
  expect(stocks.candle).toBeLessThan(smallest)
  expect(orders.filter(({ status }) => status === 'PACKAGED').length).toBeGreaterThan(ORDERS / 4)
  expect(codes.get('stock.not-enough') ?? 0).toBeGreaterThan(0)
  expect(codes.get('orders.wrong-status') ?? 0).toBeGreaterThan(0)
})

test('two people move the same orders step by step at once, and each step succeeds for exactly one of them', async () => {
  await done(admin.press('stock.adjust-stock', { productId: shop.candle, newStock: 100 * PIECE, reason: 'παραλαβή' }))
  const { resource } = await done(
    admin.call('POST', '_table/custorders', {
      resource: Array.from({ length: 10 }, () => ({
        customer_id: shop.customer,
        products: [{ id: shop.candle, quantity: 1 }],
        loans: [{ id: shop.glass, originid: shop.candle, quantity: 1 }],
      })),
    }),
  )
  const [first, second] = [people[0] as Caller, people[1] as Caller]
  const red = await signedIn(server)
  const steps: {
    to: string
    by: [Caller, Caller]
    press: (person: Caller, id: number) => Promise<Answer>
    why?: string
  }[] = [
    {
      to: 'TO-PACKAGE',
      by: [first, second],
      press: (person, id) => person.press('orders.move-order', { id, transition: 'send' }),
    },
    {
      to: 'PACKAGED',
      by: [first, second],
      press: (person, id) => person.press('packaging.package-order', { id, name: 'Νίκος' }),
    },
    {
      to: 'READY-TO-INVOICE',
      by: [first, second],
      // One person uses the page, and the other an external program.
      press: (person, id) =>
        person === first
          ? person.press('orders.move-order', { id, transition: 'release' })
          : person.call('PATCH', `_table/custorders/${id}`, { status: 'READY-TO-INVOICE' }),
    },
    {
      to: 'INVOICED',
      by: [admin, red],
      press: (person, id) => person.press('invoicing.invoice-red', { id, reason: 'δοκιμή' }),
    },
    {
      to: 'ON SHIPPING',
      by: [first, second],
      press: (person, id) =>
        person.press('shipping.plan-shipment', { orderIds: [id], driverType: 'Driver', driver: 'Γιώργος' }),
      why: 'shipping.already-in-shipment',
    },
    {
      to: 'SHIPPED',
      by: [first, second],
      press: (person, id) => person.press('shipping.close-delivery', { orderId: id, action: 'deliver' }),
    },
  ]
  for (const { to, by, press, why = 'orders.wrong-status' } of steps) {
    for (const { id } of resource as { id: number }[]) {
      const answers = await Promise.all(by.map((person) => press(person, id)))
      const [winner, loser] = answers.toSorted((a, b) => a.status - b.status)
      expect(winner?.status, `${to}: ${JSON.stringify(answers)}`).toBe(200)
      const no = loser?.body.refusal?.code ?? loser?.body.error?.context?.refusal
      expect(no ?? loser?.body.error?.context?.resource?.[0]?.context?.refusal, to).toBe(why)
      const { resource: found } = await done(admin.call('GET', `_table/custorders?ids=${id}&fields=status`))
      expect(found).toEqual([{ status: to }])
    }
  }
  const ids = (resource as { id: number }[]).map(({ id }) => id)
  const effects = await db.one<Record<string, number>>(sql`
    select (select count(*)::int from shipment_orders where order_id = any(${ids}::bigint[])) as stops,
      (select count(*)::int from shipments s where exists (select from shipment_orders so where so.shipment_id = s.id and so.order_id = any(${ids}::bigint[]))) as trips,
      (select count(*)::int from stock_movements where order_id = any(${ids}::bigint[])) as movements,
      (select count(*)::int from loans where order_id = any(${ids}::bigint[])) as loans,
      (select count(*)::int from history where entity = 'orders' and entity_id = any(${ids}::bigint[]) and changes ? 'status') as steps`)
  expect(effects).toEqual({ stops: 10, trips: 10, movements: 20, loans: 10, steps: 70 })
})
