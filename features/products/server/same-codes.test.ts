/** A barcode belongs to one product. A shared SKU only causes a warning. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { searchedProducts } from './entity.ts'
import { productDetailQuery, searchProductsQuery } from './queries.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

type Written = { id: number; version: number; sameSku: { id: number; name: string }[] }
const create = (input: object) => company.run('products.create-product', input) as Promise<Written>
const change = (id: number, version: number, changes: object) =>
  company.run('products.change-product', { id, version, changes }) as Promise<Written>
const taken = (name: string) => ({ refusal: { code: 'products.barcode-taken', details: { name } } })

test('a barcode in use is refused with the name of its product, in the form and for a program', async () => {
  const first = await create({ name: 'Κερί πρώτο', barcode: '5201234500013' })
  await expect(create({ name: 'Κερί δεύτερο', barcode: '5201234500013' })).rejects.toMatchObject(taken('Κερί πρώτο'))
  const other = await create({ name: 'Κερί τρίτο', barcode: '' })
  await create({ name: 'Κερί τέταρτο', barcode: '' })
  await expect(change(other.id, 1, { barcode: '5201234500013' })).rejects.toMatchObject(taken('Κερί πρώτο'))
  const { status, text } = await ask(company, 'PATCH', `/api/v2/_table/products/${other.id}`, {
    token: company.tokens.admin,
    body: { barcode: '5201234500013' },
  })
  expect([status, text.includes('Κερί πρώτο')]).toEqual([400, true])
  // A product may keep its own barcode, and a barcode that was given up is free.
  await change(first.id, 1, { barcode: '5201234500013', name: 'Κερί αρχικό' })
  await change(first.id, 2, { barcode: '' })
  expect(await change(other.id, 1, { barcode: '5201234500013' })).toMatchObject({ version: 2 })
})

test('a barcode is the same with and without its leading zero, and is found and scanned by both (C-100)', async () => {
  const first = await create({ name: 'Κερί αμερικής', barcode: '036000291452' })
  await expect(create({ name: 'Κερί ίδιο', barcode: '0036000291452' })).rejects.toMatchObject(taken('Κερί αμερικής'))
  await change(first.id, 1, { barcode: '0036000291452' })
  for (const search of ['036000291452', '0036000291452', '00036000291452']) {
    const { rows } = await company.runner.ask(searchProductsQuery, { search }, SYSTEM)
    expect(rows.map(({ id }) => id)).toEqual([first.id])
    expect(
      (await searchedProducts.find(company.db, { text: search, number: null, most: 5 })).map(({ id }) => id),
    ).toEqual([first.id])
  }
  // any other number is a code of the company, as it is written
  await create({ name: 'Δικό μας', barcode: '0360' })
  await create({ name: 'Δικό μας άλλο', barcode: '00360' })
})

test('a barcode with a wrong check digit is asked about, and stored as an own code (C-100)', async () => {
  const wrong = { refusal: { kind: 'invalid', code: 'products.barcode-digit', details: { confirm: 'asWritten' } } }
  await expect(create({ name: 'Λάθος', barcode: '5201234500098' })).rejects.toMatchObject(wrong)
  const own = await create({ name: 'Δικός κωδικός', barcode: '5201234500098', asWritten: true })
  // what is stored may stay
  expect(await change(own.id, 1, { barcode: '5201234500098', shelf: 'Α1' })).toMatchObject({ version: 2 })
  await expect(change(own.id, 2, { barcode: '96385075' })).rejects.toMatchObject(wrong)
})

test('of two people who save one barcode at the same moment, one is refused', async () => {
  const answers = await Promise.allSettled(
    ['α', 'β', 'γ', 'δ'].map((name) => create({ name: `Κερί ${name}`, barcode: '5201234500020' })),
  )
  const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  expect(refused).toHaveLength(3)
  for (const error of refused) expect(error).toMatchObject({ refusal: { code: 'products.barcode-taken' } })
})

test('a second product with the same SKU is saved, and the answer names the other one', async () => {
  const first = await create({ name: 'Ρεσό', sku: 'RESO100' })
  const second = await create({ name: 'Ρεσό λευκό', sku: 'RESO100' })
  expect([first.sameSku, second.sameSku]).toEqual([[], [{ id: first.id, name: 'Ρεσό' }]])
  expect((await change(second.id, 1, { sku: 'RESO101' })).sameSku).toEqual([])
  expect((await create({ name: 'Χωρίς κωδικό' })).sameSku).toEqual([])
})

test('an SKU with letters that look alike in Greek and Latin is the same one (C-100)', async () => {
  const first = await create({ name: 'Κερί ΑΒ', sku: 'ΑΒ-10' })
  expect((await create({ name: 'Κερί AB', sku: 'ab-10' })).sameSku).toEqual([{ id: first.id, name: 'Κερί ΑΒ' }])
  expect((await create({ name: 'Κερί ΑΗ', sku: 'ΑΗ-10' })).sameSku).toEqual([])
  expect((await create({ name: 'Κερί ΑΙ', sku: 'ΑΙ-10' })).sameSku).toEqual([])
})

test('products that already share a barcode keep it, and each page names the others', async () => {
  const ids: number[] = []
  for (const name of ['Παλιό ένα', 'Παλιό δύο']) ids.push((await create({ name })).id)
  // as the version that began to demand it has marked them: all but the first
  await company.db.run(sql`
    update products set barcode = '5201234500037', barcode_shared = id > ${ids[0] ?? 0} where id = any(${ids}::bigint[])`)
  const shown = async (id: number) => (await company.runner.ask(productDetailQuery, { id }, SYSTEM)).product
  expect((await shown(ids[0] ?? 0)).sameBarcode).toEqual([{ id: ids[1], name: 'Παλιό δύο' }])
  expect((await shown(ids[1] ?? 0)).sameBarcode).toEqual([{ id: ids[0], name: 'Παλιό ένα' }])
  await expect(create({ name: 'Νέο', barcode: '5201234500037' })).rejects.toMatchObject(taken('Παλιό ένα'))
  // The second product may be changed in other fields, and may get a barcode of its own.
  await change(ids[1] ?? 0, 1, { name: 'Παλιό με όνομα', barcode: '5201234500037' })
  await change(ids[1] ?? 0, 2, { barcode: '5201234500044' })
  expect((await shown(ids[0] ?? 0)).sameBarcode).toEqual([])
})
