/** Tests the rights of every role (C-49, C-86) for each command, query and table. */
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invoicingRights } from '#features/invoicing/domain/rights.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { packagingRights } from '#features/packaging/domain/rights.ts'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { may, type Right, type Role } from '#kernel/rights.ts'
import { sql } from '#server/db/database.ts'
import { rights, tables } from '#app/server/features.ts'
import {
  ask,
  ENDPOINTS,
  callByName,
  NO_TAX_OFFICE,
  NOT_OWN,
  openTestCompany,
  refusalIn,
  shipmentOf,
  type TestCompany,
} from '#testing/company.ts'
import { promised } from '#testing/contracts.ts'
import { FULL_LENGTH } from '#testing/length.ts'
import { PEOPLE, type Person, roleOf } from '#testing/people-and-goods.ts'
import { MAY_COLUMNS, recordFor, SMALL_JPEG, TABLE_METHODS, type TableSample } from '#server/samples/sample-parts.ts'
import { samples, tableSamples } from '#testing/samples.ts'
import { type Simulators, startSimulators } from '#simulators/all-simulators.ts'

let company: TestCompany
let simulators: Simulators
beforeAll(async () => {
  simulators = await startSimulators()
  company = await openTestCompany(simulators.outside)
})
afterAll(async () => {
  await company?.close()
  await simulators?.close()
})

const persons = Object.keys(PEOPLE) as Person[]

/**
 * People who send a valid input to each command and query that they may use. At the usual length the others of the office, who
 * have the rights of `user` (C-86), and the second driver send an empty one, which is enough to see that the right is accepted. The
 * walk sends a valid one to each as the person with the fewest rights who may use it. If only administrators may, that is one.
 */
const WITH_SAMPLES: readonly Person[] = FULL_LENGTH ? persons : ['user', 'driver', 'section']

/** Reports whether an answer shows that the right was accepted. */
function isThrough(role: Role | null, right: Right, status: number, no: Refusal | undefined): boolean {
  if (status === 200) return true
  // no accounting service is configured here
  if (status === 503) return no?.code === 'invoicing.not-configured'
  // and no tax office
  if (status === 422) return NO_TAX_OFFICE.includes(no?.code ?? '')
  if (status !== 403 || !no) return false
  if (NOT_OWN.includes(no.code)) return role === 'driver' || role === 'section'
  // the person may use the command, but not for this transition of the order
  const needed = rights.find(({ name }) => name === no.details?.['right'])
  return needed !== undefined && needed !== right && !may({ role }, needed)
}

describe.each(persons)('%s', (person) => {
  const role = roleOf(person)

  // the walk sees that one person of every other role is refused
  test.runIf(FULL_LENGTH || person === 'other driver')(
    'is refused for every command and query without the right',
    async () => {
      const closed = ENDPOINTS.filter(({ right }) => !may({ role }, right))
      for (const { name, right } of closed) {
        const { status, json } = await callByName(company, name, {}, { token: company.tokens[person] })
        expect({ name, status, no: refusalIn(json) }).toEqual({
          name,
          status: 403,
          no: { kind: 'forbidden', code: 'forbidden', details: { right: right.name } },
        })
      }
      expect(closed.length > 0).toBe(role !== 'admin')
    },
  )

  test.runIf(!WITH_SAMPLES.includes(person))('has the right to every command and query that needs it', async () => {
    const refused: object[] = []
    for (const { name, right } of ENDPOINTS.filter((endpoint) => may({ role }, endpoint.right))) {
      const { status, json } = await callByName(company, name, {}, { token: company.tokens[person] })
      const lacks = status === 403 && refusalIn(json)?.details?.['right'] === right.name
      if (lacks || (status >= 500 && status !== 503)) refused.push({ name, status, json })
    }
    expect(refused).toEqual([])
  })

  test.runIf(WITH_SAMPLES.includes(person))('is accepted for every command and query with the right', async () => {
    const valid = samples(company)
    for (const { name, right } of ENDPOINTS.filter((endpoint) => may({ role }, endpoint.right))) {
      const input = await (valid[name] as () => Promise<object>)()
      const { status, json } = await callByName(company, name, input, { token: company.tokens[person] })
      expect({ name, status, json, through: isThrough(role, right, status, refusalIn(json)) }).toMatchObject({
        through: true,
      })
      expect({ name, answer: status === 200 ? promised(name, json) : json }).toEqual({ name, answer: json })
    }
  })
})

describe('tables of the data API', () => {
  // the rights of each table by C-49 and C-86: '+' allowed, '-' 403, 'o' own rows only; a missing method is 405 for all people
  const cases = tables.flatMap(({ name }) => TABLE_METHODS.map((method) => [name, method] as const))
  test.each(cases)('%s %s', async (table, method) => {
    const sample = tableSamples(company)[table] as TableSample
    const marks = sample.may[method]
    for (const [column, person] of MAY_COLUMNS.entries()) {
      const mark = marks === undefined ? 'x' : marks[column]
      expect(mark).toMatch(/^[+ox-]$/)
      const id = method === 'POST' ? 0 : await sample.row(method)
      const record = await recordFor(sample, method, id)
      const body = method === 'GET' ? undefined : { resource: [record] }
      const token = company.tokens[person]
      const { status, json } = await ask(company, method, `/api/v2/_table/${table}`, { token, body })
      const expected = mark === 'x' ? 405 : mark === '-' ? 403 : 200
      expect({ person, status, json }, table).toEqual({ person, status: expected, json })
      // a tunnelled method gives no more rights than the method itself
      const tunnel = () => ask(company, 'POST', `/api/v2/_table/${table}?method=${method}`, { token, body: body ?? {} })
      const tunnelled = method !== 'GET' && mark === '-' ? (await tunnel()).status : 403
      expect({ person, tunnelled }).toEqual({ person, tunnelled: 403 })
    }
  })

  test('the office can change the stock by PATCH, and a workshop cannot', async () => {
    const { candle } = company.stock
    const patch = (person: Person, record: object) =>
      ask(company, 'PATCH', `/api/v2/_table/products/${candle}`, { token: company.tokens[person], body: record })
    expect((await patch('operations', { stock: 500 })).status).toBe(200)
    expect((await patch('logistirio', { stock: 500, salesprice: 1 })).status).toBe(200)
    expect((await patch('section', { stock: 400 })).status).toBe(403)
  })

  test('each transition of an order by PATCH needs the right of its command', async () => {
    const { order, tokens } = company
    const steps: [from: Parameters<typeof order>[0], record: object, right: Right][] = [
      ['OFFER', { status: 'PENDING-STOCK' }, ordersRights.write],
      ['STOCK-OK', { status: 'TO-PACKAGE' }, ordersRights.send],
      ['TO-PACKAGE', { status: 'PACKAGED', packagedBy: 'Νίκος' }, packagingRights.package],
      ['PACKAGED', { status: 'READY-TO-INVOICE' }, invoicingRights.release],
      ['READY-TO-INVOICE', { status: 'INVOICED', invoicedAt: 'red' }, invoicingRights.red],
      ['READY-TO-INVOICE', { status: 'INVOICED', invoicedAt: 'epsilon' }, invoicingRights.invoice],
      ['INVOICED', { status: 'ON SHIPPING', shipping_by: 'Ονομα driver' }, shippingRights.plan],
      ['STOCK-OK', { status: 'CANCELED' }, ordersRights.cancel],
      ['OFFER-DELETE', { status: 'OFFER' }, ordersRights.restoreOffer],
      ['STOCK-OK', { services: [{ a: 1 }] }, ordersRights.write],
    ]
    for (const [from, record, right] of steps) {
      for (const person of persons) {
        const id = await order(from)
        const before = await company.db.one(sql`select status, services, version from orders where id = ${id}`)
        const { status } = await ask(company, 'PATCH', `/api/v2/_table/custorders/${id}`, {
          token: tokens[person],
          body: record,
        })
        const allowed = may({ role: roleOf(person) }, right)
        // no accounting service is configured here
        const expected = allowed ? (right === invoicingRights.invoice ? 503 : 200) : 403
        expect({ person, right, status }).toEqual({ person, right, status: expected })
        const after = await company.db.one(sql`select status, services, version from orders where id = ${id}`)
        expect(isDeepStrictEqual(after, before)).toBe(expected !== 200)
      }
    }
  })
})

test('the helper API sends documents only for people who may invoice', async () => {
  for (const person of persons) {
    const order = await company.order('READY-TO-INVOICE')
    const { status, json } = await ask(company, 'POST', '/service/insert-documents', {
      body: { order, token: company.tokens[person] },
    })
    // a person who may invoice gets the answer that no service is configured
    const allowed = may({ role: roleOf(person) }, invoicingRights.invoice)
    expect({ person, status, no: refusalIn(json)?.code }).toEqual({
      person,
      status: allowed ? 503 : 403,
      no: allowed ? 'invoicing.not-configured' : 'forbidden',
    })
  }
})

describe('a driver', () => {
  test('reads the orders of their own open and recently ended shipments, and no others', async () => {
    const { order, tokens, db } = company
    const [mine, his, nobodys] = [
      await order('ON SHIPPING'),
      await order('ON SHIPPING', { driver: 'other driver', customer: company.stock.other }),
      await order('STOCK-OK'),
    ]
    const driver = { token: tokens.driver }
    const get = (path: string) => ask(company, 'GET', `/api/v2/_table/${path}`, driver)
    const ids = async (path: string) =>
      ((await get(path)).json as { resource: { id: number }[] }).resource.map(({ id }) => id)

    const open = await db.many<{ id: number; shipment: number }>(sql`
      select so.order_id as id, s.id as shipment from shipment_orders so join shipments s on s.id = so.shipment_id
      where (s.status = 'PENDING' or s.finished_at > now() - interval '3 days')
        and s.driver_user_id = ${company.userIds.driver}
        -- not what went back to planning, nor what goes with a later round
        and so.outcome is distinct from 'INVOICED'
        and so.shipment_id = (select max(l.shipment_id) from shipment_orders l where l.order_id = so.order_id)`)
    expect(new Set(await ids('custorders?fields=id'))).toEqual(new Set(open.map(({ id }) => id)))
    expect(await ids('custorders?fields=id')).toContain(mine)
    expect((await get(`custorders/${mine}`)).status).toBe(200)
    for (const id of [his, nobodys]) {
      expect((await get(`custorders/${id}`)).status).toBe(403)
      expect((await get(`custorders?ids=${id}`)).status).toBe(400)
      expect(await ids(`custorders?filter=id=${id}&fields=id`)).toEqual([])
      expect(await ids(`custorders?filter=(id=${id}) OR (id=${mine})&fields=id`)).toEqual([mine])
      expect((await get(`custorders?filter=id=${id}&count_only=true`)).json).toBe(0)
      for (const body of [{ status: 'SHIPPED' }, { description: 'x' }])
        expect((await ask(company, 'PATCH', `/api/v2/_table/custorders/${id}`, { ...driver, body })).status).toBe(403)
    }
    const foreign = await shipmentOf(company, his)
    expect(await ids('shipments?fields=id')).toContain(await shipmentOf(company, mine))
    expect(await ids('shipments?fields=id')).not.toContain(foreign)
    expect((await get(`shipments/${foreign}`)).status).toBe(403)
    expect(
      (await ask(company, 'PATCH', `/api/v2/_table/shipments/${foreign}`, { ...driver, body: { status: 'DONE' } }))
        .status,
    ).toBe(403)
    for (const [name, input] of [
      ['shipping.plan-sheet', { id: foreign }],
      ['shipping.finish-shipment', { id: foreign }],
      ['shipping.close-delivery', { orderId: his, action: 'deliver' }],
      ['shipping.close-delivery', { orderId: nobodys, action: 'deliver' }],
      ['payments.customer-account', { customerId: company.stock.other }],
      ['payments.collect-payment', { customerId: company.stock.other, amount: 100 }],
      ['shipping.delivery-proof', { orderId: his }],
      ['shipping.add-delivery-photo', { orderId: his, photo: SMALL_JPEG, takenAt: new Date().toISOString() }],
      [
        'shipping.take-back-loans',
        { customerId: company.stock.other, items: [{ productId: company.stock.glass, quantity: 10_000 }] },
      ],
    ] as const) {
      const { status, json } = await callByName(company, name, input, driver)
      expect({ name, status, code: refusalIn(json)?.code }).toEqual({
        name,
        status: 403,
        code: expect.stringMatching(NOT_OWN.join('|')),
      })
    }
    // an order of a shipment stays readable for its driver until three days after the end of the shipment
    const round = await shipmentOf(company, mine)
    expect(
      (await callByName(company, 'shipping.close-delivery', { orderId: mine, action: 'deliver' }, driver)).status,
    ).toBe(200)
    expect((await callByName(company, 'shipping.finish-shipment', { id: round }, driver)).status).toBe(200)
    expect((await get(`custorders/${mine}`)).status).toBe(200)
    await db.run(sql`update shipments set finished_at = now() - interval '4 days' where id = ${round}`)
    expect((await get(`custorders/${mine}`)).status).toBe(403)
  })
})

describe('a workshop account', () => {
  test('sees only what its own section needs', async () => {
    const section = { token: company.tokens.section }
    expect((await callByName(company, 'sections.needs', { section: 'gemisma' }, section)).status).toBe(200)
    const other = await callByName(company, 'sections.needs', { section: 'ΧΥΤΑ' }, section)
    expect([other.status, refusalIn(other.json)?.code]).toEqual([403, 'sections.not-yours'])
  })
})
