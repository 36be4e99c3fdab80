/** Tests that the log of the server contains no personal data of customers, at its most detailed level. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import Fastify from 'fastify'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { logOptions } from '#server/log.ts'

const rows: string[] = []
const logTo = { write: (row: string) => void rows.push(row) }

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany({}, undefined, { logLevel: 'debug', logTo })
})
afterAll(() => company?.close())

test('requests are logged with their path and status, and without searches, filters and tokens', async () => {
  rows.length = 0
  const token = company.tokens.admin
  const input = encodeURIComponent(JSON.stringify({ search: 'Papadopoulou' }))
  expect((await ask(company, 'GET', `/app/customers.list?input=${input}`, { token })).status).toBe(200)
  const filter = encodeURIComponent("name = 'Papadopoulou'")
  expect((await ask(company, 'GET', `/api/v2/_table/customers?filter=${filter}`, { token })).status).toBe(200)
  const log = rows.join('')
  expect(log).toContain('"url":"/app/customers.list"')
  expect(log).toContain('"url":"/api/v2/_table/customers"')
  expect(log).toContain('"statusCode":200')
  expect(log).not.toContain('Papadopoulou')
  expect(log).not.toContain(token)
})

test.each(['err', 'error'])(
  'an error in %s is logged with its message and code, and without values of records',
  (key) => {
    rows.length = 0
    const { log } = Fastify({ logger: { ...logOptions('info'), stream: logTo } })
    const error = Object.assign(new Error('550 unknown user <maria@customer.gr>'), {
      code: '23505',
      detail: 'Key (email)=(maria@customer.gr) already exists.',
      rejected: ['maria@customer.gr'],
    })
    log.warn({ [key]: error }, 'a job failed and will be retried')
    expect(rows.join('')).toContain('550 unknown user <[address]>')
    expect(rows.join('')).toContain('"code":"23505"')
    expect(rows.join('')).not.toContain('maria')
  },
)
