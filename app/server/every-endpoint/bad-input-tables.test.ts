/**
 * Sends invalid input to every table of the data API. Each answer is a clear refusal, never a server error, and no
 * data changes.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type InputProbe, openInputProbe } from '#testing/bad-input/bad-input.ts'
import { bodiesFor, INVALID_VALUES, invalidValuesAt, placesIn, withAt } from '#testing/bad-input/bad-input-values.ts'
import { tables } from '#app/server/features.ts'
import { ask } from '#testing/company.ts'
import type { TableSample } from '#server/samples/sample-parts.ts'
import { tableSamples } from '#testing/samples.ts'

// each test sends some thousand requests
vi.setConfig({ testTimeout: 120_000 })

let probe: InputProbe
beforeAll(async () => {
  probe = await openInputProbe()
})
afterAll(() => probe?.close())

/** Returns a valid new record for a table, and the id of a row that a test may change. */
async function recordOf(table: string): Promise<{ record: Readonly<Record<string, unknown>>; id: number }> {
  const sample = tableSamples(probe.company)[table] as TableSample
  return { record: (await sample.record?.()) ?? {}, id: await sample.row('PATCH') }
}

/** Returns the texts among the values, as they can be written into an address. */
const textsOf = (values: typeof INVALID_VALUES): string[] =>
  values
    .filter(([, value]) => typeof value === 'string')
    .map(([, value]) => String(value).replace(/^raw:/, '').toWellFormed())

describe('invalid records are refused in every table of the data API', () => {
  test.each(tables.map(({ name }, index) => [name, bodiesFor(index)] as const))('%s', async (name, bodies) => {
    const url = `/api/v2/_table/${name}`
    const { record, id } = await recordOf(name)
    await probe.settle()
    const send = (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', address: string, body: string | Buffer) => () =>
      ask(probe.company, method, address, { ...probe.admin, body })
    for (const [what, body] of bodies)
      for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'] as const)
        for (const address of [url, `${url}/${id}`])
          await probe.check(`${method} ${address} ← ${what}`, send(method, address, body))
    for (const [index, path] of placesIn(record).entries())
      for (const [what, value] of invalidValuesAt(index)) {
        const body = withAt({ resource: [record] }, ['resource', 0, ...path], value)
        await probe.check(`POST ${name} ${path.join('.')} ← ${what}`, send('POST', url, body))
        if (path.length === 1) {
          const one = withAt({ [path[0] as string]: null }, path, value)
          await probe.check(`PATCH ${name}/${id} ${path.join('.')} ← ${what}`, send('PATCH', `${url}/${id}`, one))
        }
      }
    for (const [what, value] of INVALID_VALUES)
      await probe.check(
        `PATCH ${name} id ← ${what}`,
        send('PATCH', url, withAt({ resource: [{ id: 0, name: 'x' }] }, ['resource', 0, 'id'], value)),
      )
    expect(probe.problems(bodies.length * 8)).toEqual([])
  })

  test.each(tables.map(({ name }) => name))('invalid parameters of %s are refused', async (name) => {
    await probe.settle()
    const table = tables.find((one) => one.name === name)
    const values = textsOf(INVALID_VALUES)
    const get = (query: string) =>
      probe.check(`GET ${name}?${query.slice(0, 80)}`, () =>
        ask(probe.company, 'GET', `/api/v2/_table/${name}?${query}`, probe.admin),
      )
    for (const parameter of [
      'filter',
      'ids',
      'fields',
      'related',
      'limit',
      'offset',
      'order',
      'include_count',
      'count_only',
      'group',
      'continue',
    ])
      for (const value of values)
        await get(`${parameter}=${encodeURIComponent(value)}${parameter === 'limit' ? '' : '&limit=1'}`)
    let turn = 0
    for (const [index, field] of Object.keys(table?.fields ?? {}).entries())
      for (const value of textsOf(invalidValuesAt(index)).filter(({ length }) => length < 1_000)) {
        const forms = [
          `${field} = ${value}`,
          `${field} > '${value.replaceAll("'", "''")}'`,
          `${field} CONTAINS "${value.replaceAll('"', '""')}"`,
        ]
        await get(`limit=1&filter=${encodeURIComponent(forms[turn++ % 3] as string)}`)
      }
    for (const query of [
      'filter=%E0',
      'filter=a&filter=b',
      'filter[]=1',
      'filter[a]=b',
      '__proto__=1',
      '__proto__[x]=1',
      'limit=1&limit=2',
      'limit=1e3',
      'limit=-1',
      'offset=99999999999999999999',
      'offset=9007199254740991',
      `ids=${'1,'.repeat(1500)}`,
      `filter=${'('.repeat(3000)}`,
      `order=${'id,'.repeat(100)}`,
      'ids=9223372036854775808',
      'limit',
      'fields=__proto__',
      'related=__proto__,constructor',
      'order=__proto__',
      'method=__proto__',
    ])
      await get(query)
    for (const id of [
      '0',
      '-1',
      '1.5',
      'x',
      '9223372036854775808',
      '99999999999999999999999',
      '%E0',
      '%00',
      '%2e%2e',
      "1'--",
      'null',
      '__proto__',
      `${'9'.repeat(290)}`,
      `${'9'.repeat(400)}`,
      '%F0%9F%95%AF',
      ' 1',
      '1;2',
    ])
      for (const method of ['GET', 'PATCH', 'DELETE'] as const)
        await probe.check(`${method} ${name}/${id.slice(0, 40)}`, () =>
          ask(probe.company, method, `/api/v2/_table/${name}/${encodeURI(id).replaceAll('%25', '%')}`, {
            ...probe.admin,
            ...(method === 'GET' ? {} : { body: { name: 'x' } }),
          }),
        )
    expect(probe.problems(500)).toEqual([])
  })
})
