import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { SYSTEM } from '#server/work.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())
const { does, refusalOf } = peopleOf(() => company)

type Line = {
  which: string
  old: number
  price: number
  stays: string | null
  oldMargin: number | null
  margin: number | null
}
type Row = { id: number; version: number; name: string; lines: (Line & { isBelow: boolean })[] }
type Rule = { prices: string[]; way: object; step: number }

const FIVE_MORE: Rule = { prices: ['salesPrice'], way: { kind: 'percent', percent: 500 }, step: 100 }
const BOTH_FIVE_MORE: Rule = { ...FIVE_MORE, prices: ['salesPrice', 'b2bSalesPrice'] }
const TO_FORTY: Rule = { prices: ['salesPrice'], way: { kind: 'margin', margin: 4000 }, step: 1000 }

const create = async (name: string, more: object = {}) =>
  (await does<{ id: number }>('user', 'products.create-product', { name, salesPrice: 10_0000, ...more })).id
const preview = (ids: number[], rule: Rule) =>
  does<{ rows: Row[]; least: number | null }>('user', 'products.preview-prices', { ids, rule })
const asShown = ({ rows }: { rows: Row[] }) =>
  rows.map(({ id, version, lines }) => ({ id, version, shown: lines.map(({ price }) => price) }))
const pricesOf = (ids: number[]) =>
  company.db.many<{ id: number; version: number; salesPrice: number; b2bSalesPrice: number }>(sql`
    select id, version, sales_price_e4 as "salesPrice", b2b_sales_price_e4 as "b2bSalesPrice" from products
    where id = any(${ids}::bigint[]) order by id`)
const entriesOf = (ids: number[]) =>
  company.db.many<{ entity_id: number; changes: object }>(sql`
    select entity_id, changes from history where entity = 'products' and command = 'products.change-prices'
      and entity_id = any(${ids}::bigint[]) order by entity_id`)

/** Changes the rights of the role of `user`, as an administrator does. */
const setRights = (changed: Record<string, boolean>) =>
  company.runner.work(SYSTEM, 'test.change-rights', async (work) => {
    await work.tx.run(sql`update role_rights set changes = ${JSON.stringify(changed)}::jsonb where role = 'user'`)
    work.moved({ entity: 'rights', id: 1 })
  })

test('the stored prices are those of the preview, and each changed product has one entry in the history', async () => {
  const both = await create('Α κερί', { b2bSalesPrice: 7_9900 })
  const retail = await create('Β κερί', { salesPrice: 3_3300 })
  const none = await create('Γ κερί', { salesPrice: 0 })
  const shown = await preview([none, retail, both], BOTH_FIVE_MORE)
  expect(shown.rows.map(({ id, lines }) => [id, ...lines.map(({ price, stays }) => [price, stays])])).toEqual([
    // 8.3895 € and 3.4965 € are rounded
    [both, [10_5000, null], [8_3900, null]],
    [retail, [3_5000, null], [0, 'no-price']],
    [none, [0, 'no-price'], [0, 'no-price']],
  ])
  expect(await does('user', 'products.change-prices', { rule: BOTH_FIVE_MORE, products: asShown(shown) })).toEqual({
    changed: 2,
  })
  expect(await pricesOf([both, retail, none])).toEqual([
    { id: both, version: 2, salesPrice: 10_5000, b2bSalesPrice: 8_3900 },
    { id: retail, version: 2, salesPrice: 3_5000, b2bSalesPrice: 0 },
    { id: none, version: 1, salesPrice: 0, b2bSalesPrice: 0 },
  ])
  expect(await entriesOf([both, retail, none])).toEqual([
    { entity_id: both, changes: { salesPrice: [10, 10.5], b2bSalesPrice: [7.99, 8.39] } },
    { entity_id: retail, changes: { salesPrice: [3.33, 3.5] } },
  ])
})

test('a margin is that of the sale price after the cost, before and after, and a price below the least margin is marked', async () => {
  const cheap = await create('Δ φθηνό', { costPrice: 6_0000 })
  const dear = await create('Ε ακριβό', { costPrice: 9_0000 })
  await does('admin', 'settings.save-goods', { values: { leastMargin: 2000 }, shown: { leastMargin: 0 } })
  try {
    const { rows, least } = await preview([cheap, dear], FIVE_MORE)
    expect(least).toBe(2000)
    expect(rows.map(({ lines }) => lines)).toEqual([
      [
        {
          which: 'salesPrice',
          old: 10_0000,
          price: 10_5000,
          stays: null,
          oldMargin: 4000,
          margin: 4286,
          isBelow: false,
        },
      ],
      [
        {
          which: 'salesPrice',
          old: 10_0000,
          price: 10_5000,
          stays: null,
          oldMargin: 1000,
          margin: 1429,
          isBelow: true,
        },
      ],
    ])
    const margins = await preview([cheap, dear], TO_FORTY)
    expect(margins.rows.map(({ lines }) => [lines[0]?.price, lines[0]?.margin])).toEqual([
      [10_0000, 4000],
      [15_0000, 4000],
    ])
    // the first product has this margin already
    expect(await does('user', 'products.change-prices', { rule: TO_FORTY, products: asShown(margins) })).toEqual({
      changed: 1,
    })
    expect(await pricesOf([cheap, dear])).toMatchObject([{ version: 1 }, { version: 2, salesPrice: 15_0000 }])
  } finally {
    await does('admin', 'settings.save-goods', { values: { leastMargin: 0 }, shown: { leastMargin: 2000 } })
  }
})

const write = (id: number, changes: object) => does('admin', 'products.change-product', { id, version: 1, changes })

test.each([
  ['somebody changed its price', FIVE_MORE, (id: number) => write(id, { salesPrice: 12_0000 })],
  ['somebody changed only its shelf', FIVE_MORE, (id: number) => write(id, { shelf: 'Α1' })],
  [
    'its cost climbed without a new version',
    TO_FORTY,
    (_: number, material: number) => write(material, { costPrice: 7_0000 }),
  ],
] as const)(
  'a product is named and nothing is stored after %s, and its new preview is stored',
  async (what, rule, change) => {
    const name = `Κερί: ${what}`
    const material = await create(`Υλικό: ${what}`, { usageType: 'PURCHASED-MATERIAL', costPrice: 5_0000 })
    const step = { seq: 1, section: 'ΧΥΤΑ', materials: [{ materialId: material, quantity: 1_0000 }] }
    const id = await create(name, { steps: [step] })
    const other = await create(`${name}, άλλο`, { costPrice: 1_0000 })
    const products = asShown(await preview([id, other], rule))
    await change(id, material)
    const before = await pricesOf([id, other])
    expect(await refusalOf('user', 'products.change-prices', { rule, products })).toMatchObject({
      kind: 'conflict',
      code: 'products.prices-changed',
      details: { names: name },
    })
    expect(await pricesOf([id, other])).toEqual(before)
    expect(await entriesOf([id, other])).toEqual([])
    const again = asShown(await preview([id, other], rule))
    expect(await does('user', 'products.change-prices', { rule, products: again })).toEqual({ changed: 2 })
  },
)

test('of two people who save the same prices at the same moment, one is refused', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, (_, number) => create(`Ι κερί ${number}`)))
  const products = asShown(await preview(ids, FIVE_MORE))
  const answers = await Promise.allSettled([
    does('user', 'products.change-prices', { rule: FIVE_MORE, products }),
    does('admin', 'products.change-prices', { rule: FIVE_MORE, products: products.toReversed() }),
  ])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await pricesOf(ids)).map(({ salesPrice }) => salesPrice)).toEqual(ids.map(() => 10_5000))
})

test('people who may not see costs get no margins and no prices that follow from costs', async () => {
  const id = await create('Κ κερί', { costPrice: 6_0000 })
  const products = asShown(await preview([id], TO_FORTY))
  await setRights({ 'products.cost': false })
  try {
    const { rows, least } = await preview([id], FIVE_MORE)
    expect([least, rows[0]?.lines]).toEqual([
      null,
      [
        {
          which: 'salesPrice',
          old: 10_0000,
          price: 10_5000,
          stays: null,
          oldMargin: null,
          margin: null,
          isBelow: false,
        },
      ],
    ])
    for (const [name, input] of [
      ['products.preview-prices', { ids: [id], rule: TO_FORTY }],
      ['products.change-prices', { rule: TO_FORTY, products }],
    ] as const)
      expect(await refusalOf('user', name, input)).toMatchObject({
        kind: 'forbidden',
        details: { right: 'products.cost' },
      })
  } finally {
    await setRights({})
  }
})

test('workshops and drivers may not change prices', async () => {
  const products = [{ id: await create('Λ κερί'), version: 1, shown: [10_5000] }]
  for (const person of ['section', 'driver'] as const)
    expect(await refusalOf(person, 'products.change-prices', { rule: FIVE_MORE, products })).toMatchObject({
      kind: 'forbidden',
    })
})
