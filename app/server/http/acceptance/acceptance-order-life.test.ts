/** Checks the wire contract as a program sees it: the life of an order by PATCH calls of the old programs. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveCompany, saveSetting } from '#server/company.ts'
import { sql } from '#server/db/database.ts'
import { jobWorks } from '#app/server/features.ts'
import { openEpsilon } from '#server/integrations/accounting/epsilon.ts'
import { type EpsilonSimulator, startEpsilonSimulator } from '#simulators/epsilon-simulator.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { type JobWork, Worker } from '#server/jobs/jobs.ts'
import { SEND_JOB } from '#features/invoicing/server/write-document.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'
import { program, type Program, type Row } from '#testing/old-client.ts'

const ACCESS = { subscriptionKey: 'subscription', email: 'e@kerino.test', password: 'accounting-pass' }
const QUIET = { info: () => {}, warn: () => {}, error: () => {} }

let company: TestCompany
let simulator: EpsilonSimulator
let worker: Worker
let waking: NodeJS.Timeout
let user: Program
let admin: Program
let driver: Program
let product: number
let customer: number
beforeAll(async () => {
  simulator = await startEpsilonSimulator(ACCESS)
  const accounting = openEpsilon({ ...ACCESS, loginUrl: simulator.loginUrl, hostSuffix: '127.0.0.1' })
  company = await openTestCompany({ accounting })
  await saveSetting(company.db, 'accounting-state', { configured: true })
  const works = jobWorks({
    runner: company.runner,
    outside: () => ({ ...NOTHING_OUTSIDE, accounting }),
    publicUrl: 'http://localhost:3000',
  })
  worker = new Worker(company.db, SEND_JOB, works[SEND_JOB] as JobWork, QUIET)
  worker.start()
  waking = setInterval(() => worker.wake(), 50)
  user = program(company, 'user')
  admin = program(company, 'admin')
  driver = program(company, 'driver')
  await saveCompany(company.db, { name: 'Κερίνο', vat: '094019245', address: 'Αθήνα' })
  customer = (await user.make('customers', { name: 'Ξενοδοχείο με ΑΦΜ', vat: '094014201', city: 'Αθήνα' })).id
})
afterAll(async () => {
  clearInterval(waking)
  await worker?.stop()
  await company?.close()
  await simulator?.close()
})
beforeEach(async () => {
  const requirements = [{ seq: 1, typid: 'GEMISMA', materials: [{ id: company.stock.glass, quantity: 1 }] }]
  product = (await admin.make('products', { name: 'Κερί σε ποτήρι', salesprice: 10, vat: 24, stock: 20, requirements }))
    .id
})

const DRIVER = 'Ονομα driver'
const create = () =>
  user.make('custorders', {
    customer_id: customer,
    products: [{ id: product, quantity: 5 }],
    loans: [{ id: company.stock.glass, originid: product, quantity: 5 }],
  })
const patch = (who: Program, id: number, record: object) => who.patch('custorders', { id, ...record }, '?fields=*')
const stockOf = async (id = product) => Number((await user.row('products', id))['stock'])
const loansOf = async (id: number) =>
  (await user.get(`_table/loans?filter=order_id=${id}&fields=bound,quantity,prd_id,customer_id`)).rows
const WAY: readonly [string, Row?][] = [
  ['TO-PACKAGE'],
  ['PACKAGED', { packagedBy: 'Νίκος' }],
  ['READY-TO-INVOICE'],
  ['INVOICED', { invoicedAt: 'red', refcode: '71.00.00' }],
  ['ON SHIPPING', { shipping_by: DRIVER, shipping: { driver: DRIVER, type: 'Driver', car: 'TAXI', extra: '' } }],
]
/** Creates an order and brings it to a status by PATCH calls only. */
async function brought(to: string): Promise<number> {
  const { id, status } = await create()
  if (status === to) return id
  for (const [step, more] of WAY) {
    const { says, rows } = await patch(admin, id, { status: step, ...more })
    expect({ says, status: rows[0]?.['status'] }).toEqual({ says: '', status: step })
    if (step === to) return id
  }
  throw new Error(to)
}
const ship = (id: number, name = DRIVER) =>
  user.post(
    'shipments',
    { driver: name, status: 'PENDING', orders: JSON.stringify([id]), route: ['Ερμού 1', { lat: 37.9 }] },
    '?fields=*',
  )

test('an order can be packed, invoiced by epsilon, shipped, delivered and finished with the calls of the old client', async () => {
  const glass = await stockOf(company.stock.glass)
  const { id } = await create()
  expect((await patch(user, id, { status: 'PACKAGED', packagedBy: 'Νίκος' })).status).toBe(400)
  await patch(user, id, { status: 'TO-PACKAGE' })

  // the name is required, and stock and loans change at once and only once
  for (const packagedBy of [undefined, '', '   '])
    expect((await patch(user, id, { status: 'PACKAGED', packagedBy })).says).toBe('Please enter your name to confirm.')
  expect(await stockOf()).toBe(20)
  const packed = await patch(program(company, 'production'), id, { status: 'PACKAGED', packagedBy: ' Νίκος ' })
  expect(packed.rows).toMatchObject([{ status: 'PACKAGED', packagedBy: 'Νίκος' }])
  const loan = { quantity: 5, prd_id: company.stock.glass, customer_id: customer }
  expect([await stockOf(), await stockOf(company.stock.glass)]).toEqual([15, glass - 5])
  expect(await loansOf(id)).toEqual([{ bound: 'OUTBOUND', ...loan }])
  expect((await patch(user, id, { status: 'PACKAGED', packagedBy: 'Άλλος' })).status).toBe(400)
  expect(await stockOf()).toBe(15)
  expect(await user.row('custorders', id)).toMatchObject({ packagedBy: 'Νίκος' })

  // C-07: parked and back again
  for (const status of ['READY-TO-INVOICE', 'PARKED', 'READY-TO-INVOICE'])
    expect((await patch(user, id, { status })).rows).toMatchObject([{ status }])

  // C-33: the document first, then the PATCH that the old client sent after it
  const before = await user.row('custorders', id)
  expect((await patch(user, id, { status: 'INVOICED' })).says).toBe(
    'The accounting service has not accepted an invoice of this order.',
  )
  const insert = (order: unknown, more: object = {}, who: Person = 'user') =>
    ask(company, 'POST', '/service/insert-documents', {
      body: { order, customer: { id: 1 }, token: company.tokens[who], ...more },
    })
  expect((await insert(before, { url: 'https://evil.example/' })).status).toBe(403)
  expect((await insert(before, {}, 'driver')).status).toBe(403)
  expect((await insert(before, {}, 'waiting')).status).toBe(403)
  expect((await user.row('custorders', id))['status']).toBe('READY-TO-INVOICE')
  // several programs at the same moment get one document
  const [sent, ...others] = await Promise.all(Array.from({ length: 6 }, () => insert(before)))
  expect(sent).toMatchObject({
    status: 200,
    json: { id, status: 'ACKNOWLEDGED', mark: expect.stringMatching(/^\d+$/) },
  })
  for (const other of others) expect(other).toMatchObject({ status: 200, json: sent?.json })
  expect((await insert(id)).json).toEqual(sent?.json)
  expect(simulator.documents()).toHaveLength(1)
  const { totals, products } = before
  const invoiced = await patch(user, id, {
    status: 'INVOICED',
    refcode: '71.00.01',
    invoicedAt: 'epsilon',
    products,
    totals,
  })
  expect(invoiced.rows).toMatchObject([{ status: 'INVOICED', refcode: '71.00.01', invoicedAt: 'epsilon', totals }])
  expect(String(invoiced.rows[0]?.['invoiced_on'])).toMatch(/^\d{4}-\d{2}-\d{2}$/)

  // first the orders, then the shipment
  const shipping = { driver: DRIVER, type: 'Driver', car: 'TAXI', extra: '' }
  const onShipping = await patch(user, id, {
    status: 'ON SHIPPING',
    shipping: JSON.stringify(shipping),
    shipping_by: DRIVER,
  })
  expect(onShipping.rows).toMatchObject([{ status: 'ON SHIPPING', shipping, shipping_by: DRIVER }])
  const [shipment] = (await ship(id)).rows
  expect(shipment).toMatchObject({ status: 'PENDING', driver: DRIVER, orders: [id], route: ['Ερμού 1', { lat: 37.9 }] })
  expect((await ship(id)).status).toBe(400)
  const open = `_table/shipments?filter=(status != DONE) and (driver = ${DRIVER})&fields=id,orders`
  expect((await driver.get(open)).rows).toEqual([{ id: shipment?.['id'], orders: [id] }])
  expect((await program(company, 'other driver').get(open)).rows).toEqual([])

  // delivered, then finished
  expect((await patch(program(company, 'other driver'), id, { status: 'SHIPPED' })).status).toBe(403)
  const finish = () => driver.patch('shipments', { id: shipment?.['id'], status: 'DONE' }, '?fields=status')
  expect((await finish()).says).toBe('Shipment cannot be finalized, orders still exist.')
  expect((await patch(driver, id, { status: 'SHIPPED' })).rows).toMatchObject([{ status: 'SHIPPED' }])
  expect((await finish()).rows).toEqual([{ status: 'DONE' }])
  expect((await patch(admin, id, { status: 'CANCHELED' })).status).toBe(400)
})

test('a PATCH to epsilon first sends the document, also through a tunnel; a refused one keeps the status', async () => {
  const issued = simulator.documents().length
  const epsilon = { status: 'INVOICED', refcode: '71.00.01', invoicedAt: 'epsilon' }
  const [first, second] = [await brought('READY-TO-INVOICE'), await brought('READY-TO-INVOICE')]
  simulator.fail({ call: 'send', mode: 'refuse', fault: { code: '299', message: 'Not today', category: 'BTA' } })
  const refused = await patch(user, first, epsilon)
  expect({ status: refused.status, code: refused.error.code, failed: refused.error.context.error }).toEqual({
    status: 400,
    code: 1000,
    failed: [0],
  })
  // the code of the refusal, and not the service's own words, which only administrators see
  expect(refused.says).toContain('299')
  expect(refused.says).not.toContain('Not today')
  expect(await user.row('custorders', first)).toMatchObject({
    status: 'READY-TO-INVOICE',
    refcode: null,
    invoicedAt: null,
  })
  expect((await patch(program(company, 'driver'), first, epsilon)).status).toBe(403)
  expect((await patch(user, first, epsilon)).rows).toMatchObject([epsilon])
  const tunnel = { resource: [{ id: second, ...epsilon }] }
  expect((await user.send('POST', '_table/custorders', tunnel, { 'x-http-method': 'PATCH' })).status).toBe(200)
  expect(await user.row('custorders', second)).toMatchObject(epsilon)
  expect(simulator.documents()).toHaveLength(issued + 2)
  const stocked = await brought('STOCK-OK')
  expect((await patch(user, stocked, epsilon)).status).toBe(400)
  expect(await user.row('custorders', stocked)).toMatchObject({ status: 'STOCK-OK', invoicedAt: null })
  expect(simulator.documents()).toHaveLength(issued + 2)
})

test('a PATCH with strict=true sends no document if it is refused for an unknown field', async () => {
  const issued = simulator.documents().length
  const id = await brought('READY-TO-INVOICE')
  const epsilon = { id, status: 'INVOICED', refcode: '71.00.01', invoicedAt: 'epsilon' }
  const strict = (record: object) => user.patch('custorders', record, '?strict=true&fields=*')
  expect((await strict({ ...epsilon, remark: 'x' })).says).toContain("Field 'remark' is not known.")
  expect(await user.row('custorders', id)).toMatchObject({ status: 'READY-TO-INVOICE' })
  expect(simulator.documents()).toHaveLength(issued)
  expect((await strict(epsilon)).rows).toMatchObject([epsilon])
  expect(simulator.documents()).toHaveLength(issued + 1)
})

test('VAT for a company abroad is refused to a program until it says that the VAT is right', async () => {
  const id = await brought('READY-TO-INVOICE')
  const abroad = {
    name: 'Light Inc',
    vat: '12-3456789',
    country: 'USA',
    address: '5 Av',
    city: 'NY',
    postcode: '10001',
  }
  const { id: customerId } = await user.make('customers', abroad)
  await company.db.run(sql`update orders set customer_id = ${customerId} where id = ${id}`)
  const epsilon = { status: 'INVOICED', refcode: '71.00.01', invoicedAt: 'epsilon' }
  const issued = simulator.documents().length
  for (const vatAbroad of [undefined, false, null])
    expect((await patch(user, id, { ...epsilon, vatAbroad })).says).toContain('company abroad')
  expect(simulator.documents()).toHaveLength(issued)
  expect((await patch(user, id, { ...epsilon, vatAbroad: true })).rows).toMatchObject([epsilon])
  expect(simulator.documents()).toHaveLength(issued + 1)
})

test('C-32 a red invoice is for administrators only, has no VAT and accepts the old calls', async () => {
  const id = await brought('READY-TO-INVOICE')
  const row = await user.row('custorders', id)
  const products = (row['products'] as Row[]).map((line) => ({ ...line, vat: 0, vatProducts: 0 }))
  const red = {
    status: 'INVOICED',
    refcode: '71.00.00',
    invoicedAt: 'red',
    products,
    totals: { totalVat: 0, totalOrder: 50 },
  }
  for (const person of ['user', 'logistirio', 'operations'] as const)
    expect((await patch(program(company, person), id, red)).status).toBe(403)
  expect(await user.row('custorders', id)).toEqual(row)
  expect((await patch(admin, id, red)).rows).toMatchObject([
    {
      status: 'INVOICED',
      refcode: '71.00.00',
      invoicedAt: 'red',
      products: [{ vat: 0, vatProducts: 0, totalPrdAmmount: 50 }],
      totals: { totalProductsAmmount: 50, totalVat: 0, totalOrder: 50 },
    },
  ])
  expect((await patch(admin, id, { status: 'INVOICED', invoicedAt: 'red' })).status).toBe(400)
})

test('C-01 a returned order can be shipped again, returned and cancelled, which restores stock and loans', async () => {
  const glass = await stockOf(company.stock.glass)
  const id = await brought('ON SHIPPING')
  await ship(id)
  expect((await patch(driver, id, { status: 'RETURNED' })).rows).toMatchObject([{ status: 'RETURNED' }])
  expect(await stockOf()).toBe(15)
  expect((await patch(user, id, { status: 'INVOICED' })).rows).toMatchObject([
    { status: 'INVOICED', invoicedAt: 'red' },
  ])
  expect((await patch(user, id, { status: 'ON SHIPPING', shipping_by: DRIVER })).status).toBe(200)
  await patch(user, id, { status: 'RETURNED' })
  expect((await patch(user, id, { status: 'CANCHELED' })).rows).toMatchObject([{ status: 'CANCELED' }])
  expect([await stockOf(), await stockOf(company.stock.glass)]).toEqual([20, glass])
  expect((await loansOf(id)).map(({ bound, quantity }) => [bound, quantity])).toEqual([
    ['OUTBOUND', 5],
    ['INBOUND', 5],
  ])
  expect((await patch(user, id, { status: 'CANCELED' })).status).toBe(400)
  expect(await stockOf()).toBe(20)
})

test.each(['STOCK-OK', 'TO-PACKAGE', 'PACKAGED', 'READY-TO-INVOICE'])(
  'C-26 an order cancelled from %s leaves the stock as before packing',
  async (status) => {
    const id = await brought(status)
    expect((await patch(user, id, { status: 'CANCELED' })).status).toBe(200)
    expect(await stockOf()).toBe(20)
    const { rest } = await company.db.one<{ rest: number }>(sql`
    select coalesce(sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end), 0)::bigint as rest from loans where order_id = ${id}`)
    expect(rest).toBe(0)
  },
)

test('C-28, C-30 the driver, matched in any case, hands an order back; it leaves the shipment, which can be finished', async () => {
  const id = await brought('ON SHIPPING')
  const [shipment] = (await ship(id, 'ΟΝΟΜΑ DRIVER')).rows
  // the order left the driver with this call, so the answer contains only its number
  expect((await patch(driver, id, { status: 'INVOICED' })).rows).toEqual([{ id }])
  expect(await user.row('custorders', id)).toMatchObject({ status: 'INVOICED' })
  expect((await driver.row('shipments', shipment?.['id']))['orders']).toEqual([])
  expect((await driver.patch('shipments', { id: shipment?.['id'], status: 'DONE' })).status).toBe(200)
})

test('C-29 the shipment may be sent before the orders, and a courier voucher can be added on the way', async () => {
  const id = await brought('INVOICED')
  expect((await ship(id)).status).toBe(200)
  const shipping = { driver: DRIVER, type: 'ACS', car: '', extra: 'V-1' }
  expect((await patch(user, id, { status: 'ON SHIPPING', shipping, shipping_by: DRIVER })).rows).toMatchObject([
    { shipping },
  ])
  expect((await patch(user, id, { status: 'ON SHIPPING', shipping, shipping_by: 'Άλλος' })).status).toBe(400)
  expect((await patch(user, id, { shipping: { ...shipping, extra: 'V-2' } })).rows).toMatchObject([
    { shipping: { extra: 'V-2' } },
  ])
  expect((await patch(driver, id, { shipping })).status).toBe(403)
})

test('C-12 missing stock refuses the packing, names the product and changes nothing', async () => {
  const id = await brought('TO-PACKAGE')
  await user.patch('products', { id: product, stock: 4.9998 })
  const { status, says } = await patch(user, id, { status: 'PACKAGED', packagedBy: 'Νίκος' })
  expect(status).toBe(400)
  expect(says).toContain('Κερί σε ποτήρι')
  expect(await user.row('custorders', id)).toMatchObject({ status: 'TO-PACKAGE', packagedBy: '' })
  expect([await stockOf(), await loansOf(id)]).toEqual([4.9998, []])
})
