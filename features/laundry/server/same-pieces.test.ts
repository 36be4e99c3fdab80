import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Refusal } from '#kernel/refusal.ts'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { PIECE } from '#testing/people-and-goods.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company.close())

const { press, does, refusalOf } = peopleOf(() => company)

/** Presses several times at the same moment, by two people. Returns the codes of the refusals, in order, and null for success. */
const atOnce = (...presses: readonly (readonly [name: string, input: object])[]) =>
  Promise.all(
    presses.map(async ([name, input], at) => {
      const { status, json } = await press(at % 2 ? 'admin' : 'user', name, input)
      return status === 200 ? null : (json as { refusal: Refusal }).refusal.code
    }),
  )

/** Returns a customer who was lent five glasses. */
async function customerWithFive(name: string): Promise<number> {
  const { id: customerId } = (await company.run('customers.create-customer', { name, address: 'Ερμού 1' })) as {
    id: number
  }
  const loan = { bound: 'OUTBOUND', customerId, productId: company.stock.glass, quantity: 5 * PIECE }
  await does('user', 'loans.record-loan', loan)
  return customerId
}
const glasses = (pieces: number) => ({ productId: company.stock.glass, quantity: pieces * PIECE })
const lost = (pieces: number) => ({ ...glasses(pieces), lost: true })
const balanceOf = async (customerId: number): Promise<number> =>
  (await does<{ total: number }>('user', 'loans.of-customer', { customerId })).total / PIECE

test('two people who return the same pieces at the same moment book one return', async () => {
  const customerId = await customerWithFive('Καφέ Διπλό')
  const back = { customerId, items: [glasses(5)] }
  const outcomes = await atOnce(['laundry.return-loans', back], ['laundry.return-loans', back])
  expect(new Set(outcomes)).toEqual(new Set(['loans.beyond-balance', null]))
  expect(await balanceOf(customerId)).toBe(0)
  const tasks = await company.db.many(sql`
    select t.id from tasks t join loans l on l.task_id = t.id where l.customer_id = ${customerId}`)
  expect(tasks).toHaveLength(1)
})

test('two people who invoice the same lost pieces at the same moment make one order', async () => {
  const customerId = await customerWithFive('Καφέ Χρέωση')
  const order = { customerId, lines: [lost(5)] }
  const outcomes = await atOnce(['orders.create-order', order], ['orders.create-order', order])
  expect(new Set(outcomes)).toEqual(new Set(['orders.lost-beyond', null]))
})

test('a return and the packing of an order that sells the same pieces never close more than was lent', async () => {
  const customerId = await customerWithFive('Καφέ Μαζί')
  const { id } = await does<{ id: number }>('user', 'orders.create-order', { customerId, lines: [lost(5)] })
  await does('user', 'orders.move-order', { id, transition: 'send' })
  const outcomes = await atOnce(
    ['laundry.return-loans', { customerId, items: [glasses(2)] }],
    ['packaging.package-order', { id, name: 'Μαρία' }],
  )
  expect(outcomes.filter((code) => code === null)).toHaveLength(1)
  expect(await balanceOf(customerId)).toBe(outcomes[0] === null ? 3 : 0)
})

test('half a glass is not returned, at the office or at the door, unless an earlier version let a program lend half of one', async () => {
  const customerId = await customerWithFive('Καφέ Μισό')
  const half = { customerId, items: [glasses(0.5)] }
  for (const door of ['laundry.return-loans', 'shipping.take-back-loans'])
    expect(await refusalOf('user', door, half)).toMatchObject({ code: 'loans.whole-pieces' })
  expect(await balanceOf(customerId)).toBe(5)
  await company.db.run(sql`
    insert into loans (bound, customer_id, customer_name, product_id, product_name, origin, quantity_e4, user_name)
    values ('OUTBOUND', ${customerId}, 'Καφέ Μισό', ${company.stock.glass}, 'Ποτήρι', 'manual', ${1.5 * PIECE}, 'Πρόγραμμα')`)
  await does('user', 'laundry.return-loans', half)
  expect(await balanceOf(customerId)).toBe(6)
})

test('washing tasks that two people close at the same moment enter the stock once', async () => {
  const customerId = await customerWithFive('Καφέ Πλύση')
  const { taskIds } = await does<{ taskIds: number[] }>('user', 'laundry.return-loans', {
    customerId,
    items: [glasses(5)],
  })
  const stock = async () =>
    (await company.db.one<{ e4: number }>(sql`select stock_e4 as e4 from products where id = ${company.stock.glass}`))
      .e4 / PIECE
  const before = await stock()
  const tasks = [{ taskId: taskIds[0], clean: 5 * PIECE }]
  const outcomes = await atOnce(['laundry.close', { tasks }], ['laundry.close', { tasks }])
  expect(outcomes.filter((code) => code === null)).toHaveLength(1)
  expect(await stock()).toBe(before + 5)
  const undone = await atOnce(['laundry.undo-close', { taskIds }], ['laundry.undo-close', { taskIds }])
  expect(undone.filter((code) => code === null)).toHaveLength(1)
  expect(await stock()).toBe(before)
})

test('glasses of an order that is not delivered yet cannot be sold as lost', async () => {
  const customerId = await customerWithFive('Καφέ Φορτηγό')
  await company.order('PACKAGED', { customer: customerId })
  expect(await balanceOf(customerId)).toBe(6)
  expect(await refusalOf('user', 'orders.create-order', { customerId, lines: [lost(6)] })).toMatchObject({
    code: 'orders.lost-beyond',
    details: { most: 5 },
  })
  const { id } = await does<{ id: number }>('user', 'orders.create-order', { customerId, lines: [lost(5)] })
  await does('user', 'laundry.return-loans', { customerId, items: [glasses(1)] })
  await does('user', 'orders.move-order', { id, transition: 'send' })
  expect(await refusalOf('user', 'packaging.package-order', { id, name: 'Μαρία' })).toMatchObject({
    code: 'loans.lost-returned',
    details: { lent: 4, lost: 5 },
  })
})

test('a changed order tells lost pieces from pieces of the shelf, and its history names them', async () => {
  const customerId = await customerWithFive('Καφέ Αλλαγή')
  const both = { customerId, lines: [lost(3), { ...glasses(2), lost: false }] }
  const { id } = await does<{ id: number }>('user', 'orders.create-order', both)
  const { version } = await company.db.one<{ version: number }>(sql`select version from orders where id = ${id}`)
  await does('user', 'orders.change-order', { id, version, customerId, lines: [{ ...glasses(2), lost: false }] })
  expect(
    await company.db.many(sql`select quantity_e4 as quantity, lost from order_lines where order_id = ${id}`),
  ).toEqual([{ quantity: 2 * PIECE, lost: false }])
  const { changes } = await company.db.one<{ changes: { lines: [object[], object[]] } }>(sql`
    select changes from history where entity = 'orders' and entity_id = ${id} order by id desc limit 1`)
  expect(changes.lines).toMatchObject([[{ quantity: 3, lost: true }], []])
})
