/** Generates a client from the OpenAPI description, compiles it, and uses it against the server. */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi } from '#server/data-api/openapi/openapi.ts'
import { sql } from '#server/db/database.ts'
import { tables } from '#app/server/features.ts'
import { openTestCompany, PAGE_KEY, type TestCompany } from '#testing/company.ts'
import { PASSWORD } from '#testing/people-and-goods.ts'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = join(ROOT, 'build', 'api-client')
const run = promisify(execFile)
const tool = (name: string, ...options: string[]) =>
  run(join(ROOT, 'node_modules', '.bin', name), options, { cwd: FOLDER }).catch(
    (error: Error & { stdout?: string }) => {
      throw new Error(`${name}: ${error.stdout ?? error.message}`)
    },
  )

/** A program as a user of the API writes it; its types come from the description. */
const PROGRAM = `import { Api } from './api.ts'

const [baseUrl = '', email = '', password = '', key = '', customer = '', product = ''] = process.argv.slice(2)
const api = new Api({ baseUrl: baseUrl + '/api/v2', baseApiParams: { headers: { 'X-DreamFactory-API-Key': key } } })
const { session_token: token = '' } = (await api.user.signIn({ email, password })).data
const headers = { 'X-DreamFactory-API-Key': key, 'X-DreamFactory-Session-Token': token }
const made = await api.table.createCustorders(
  { resource: [{ customer_id: Number(customer), products: [{ id: Number(product), quantity: 2 }] }] },
  {},
  { headers },
)
const id = made.data.resource[0]?.id ?? 0
const { data: order } = await api.table.getOneOfCustorders(id, {}, { headers })
const total: number | undefined = order.totals?.totalOrder
const pieces: number | undefined = order.products?.[0]?.quantity
const { data: list } = await api.table.listCustomers({ filter: 'id=' + customer, include_count: true }, { headers })
const count = typeof list === 'number' ? list : list.meta?.count
const { data: counted } = await api.table.listCustorders({ count_only: true }, { headers })
console.log(JSON.stringify({ status: order.status, total, pieces, count, counted: typeof counted }))
`

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

test('a client generated from the description compiles and works', { timeout: 240_000 }, async () => {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, 'openapi.json'), JSON.stringify(openApi(tables)))
  await tool('swagger-typescript-api', 'generate', '-p', 'openapi.json', '-o', '.', '-n', 'api.ts')
  const client = join(FOLDER, 'api.ts')
  // the generator excludes its file from type checks; here it must pass them
  writeFileSync(client, readFileSync(client, 'utf8').replace('// @ts-nocheck', ''))
  writeFileSync(join(FOLDER, 'program.ts'), PROGRAM)
  const options = ['--strict', '--skipLibCheck', '--rewriteRelativeImportExtensions', '--outDir', 'compiled']
  const modules = ['--module', 'nodenext', '--target', 'esnext', '--lib', 'esnext,dom,dom.iterable', '--types', 'node']
  await tool('tsc', '--ignoreConfig', ...options, ...modules, 'program.ts')

  const address = await company.app.listen({ port: 0, host: '127.0.0.1' })
  const { email } = await company.db.one<{ email: string }>(
    sql`select email from users where id = ${company.userIds.user}`,
  )
  const given = [address, email, PASSWORD, PAGE_KEY, company.stock.customer, company.stock.candle].map(String)
  const { stdout } = await run(process.execPath, [join(FOLDER, 'compiled', 'program.js'), ...given])
  expect(JSON.parse(stdout)).toEqual({
    status: 'STOCK-OK',
    total: expect.any(Number),
    pieces: 2,
    count: 1,
    counted: 'number',
  })
})
