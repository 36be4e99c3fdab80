/** Tests the cost of a line in an import whose program sends none. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { orderDetailQuery } from '../order-detail.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

test('an imported line has the cost at the present costs of the materials, unless the program sends one', async () => {
  const product = async (input: object) => ((await company.run('products.create-product', input)) as { id: number }).id
  const wax = await product({ name: 'Παραφίνη', usageType: 'PURCHASED-MATERIAL', costPrice: 1_0000, unit: 'KG' })
  const materials = [{ materialId: wax, quantity: 1_0000 }]
  const candle = await product({ name: 'Κερί εισαγωγής', steps: [{ seq: 1, section: 'GEMISMA', materials }] })
  await company.run('products.change-product', { id: wax, version: 1, changes: { costPrice: 4_0000 } })
  const { json } = await ask(company, 'POST', '/api/v2/_table/custorders?import=true', {
    token: company.tokens.admin,
    body: {
      resource: [
        {
          customer_id: company.stock.customer,
          status: 'SHIPPED',
          products: [
            { id: candle, quantity: 1, salesprice: 9 },
            { id: candle, quantity: 1, salesprice: 9, costprice: 2.5 },
          ],
        },
      ],
    },
  })
  const id = (json as { resource: { id: number }[] }).resource[0]?.id ?? 0
  const { order } = await company.runner.ask(orderDetailQuery, { id }, SYSTEM)
  expect(order.lines.map((line) => line.costPrice)).toEqual([4_0000, 2_5000])
})
