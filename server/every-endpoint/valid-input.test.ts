/** Sends a valid input to each query and reads each table, so that all their statements run on the engine of the run. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { queries, tables } from '#server/features.ts'
import { ask, openTestCompany, type TestCompany } from '#server/testing/company.ts'
import { samples } from '#server/testing/samples.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

test.each(queries.map((query) => [query.contract.name, query] as const))(
  '%s answers a valid input with what its contract promises',
  async (name, query) => {
    const input = await (samples(company)[name] as () => Promise<object>)()
    const admin = { ...SYSTEM, userId: company.userIds.admin }
    const answer: unknown = JSON.parse(JSON.stringify(await company.runner.ask(query, input, admin)))
    expect(query.contract.output.parse(answer)).toEqual(answer)
  },
)

test.each(tables.map(({ name }) => name))('the data API reads the table %s', async (name) => {
  const { status, json } = await ask(company, 'GET', `/api/v2/_table/${name}?limit=5&include_count=true`, {
    token: company.tokens.admin,
  })
  expect(status).toBe(200)
  expect(json).toEqual({ resource: expect.any(Array), meta: expect.objectContaining({ count: expect.any(Number) }) })
})
