/** Tests what external programs write through the table `products` of the data API. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

type Made = {
  id: number
  name: string
  sku: string
  requirements: { seq: number; typid: string; minutes?: number; materials: { id: number }[] }[]
}

const write = async (record: object) => {
  const { status, json } = await ask(company, 'POST', '/api/v2/_table/products?fields=*', {
    token: company.tokens.user,
    body: { resource: [record] },
  })
  return { status, text: JSON.stringify(json), made: (json as { resource?: Made[] }).resource?.[0] }
}
const withStep = (step: object) => write({ name: 'Κερί με συνταγή', requirements: [step] })

test('names, codes and categories that differ only by invisible characters are stored as the same text', async () => {
  const names = [
    'Κερί ροζ',
    '\ufeffΚερί\u00a0ροζ',
    'Κε\u200bρί ροζ\u2060',
    '\u202dΚερί ροζ\u202c',
    'Κερι\u0301 ρο\u00adζ',
  ]
  for (const name of names) {
    const { made } = await write({ name, sku: `ROZ\u200b-1`, category: 'Κεριά\u200e' })
    expect([name, made]).toMatchObject([name, { name: 'Κερί ροζ', sku: 'ROZ-1', category: 'Κεριά' }])
  }
  expect((await write({ name: 'Κερί 👩‍🍳 ❤️' })).made?.name).toBe('Κερί 👩‍🍳 ❤️')
  for (const name of ['\u200b', '\ufeff\u2060 ']) expect([name, (await write({ name })).status]).toEqual([name, 400])
})

test('the id of a material and the number of a step are numbers or texts with a number, and nothing else', async () => {
  const { glass } = company.stock
  for (const [seq, id] of [
    [1, glass],
    ['1', String(glass)],
  ]) {
    const { made } = await withStep({ seq, materials: [{ id, quantity: 1 }] })
    expect(made?.requirements).toMatchObject([{ seq: 1, materials: [{ id: glass }] }])
  }
  for (const wrong of [true, false, null, [glass], { id: glass }, '', 'a', '1.5', 1.5, '1e0', -1])
    for (const [path, step] of [
      ['requirements', { seq: wrong, materials: [{ id: glass, quantity: 1 }] }],
      ['requirements', { seq: 1, materials: [{ id: wrong, quantity: 1 }] }],
    ] as const) {
      const { status, text } = await withStep(step)
      expect([wrong, status, text.includes(`Field '${path}' does not have the required form at '0.`)]).toEqual([
        wrong,
        400,
        true,
      ])
    }
})

test('the minutes of a step are read and written, stay if a program does not know them, and null removes them (C-82)', async () => {
  const step = { seq: 1, typid: 'ΧΥΤΑ', materials: [{ id: company.stock.glass, quantity: 1 }] }
  const { made } = await withStep({ ...step, minutes: 2.5 })
  expect(made?.requirements).toMatchObject([{ ...step, minutes: 2.5 }])
  const change = async (requirements: object[]) => {
    const { status, json } = await ask(company, 'PATCH', '/api/v2/_table/products?fields=requirements', {
      token: company.tokens.user,
      body: { resource: [{ id: made?.id, requirements }] },
    })
    return [
      status,
      (json as { resource: Pick<Made, 'requirements'>[] }).resource[0]?.requirements.map(({ minutes }) => minutes),
    ]
  }
  expect(await change([step])).toEqual([200, [2.5]])
  expect(await change([{ ...step, minutes: '3,25' }])).toEqual([200, [3.25]])
  expect(await change([{ ...step, minutes: null }])).toEqual([200, [undefined]])
  expect((await withStep({ ...step, minutes: 0 })).status).toBe(400)
})
