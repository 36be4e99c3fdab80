/**
 * Sends a valid input to each command, query and table, so that all their statements run on the engine of the run. On PostgreSQL
 * permissions.test.ts and kept-answers.test.ts send one to every command and every write of a table.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveSetting } from '#features/settings/server/company.ts'
import { SYSTEM } from '#server/command.ts'
import { commands, queries, tables } from '#server/features.ts'
import { openEpsilon } from '#server/integrations/accounting/epsilon.ts'
import { type EpsilonSimulator, startEpsilonSimulator } from '#server/integrations/simulators/epsilon-simulator.ts'
import { ask, callByName, openTestCompany, type TestCompany } from '#server/testing/company.ts'
import { TEST_ENGINE } from '#server/testing/database.ts'
import { recordFor, TABLE_METHODS, type TableSample } from '#server/testing/sample-parts.ts'
import { samples, tableSamples } from '#server/testing/samples.ts'

const EPSILON = { subscriptionKey: 's', email: 'e', password: 'p' }
/** The accounting service may have to accept their document first, and no job runs in the test company. */
const REFUSED_HERE = ['invoicing.credit-and-cancel', 'invoicing.credit-part']

let company: TestCompany
let simulator: EpsilonSimulator
beforeAll(async () => {
  simulator = await startEpsilonSimulator(EPSILON)
  company = await openTestCompany({
    accounting: openEpsilon({ ...EPSILON, loginUrl: simulator.loginUrl, hostSuffix: '127.0.0.1' }),
  })
  await saveSetting(company.db, 'accounting-state', { configured: true })
})
afterAll(async () => {
  await company?.close()
  await simulator?.close()
})

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

describe.skipIf(TEST_ENGINE === 'postgres')('a valid input is accepted', () => {
  test.each(commands.map(({ contract }) => contract.name))('by %s', async (name) => {
    const input = await (samples(company)[name] as () => Promise<object>)()
    const { status, text } = await callByName(company, name, input, { token: company.tokens.admin })
    expect(REFUSED_HERE.includes(name) ? [200, 422] : [200], text).toContain(status)
  })

  const writes = tables.flatMap(({ name }) => TABLE_METHODS.map((method) => [method, name] as const))
  test.each(writes.filter(([method]) => method !== 'GET'))('by %s of the data API to %s', async (method, table) => {
    const sample = tableSamples(company)[table] as TableSample
    if (sample.may[method] === undefined) return
    const id = method === 'POST' ? 0 : await sample.row(method)
    const body = { resource: [await recordFor(sample, method, id)] }
    const { status, text } = await ask(company, method, `/api/v2/_table/${table}`, {
      token: company.tokens.admin,
      body,
    })
    expect({ status, text }).toMatchObject({ status: 200 })
  })
})
