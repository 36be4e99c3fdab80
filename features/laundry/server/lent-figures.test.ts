import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNDELIVERED_STATUSES } from '#features/orders/domain/order.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { type Person, PIECE } from '#testing/people-and-goods.ts'
import type { lentAgeing, lentFigures, waitingReturns } from '../domain/contract.ts'
import { differenceOf, ownedOf } from '../domain/figures.ts'
import { type Sql, sql } from '#server/db/database.ts'

let company: TestCompany

beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company.close())

const accepted = new Set<string>()
const press = async (name: string, body: unknown, person: Person = 'user') => {
  const answer = await ask(company, 'POST', `/app/${name}`, { token: company.tokens[person], body })
  if (answer.status === 200) accepted.add(name)
  return answer
}
async function does<T>(name: string, body: unknown, person: Person = 'user'): Promise<T> {
  const answer = await press(name, body, person)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json as T
}
const figures = () => does<OutputOf<typeof lentFigures>>('laundry.lent-figures', {})
const glassOf = async () =>
  (await figures()).products.find(({ productId }) => productId === company.stock.glass) as OutputOf<
    typeof lentFigures
  >['total']
const waiting = () => does<OutputOf<typeof waitingReturns>>('laundry.waiting', {})

/** One press of a random history. `pick` chooses among what there is. Most presses may be refused. */
type Step = { readonly kind: (typeof KINDS)[number]; readonly pick: number; readonly pieces: number }
const KINDS = [
  'package',
  'deliver',
  'cancel',
  'return at the door',
  'return at the office',
  'lend by hand',
  'take back by hand',
  'wash',
  'wash and lose',
  'undo washing',
  'program finishes',
  'program sends to wash',
  'count',
  'sell what was lost',
  'cancel what was lost',
] as const
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  pick: fc.nat(1000),
  pieces: fc.integer({ min: 1, max: 4 }),
})

const packed: number[] = []
const closed: number[] = []
const selling: number[] = []

/** Does one step. In one piece, because each case is one call. */
async function act({ kind, pick, pieces }: Step): Promise<void> {
  const { customer, glass } = company.stock
  const back = { customerId: customer, items: [{ productId: glass, quantity: pieces * PIECE }] }
  const hand = { customerId: customer, productId: glass, quantity: pieces * PIECE, reason: 'δοκιμή' }
  const open = (await waiting()).returns.flatMap(({ items }) => items)
  const task = open[pick % Math.max(open.length, 1)]
  const orderId = packed[pick % Math.max(packed.length, 1)] ?? 0
  const table = (method: 'POST' | 'PATCH', row: object) =>
    ask(company, method, '/api/v2/db/_table/tasks', { token: company.tokens.user, body: { resource: [row] } })
  if (kind === 'package') packed.push(await company.order(pick % 2 ? 'PACKAGED' : 'ON SHIPPING'))
  if (kind === 'deliver') await press('shipping.close-delivery', { orderId, action: 'deliver' })
  if (kind === 'cancel') await press('orders.move-order', { id: orderId, transition: 'cancel' })
  if (kind === 'return at the door') await press('shipping.take-back-loans', back, 'driver')
  if (kind === 'return at the office') await press('laundry.return-loans', { ...back, reason: 'δοκιμή' })
  if (kind === 'lend by hand') await press('loans.record-loan', { ...hand, bound: 'OUTBOUND' })
  if (kind === 'take back by hand') await press('loans.record-loan', { ...hand, bound: 'INBOUND' })
  if (kind === 'program sends to wash')
    await table('POST', { type: 'PLYNTHRIO', materials: 'RETURN', quantity: pieces, productid: glass })
  if (kind === 'count')
    await press('stock.adjust-stock', { productId: glass, newStock: pieces * 100 * PIECE, reason: 'α' })
  if (kind === 'sell what was lost') {
    const lines = [{ productId: glass, quantity: PIECE, lost: true }]
    const { status, json } = await press('orders.create-order', { customerId: customer, lines })
    const { id } = json as { id: number }
    if (status === 200) selling.push(id)
    await press('orders.move-order', { id, transition: 'send' })
    await press('packaging.package-order', { id, name: 'Μαρία' })
  }
  const sale = selling[pick % Math.max(selling.length, 1)] ?? 0
  if (kind === 'cancel what was lost')
    await press('orders.move-order', { id: sale, transition: pick % 2 ? 'cancel' : 'reopen' })
  if (kind === 'undo washing')
    await press('laundry.undo-close', { taskIds: [closed[pick % Math.max(closed.length, 1)] ?? 1] })
  if (!task) return
  if (kind === 'program finishes') await table('PATCH', { id: task.taskId, status: 'FINISHED' })
  if (kind !== 'wash' && kind !== 'wash and lose') return
  const lost = kind === 'wash' ? 0 : Math.min(task.quantity, pieces * PIECE)
  const broken = pick % 2 ? lost : 0
  const tasks = [{ taskId: task.taskId, clean: task.quantity - lost, broken, missing: lost - broken }]
  if ((await press('laundry.close', { tasks })).status === 200) closed.push(task.taskId)
}

/** The balances and held pieces, computed from every record of all years. */
const PLAIN_SUMS = sql`(
  select customer_id, product_id, sum(e4)::bigint as balance_e4, (sum(e4) - sum(case when waits then greatest(e4, 0) else 0 end))::bigint as held_e4
  from (
    select l.customer_id, l.product_id, o.id is not null as waits,
      sum(case l.bound when 'OUTBOUND' then l.quantity_e4 else -l.quantity_e4 end) as e4
    from loans l left join orders o on o.id = l.order_id and l.origin = 'order' and o.status = any(${[...UNDELIVERED_STATUSES]}::text[])
    group by l.customer_id, l.product_id, o.id) by_order
  group by customer_id, product_id)`
const sumsOf = (from: Sql) =>
  company.db.many(sql`
    select customer_id, product_id, balance_e4, held_e4 from ${from} s where balance_e4 <> 0 or held_e4 <> 0 order by 1, 2`)

test('whatever happens, the lent items are where the ledger says: shelf, laundry, trucks, customers and written off, and the balances are those of all records', async () => {
  let moved = 0
  let sold = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      for (const one of steps) {
        await act(one)
        const { total, products } = await figures()
        expect({ one, differences: products.map(differenceOf) }).toEqual({ one, differences: products.map(() => 0) })
        expect(differenceOf(total)).toBe(0)
        // what the sums say must be what the ledger says
        const { entered } = await company.db.one<{ entered: number }>(sql`
          select coalesce(sum(quantity_e4) filter (where reason not in ('lent', 'lent-restored', 'washed')), 0)::bigint as entered
          from stock_movements where product_id = ${company.stock.glass}`)
        const glass = products.find(({ productId }) => productId === company.stock.glass)
        expect(glass?.entered).toBe(entered)
        expect(await sumsOf(sql`loan_sums`)).toEqual(await sumsOf(PLAIN_SUMS))
        if (total.laundry > 0 && total.writtenOff > 0 && total.trucks > 0) moved += 1
        if (total.sold > 0) sold += 1
      }
    }),
    { numRuns: 8, seed: 7, endOnFailure: true },
  )
  // the histories reached every place at once, by every command
  expect(moved).toBeGreaterThan(0)
  expect(sold).toBeGreaterThan(0)
  expect([...accepted].toSorted()).toEqual(
    [
      'laundry.close',
      'laundry.lent-figures',
      'laundry.return-loans',
      'laundry.undo-close',
      'laundry.waiting',
      'loans.record-loan',
      'orders.create-order',
      'orders.move-order',
      'packaging.package-order',
      'shipping.close-delivery',
      'shipping.take-back-loans',
      'stock.adjust-stock',
    ].toSorted(),
  )
})

test('lending, delivering, returning and washing move pieces and leave what the company owns unchanged', async () => {
  const before = await glassOf()
  const orderId = await company.order('ON SHIPPING')
  expect((await glassOf()).trucks).toBe(before.trucks + PIECE)
  await does('shipping.close-delivery', { orderId, action: 'deliver' }, 'driver')
  const delivered = await glassOf()
  expect([delivered.trucks, delivered.customers]).toEqual([before.trucks, before.customers + PIECE])
  const items = [{ productId: company.stock.glass, quantity: PIECE }]
  const { taskIds } = await does<{ taskIds: number[] }>('laundry.return-loans', {
    customerId: company.stock.customer,
    items,
    reason: 'α',
  })
  expect((await glassOf()).laundry).toBe(before.laundry + PIECE)
  await does('laundry.close', { tasks: [{ taskId: taskIds[0], clean: 0, broken: PIECE }] })
  const after = await glassOf()
  expect(after.writtenOff).toBe(before.writtenOff + PIECE)
  expect(ownedOf(after)).toBe(ownedOf(before))
})

test('a month of loans: four deliveries, returns at the door and at the office, washing, and a lost piece that is sold, and every list agrees', async () => {
  const { id } = (await company.run('customers.create-customer', { name: 'Ταβέρνα Μήνας' })) as { id: number }
  const { glass } = company.stock
  const back = (pieces: number) => ({ customerId: id, items: [{ productId: glass, quantity: pieces * PIECE }] })
  const washing = async () => (await waiting()).returns.filter(({ customer }) => customer === 'Ταβέρνα Μήνας')
  const wash = (taskId: number | undefined, clean: number, broken: number) =>
    does('laundry.close', {
      tasks: [{ taskId, clean: clean * PIECE, broken: broken * PIECE, reason: broken > 0 ? 'ράγισε' : '' }],
    })
  const before = await glassOf()
  for (let week = 1; week < 4; week += 1) await company.order('SHIPPED', { customer: id })
  const orderId = await company.order('ON SHIPPING', { customer: id })
  await does('shipping.take-back-loans', back(2), 'driver')
  await does('shipping.close-delivery', { orderId, action: 'deliver' }, 'driver')
  const door = (await washing())[0]?.items[0]?.taskId
  const { taskIds, balance } = await does<{ taskIds: number[]; balance: number }>('laundry.return-loans', back(1))
  expect(balance).toBe(PIECE)
  expect((await washing()).map(({ items }) => items.map(({ quantity }) => quantity))).toEqual([[2 * PIECE], [PIECE]])
  await wash(door, 1, 1)
  await wash(taskIds[0], 0, 1)
  await does('laundry.undo-close', { taskIds })
  await wash(taskIds[0], 1, 0)
  const lines = [{ productId: glass, quantity: PIECE, lost: true }]
  const sale = await does<{ id: number }>('orders.create-order', { customerId: id, lines })
  await does('orders.move-order', { id: sale.id, transition: 'send' })
  await does('packaging.package-order', { id: sale.id, name: 'Μαρία' })

  const after = await glassOf()
  expect(after).toEqual({
    ...before,
    shelf: before.shelf - 2 * PIECE,
    writtenOff: before.writtenOff + PIECE,
    sold: before.sold + PIECE,
  })
  expect(differenceOf(after)).toBe(0)
  expect(ownedOf(after)).toBe(ownedOf(before) - PIECE)
  expect(await washing()).toEqual([])
  expect(await does('laundry.ageing', { filters: { customerId: id } })).toMatchObject({ rows: [] })
  expect(await does('loans.of-customer', { customerId: id })).toMatchObject({ total: 0, products: [] })
})

test('lent items age by what was lent first and is returned first', async () => {
  const { id: customerId } = (await company.run('customers.create-customer', { name: 'Καφενείο' })) as { id: number }
  const productId = company.stock.glass
  const lend = async (bound: string, pieces: number, daysAgo: number) => {
    const { id } = await does<{ id: number }>('loans.record-loan', {
      bound,
      customerId,
      productId,
      quantity: pieces * PIECE,
    })
    await company.db.run(sql`update loans set created_at = now() - make_interval(days => ${daysAgo}) where id = ${id}`)
  }
  await lend('OUTBOUND', 5, 100)
  await lend('OUTBOUND', 3, 20)
  await lend('INBOUND', 4, 10)
  const ageing = (more: object) =>
    does<OutputOf<typeof lentAgeing>>('laundry.ageing', { filters: { customerId, ...more } })
  const lateAfter = (lateDays: number, shown: number) =>
    does('settings.save-lent-items', { values: { lateDays }, shown: { lateDays: shown } }, 'admin')
  expect(await does('laundry.rule', {})).toEqual({ lateDays: 90 })
  expect((await ageing({})).rows).toMatchObject([{ late: PIECE }])
  await lateAfter(120, 90)
  expect((await ageing({})).rows).toMatchObject([{ late: 0 }])
  await lateAfter(30, 120)
  const { rows } = await ageing({})
  expect(rows).toMatchObject([{ customer: 'Καφενείο', quantity: 4 * PIECE, late: PIECE }])
  expect(Math.round((Date.now() - Date.parse(rows[0]?.since ?? '')) / 86_400_000)).toBe(100)
  await lend('INBOUND', 1, 0)
  expect((await ageing({})).rows).toMatchObject([{ quantity: 3 * PIECE, late: 0 }])
  expect((await ageing({ onlyLate: true })).rows).toEqual([])
  const found = (search: string) => does<{ count: number }>('laundry.ageing-count', { search, filters: { customerId } })
  expect([await found('καφενειο'), await found('ξψζ')]).toEqual([{ count: 1 }, { count: 0 }])
})
