/** Two people, or one person twice, run the same command at the same moment. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { Duplicate, sql } from '#server/db/database.ts'
import { refusalOf } from '#app/server/http/answers.ts'
import { callByName, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'

const ROUNDS = 20

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
  await company.db.run(sql`insert into settings (name, value) values ('accounting-state', '{"configured": true}'),
    ('company', '{"vat": "094014201"}')`)
})
afterAll(() => company?.close())

type Press = { name: string; input: object; key?: string }
const press = ({ name, input, key }: Press) =>
  callByName(company, name, input, {
    token: company.tokens.user,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
/** Runs all commands at once, and returns for each its status with the result or the refusal. */
const allAtOnce = async (...presses: Press[]) =>
  (await Promise.all(presses.map(press))).map(({ status, json }) => ({ status, json, code: refusalIn(json)?.code }))

const documentsOf = async (orderId: number) =>
  (
    await company.db.one<{ count: number }>(
      sql`select count(*)::int as count from accounting_documents where order_id = ${orderId}`,
    )
  ).count

const send = (orderId: number, key?: string): Press => ({
  name: 'invoicing.send-invoices',
  input: { ids: [orderId], withoutVat: true },
  ...(key === undefined ? {} : { key }),
})

describe('two requests to invoice at the same moment', () => {
  test('write one document, and the second request is refused because one is in progress', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const orderId = await company.order('READY-TO-INVOICE')
      const answers = await allAtOnce(send(orderId), send(orderId))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const sent = answers.map(({ json }) => json as { sending: number[]; refused: { code: string }[] })
      expect(sent.flatMap(({ sending }) => sending)).toEqual([orderId])
      expect(sent.flatMap(({ refused }) => refused.map(({ code }) => code))).toEqual(['orders.document-under-way'])
      expect(await documentsOf(orderId)).toBe(1)
    }
  })

  test('return the same answer if they have the same key', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const orderId = await company.order('READY-TO-INVOICE')
      const [one, two] = await allAtOnce(send(orderId, `send ${orderId}`), send(orderId, `send ${orderId}`))
      expect([one?.status, one?.json]).toEqual([200, { sending: [orderId], refused: [] }])
      expect(two).toEqual(one)
      expect(await documentsOf(orderId)).toBe(1)
    }
  })

  test('of which one is a red invoice, which excludes the other, leave only one of the two', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const orderId = await company.order('READY-TO-INVOICE')
      const red: Press = { name: 'invoicing.invoice-red', input: { id: orderId, reason: 'δοκιμή' } }
      const answers = await Promise.all([
        press(send(orderId)),
        callByName(company, red.name, red.input, { token: company.tokens.admin }),
      ])
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
      const { status } = await company.db.one<{ status: string }>(sql`select status from orders where id = ${orderId}`)
      expect([status, await documentsOf(orderId)]).toBeOneOf([
        ['INVOICED', 0],
        ['READY-TO-INVOICE', 1],
      ])
    }
  })
})

describe('the same key at the same moment', () => {
  test('with another input is refused, and only one of the two commands was run', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const key = `adjust ${round}`
      const productId = company.stock.glass
      const adjust = (newStock: number): Press => ({
        name: 'stock.adjust-stock',
        input: { productId, newStock, reason: 'απογραφή' },
        key,
      })
      const answers = await allAtOnce(adjust(50_0000 + round), adjust(60_0000 + round))
      expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
      expect(answers.map(({ code }) => code).filter(Boolean)).toEqual(['idempotency-key-reused'])
    }
  })

  test('returns the first answer even if the command itself refuses a second such record', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const create = {
        email: `same-${round}@kerino.test`,
        username: `Ίδιος ${round}`,
        firstName: 'Ίδιος',
        role: 'user',
        password: 'κωδικός-δοκιμής',
      }
      const key = `create ${round}`
      const [one, two] = await Promise.all(
        [key, key].map((same) =>
          callByName(company, 'users.create-user', create, {
            token: company.tokens.admin,
            headers: { 'idempotency-key': same },
          }),
        ),
      )
      expect([one?.status, one?.text]).toEqual([200, two?.text])
    }
  })
})

describe('a unique value that another transaction took at the same moment', () => {
  const collide = (times: number) => {
    let attempts = 0
    return company.runner.work(SYSTEM, 'test.collide', async () => {
      attempts += 1
      if (attempts <= times) throw new Duplicate('some_key_unique', 'duplicate key value')
      return attempts
    })
  }

  test('makes the command run again, so that its rules can refuse', async () => {
    expect(await collide(1)).toBe(2)
  })

  test('is answered with 409 if it still exists after that', async () => {
    const error: unknown = await collide(Number.POSITIVE_INFINITY).catch((fault: unknown) => fault)
    expect(refusalOf(error)).toMatchObject({ kind: 'conflict', code: 'already-there' })
  })
})
