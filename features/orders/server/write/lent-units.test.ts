import { afterAll, beforeAll, expect, test } from 'vitest'
import { productsForLinesQuery } from '#features/products/server/queries.ts'
import { SYSTEM } from '#server/command.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { orderDetailQuery } from '../order-detail.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

test('a lent item whose recipe lines are in other units is lent exactly, in its own unit', async () => {
  const create = async (fields: object) => ((await company.run('products.create-product', fields)) as { id: number }).id
  const cloth = await create({
    name: 'Ύφασμα',
    usageType: 'MATERIAL',
    unit: 'Meter',
    lendable: true,
    costPrice: 2_0000,
  })
  const materials = [
    { materialId: cloth, quantity: 1_0000, unit: 'CM' },
    { materialId: cloth, quantity: 512, unit: 'MM' },
  ]
  const table = await create({ name: 'Τραπέζι', steps: [{ seq: 1, materials }] })
  const { rows } = await company.runner.ask(productsForLinesQuery, { ids: [table] }, SYSTEM)
  expect(rows[0]?.lendables).toMatchObject([{ unit: 'Meter', perUnit: 10_0512, recipeUnit: 'MM' }])
  const { id } = (await company.run('orders.create-order', {
    customerId: company.stock.customer,
    lines: [{ productId: table, quantity: 200_0000, salesPrice: 1_0000 }],
    loans: [{ productId: cloth, originProductId: table }],
  })) as { id: number }
  const { order } = await company.runner.ask(orderDetailQuery, { id }, SYSTEM)
  // 200 times 10.0512 mm are 2.01024 m; one piece rounded to four decimals would give 2.02 m
  expect(order.loans).toMatchObject([{ quantity: 2_0102, carried: 2_0102, unit: 'Meter' }])
  // the cloth comes back, so its cost does not count
  expect(order.lines).toMatchObject([{ costPrice: 0 }])
})
