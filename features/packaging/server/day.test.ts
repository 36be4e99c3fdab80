/** Checks the data that a tablet stores for offline work: every order that waits for packaging, with its contents. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrderCommand } from '#features/orders/server/write/create-order.ts'
import { moveOrderCommand as moveOrderCommandWith } from '#features/orders/server/moves/own-moves.ts'
import { cancelMove } from '#features/production/server/plan/cancel-order.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { saveCompany } from '#server/company.ts'
import { testDatabase } from '#testing/database.ts'
import { Runner } from '#server/runner.ts'
import { packageOrderCommand } from './package-order.ts'
import { listPackagingQuery, packagingDayQuery, packagingDetailQuery } from './queries.ts'

const moveOrderCommand = moveOrderCommandWith({ cancel: cancelMove })

let db: Database
let runner: Runner
let customerId: number
let productId: number

beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => new Date('2026-06-10T09:00:00Z') })
  ;({ id: customerId } = await db.one<{ id: number }>(
    sql`insert into customers (name, phone, address, postcode, city) values ('Ταβέρνα', '2101234567', 'Αιόλου 1', '10551', 'Αθήνα') returning id`,
  ))
  ;({ id: productId } = await db.one<{ id: number }>(
    sql`insert into products (name, sku, barcode) values ('Κερί κολώνα', 'KOL-10', '5201234567894') returning id`,
  ))
  await db.run(sql`insert into stock_movements (product_id, quantity_e4, balance_e4, reason, user_name)
    values (${productId}, 10000000, 0, 'opening', 't')`)
})
afterAll(() => db.close())

async function orderFor(expectedDelivery: string | null, sent = true): Promise<number> {
  const { id } = await runner.run(
    createOrderCommand,
    { customerId, expectedDelivery, lines: [{ productId, quantity: 3_0000 }] },
    SYSTEM,
  )
  if (sent) await runner.run(moveOrderCommand, { id, transition: 'send' }, SYSTEM)
  return id
}

test('the orders to package are returned most urgent first, each with the same contents as its detail', async () => {
  const later = await orderFor('2026-06-12 09:00:00')
  const sooner = await orderFor('2026-06-11 09:00:00')
  const whenever = await orderFor(null)
  await orderFor('2026-06-11 09:00:00', false)
  const packed = await orderFor('2026-06-11 09:00:00')
  await runner.run(packageOrderCommand, { id: packed, name: 'Νίκος' }, SYSTEM)

  await saveCompany(db, { name: 'Κέρινο', address: 'Ορφέως 114, 11855 Αθήνα', phone: '2100041830' })
  const { boxes, more, sender } = await runner.ask(packagingDayQuery, {}, SYSTEM)
  expect(boxes.map(({ id }) => id)).toEqual([sooner, later, whenever])
  expect(more).toBe(false)
  const list = await runner.ask(listPackagingQuery, {}, SYSTEM)
  expect(list.rows.map(({ id, contents }) => [id, contents])).toEqual(
    [sooner, later, whenever].map((id) => [id, [{ name: 'Κερί κολώνα', quantity: 3_0000, unit: 'Item' }]]),
  )
  expect(sender).toEqual({ name: 'Κέρινο', address: 'Ορφέως 114, 11855 Αθήνα', phone: '2100041830' })
  expect({ ...boxes[0], sender }).toEqual(await runner.ask(packagingDetailQuery, { id: sooner }, SYSTEM))
  expect(boxes[0]).toMatchObject({
    phone: '2101234567',
    postcode: '10551',
    lines: [{ name: 'Κερί κολώνα', sku: 'KOL-10', barcode: '5201234567894', quantity: 3_0000 }],
  })
})
