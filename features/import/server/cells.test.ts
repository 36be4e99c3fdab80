/** Tests how the cells of a file are read, from the file to the stored record. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import writeExcel from 'write-excel-file/node'
import { sql } from '#server/db/database.ts'
import { callByName, openTestCompany, refusalIn, type TestCompany } from '#server/testing/company.ts'
import type { Counts, OutcomeRow } from '../domain/contract.ts'
import type { Target } from '../domain/targets.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

type Answer = { columns: string[]; key: string; signs: unknown[]; headings: string[]; rows: OutcomeRow[] } & Counts
const call = async (name: string, input: object) => {
  const { json } = await callByName(company, name, input, { token: company.tokens.admin })
  return { ...(json as Answer), refusal: refusalIn(json) as { code: string; details?: object } | null }
}

async function upload(target: Target, content: string | Buffer, more: object = {}) {
  const input = encodeURIComponent(JSON.stringify({ target, name: 'αρχείο', ...more }))
  const answer = await company.app.inject({
    method: 'POST',
    url: `/app/import.read-file?input=${input}`,
    headers: {
      'x-dreamfactory-session-token': company.tokens.admin,
      'content-type': 'application/octet-stream',
    },
    payload: Buffer.from(content),
  })
  const json = answer.json<{ id: number }>()
  return { id: json.id, refusal: refusalIn(json) as { code: string; details?: object } | null }
}

const check = async (id: number, more: object = {}) => {
  const { columns, key } = await call('import.file', { id })
  return call('import.check-rows', { id, columns, key, after: 0, ...more })
}
const run = async (id: number, more: object = {}) => {
  const { columns, key } = await call('import.file', { id })
  return call('import.import-rows', { id, columns, key, ...more })
}
const products = (code: string) =>
  company.db.many(sql`
    select sku, b2b_sales_price_e4 as price, cost_price_e4 as cost, stock_e4 as stock from products where sku like ${`${code}%`} order by sku`)

const sheet = (...rows: (string | number)[][]) =>
  writeExcel(rows.map((cells) => cells.map((value) => ({ value })))).toBuffer()

describe('numbers of a file', () => {
  test('in text cells of Excel are read by the column as a whole, and number cells beside them as they are', async () => {
    const content = await sheet(
      ['Κωδικός', 'Περιγραφή', 'Τιμή Χονδρικής', 'Κόστος'],
      ['N1', 'Κερί ένα', '0,250', '0,125'],
      ['N2', 'Κερί δύο', '12,50', '1,375'],
      ['N3', 'Κερί τρία', 1.25, 1.375],
    )
    const { id } = await upload('products', content)
    const { rows } = await check(id)
    expect(rows[1]?.numbers).toEqual([
      { field: 'b2bSalesPrice', text: '12,50', value: 12_5000 },
      { field: 'costPrice', text: '1,375', value: 1_3750 },
    ])
    expect(await run(id)).toMatchObject({ added: 3, refused: 0 })
    expect(await products('N')).toEqual([
      { sku: 'N1', price: 2500, cost: 1250, stock: 0 },
      { sku: 'N2', price: 12_5000, cost: 1_3750, stock: 0 },
      { sku: 'N3', price: 1_2500, cost: 1_3750, stock: 0 },
    ])
  })

  test.each([
    ['CSV', (cell: string) => Promise.resolve(`Κωδικός;Περιγραφή;Τιμή Χονδρικής\nC1;Κερί C1;${cell}\n`)],
    ['Excel', (cell: string) => sheet(['Κωδικός', 'Περιγραφή', 'Τιμή Χονδρικής'], ['E1', 'Κερί E1', cell])],
  ])('with two readings are asked in a %s file, and nothing is stored before a person answers', async (form, write) => {
    const { id } = await upload('products', await write('1.250'))
    expect((await call('import.file', { id })).signs).toEqual([
      { comma: false, point: false, unclear: null },
      { comma: false, point: false, unclear: null },
      { comma: false, point: false, unclear: '1.250' },
    ])
    const asked = { code: 'import.sign-unclear', details: { column: 'Τιμή Χονδρικής', text: '1.250' } }
    expect((await check(id)).refusal).toMatchObject(asked)
    expect((await run(id)).refusal).toMatchObject(asked)
    expect(await products(`${form[0]}1`)).toEqual([])
    expect(await run(id, { signs: [null, null, ','] })).toMatchObject({ added: 1 })
    expect(await products(`${form[0]}1`)).toMatchObject([{ price: 1250_0000 }])
  })
})

test('a product is found by an SKU with letters that look alike in Greek and Latin, and a recipe by it too (C-100)', async () => {
  const first = await upload('products', 'Κωδικός;Περιγραφή\nΑΒ-20;Κερί ΑΒ\nΑΗ-20;Κερί ΑΗ\nΧ-20;Κερί Χ\n')
  expect(await run(first.id)).toMatchObject({ added: 3 })
  const second = await upload(
    'products',
    'Κωδικός;Περιγραφή;Κατηγορία\nAB-20;Κερί ΑΒ;νέα\nAI-20;Κερί ΑΙ;νέα\nab-20;Κερί;νέα\n',
  )
  expect((await check(second.id)).rows.map(({ outcome, refusal }) => [outcome, refusal?.code])).toEqual([
    ['changed', undefined],
    ['new', undefined],
    ['refused', 'import.twice'],
  ])
  const recipe = await upload('recipes', 'Κωδικός προϊόντος;Υλικό;Ποσότητα\nAB-20;X-20;1\n')
  expect(await run(recipe.id)).toMatchObject({ changed: 1, refused: 0 })
})
