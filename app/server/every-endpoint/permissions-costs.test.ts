/** Only the office sees costs (C-49). No answer to a driver or a workshop contains a cost. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queries, tables } from '#app/server/features.ts'
import { ask, callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import { COSTS } from '#testing/people-and-goods.ts'
import { samples } from '#testing/samples.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

describe('cost prices', () => {
  /**
   * Returns the places of an answer that contain a cost. A place is a filled field with such a name, or one of the
   * known figures.
   */
  function costsIn(value: unknown, path = ''): string[] {
    const figures = Object.values(COSTS).flatMap((cost) => [cost, Math.round(cost * 10_000)])
    if (typeof value === 'number') return figures.includes(value) ? [path] : []
    if (typeof value === 'string') return figures.some((figure) => value.includes(String(figure))) ? [path] : []
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, inner]) => {
      const isCost = /cost/i.test(key) && key !== 'costComputed' && inner !== null
      return isCost ? [`${path}.${key}`] : costsIn(inner, `${path}.${key}`)
    })
  }

  test.each([
    ['driver', false],
    ['section', false],
    ['production', true],
    ['operations without the right', false],
  ] as const)('are shown to %s: %s', async (who, shown) => {
    const person = who === 'operations without the right' ? 'operations' : who
    if (person === 'operations')
      await company.run('rights.change-right', { role: person, right: 'products.cost', held: false, version: 1 })
    await company.order('ON SHIPPING')
    const token = company.tokens[person]
    const valid = samples(company)
    const seen: string[] = []
    let answers = 0
    const look = (where: string, { status, json }: { status: number; json: unknown }) => {
      seen.push(...costsIn(json).map((place) => `${where}${place}`))
      if (status === 200) answers++
    }
    for (const { contract } of queries) {
      const input = await (valid[contract.name] as () => Promise<object>)()
      look(contract.name, await callByName(company, contract.name, input, { token }))
      // a wider input than the sample, which may find nothing
      if (/list|search|ready|totals/.test(contract.name))
        look(contract.name, await callByName(company, contract.name, {}, { token }))
    }
    for (const table of tables) {
      const relations = Object.keys(table.related ?? {}).join(',')
      for (const parameters of [
        '',
        '?fields=*',
        '?include_count=true&limit=3',
        relations ? `?related=${relations}` : '',
      ])
        look(table.name, await ask(company, 'GET', `/api/v2/_table/${table.name}${parameters}`, { token }))
    }
    expect(answers).toBeGreaterThan(3)
    // the office must see costs in many places, otherwise the search does not work
    expect(shown ? seen.length > 5 : seen).toEqual(shown ? true : [])
  })

  test('cannot be found by a filter, an order or the answer to a write', async () => {
    const onShipping = await company.order('ON SHIPPING')
    const driver = { token: company.tokens.driver }
    const section = { token: company.tokens.section }
    for (const parameters of [
      'filter=costprice>1',
      'order=costprice',
      'fields=costprice',
      'filter=requirements CONTAINS "1.3"',
    ])
      expect((await ask(company, 'GET', `/api/v2/_table/products?${parameters}`, section)).status).toBe(400)
    for (const field of ['products', 'loans']) {
      const filtered = await ask(
        company,
        'GET',
        `/api/v2/_table/custorders?filter=${field} CONTAINS 'costprice'`,
        driver,
      )
      expect((filtered.json as { resource?: unknown[] }).resource ?? []).toEqual([])
      const admin = await ask(
        company,
        'GET',
        `/api/v2/_table/custorders?filter=${field} CONTAINS 'costprice'&limit=1`,
        { token: company.tokens.admin },
      )
      expect((admin.json as { resource?: unknown[] }).resource?.length ?? 0).toBe(filtered.status === 400 ? 0 : 1)
    }
    const answer = await ask(company, 'PATCH', `/api/v2/_table/custorders/${onShipping}?fields=*`, {
      ...driver,
      body: { status: 'SHIPPED' },
    })
    expect(answer.status).toBe(200)
    expect(costsIn(answer.json)).toEqual([])
    // the order of the costs would reveal which one is higher
    const ids = async (input: object, person: { token: string }) =>
      ((await callByName(company, 'products.list', input, person)).json as { rows: { id: number }[] }).rows.map(
        ({ id }) => id,
      )
    const byCost = { sort: 'costPrice', descending: true }
    expect(await ids(byCost, section)).toEqual(await ids({ ...byCost, sort: undefined }, section))
    expect(await ids(byCost, { token: company.tokens.admin })).not.toEqual(await ids(byCost, section))
  })
})
