/** Tests that the free text of a line stays with it: in commands, for programs, in imports, in follow-up orders and on paper. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '#server/command.ts'
import { ask, callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import type { OrderDetail } from '../../domain/detail-contract.ts'
import { orderDetailQuery } from '../order-detail.ts'

const PIECE = 10_000
let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const read = async (id: number): Promise<OrderDetail> =>
  (await company.runner.ask(orderDetailQuery, { id }, SYSTEM)).order
const notesOf = async (id: number) => (await read(id)).lines.map((line) => line.note)
const lines = (...notes: (string | undefined)[]) =>
  notes.map((note) => ({ productId: company.stock.candle, quantity: PIECE, ...(note === undefined ? {} : { note }) }))
const customerId = () => company.stock.customer
const write = async (...notes: (string | undefined)[]) =>
  ((await company.run('orders.create-order', { customerId: customerId(), lines: lines(...notes) })) as { id: number })
    .id
const call = (method: 'GET' | 'PATCH' | 'POST', url: string, body?: object) =>
  ask(company, method, `/api/v2/_table/custorders${url}`, { token: company.tokens.admin, ...(body ? { body } : {}) })
// oxlint-disable-next-line typescript/no-explicit-any -- rows of the data API are inspected
const row = async (id: number): Promise<any> => (await call('GET', `/${id}`)).json

test('a change that names no notes keeps them on the same lines, and an emptied note is a change with its history', async () => {
  const id = await write('κόκκινη κορδέλα', undefined, 'λευκή')
  expect(await notesOf(id)).toEqual(['κόκκινη κορδέλα', '', 'λευκή'])
  const change = async (...notes: (string | undefined)[]) =>
    company.run('orders.change-order', {
      id,
      version: (await read(id)).version,
      customerId: customerId(),
      lines: lines(...notes),
    })
  const { version } = await read(id)
  await change(undefined, undefined, undefined)
  expect(await read(id)).toMatchObject({ version })
  await change('', 'μπλε', undefined)
  expect(await notesOf(id)).toEqual(['', 'μπλε', 'λευκή'])
  const history = (await callByName(company, 'orders.history', { id }, { token: company.tokens.user })).json
  expect(JSON.stringify(history)).toContain('μπλε')
})

test('a program reads the notes, keeps those that it does not send, and changes those that it sends', async () => {
  const id = await write('κορδέλα', undefined)
  const { products, version } = { ...(await row(id)), version: (await read(id)).version }
  expect(products.map((one: { note?: string }) => one.note)).toEqual(['κορδέλα', undefined])
  // the whole row back, and the lines as an older program sends them, change nothing
  const { id: candle } = products[0]
  for (const sent of [products, products.map(() => ({ id: candle, quantity: 1 }))])
    expect((await call('PATCH', `/${id}`, { products: sent })).status).toBe(200)
  expect(await read(id)).toMatchObject({ version, lines: [{ note: 'κορδέλα' }, { note: '' }] })
  const changed = [
    { id: candle, quantity: 3 },
    { id: candle, quantity: 1, note: 'σε κουτί' },
  ]
  expect((await call('PATCH', `/${id}`, { products: changed })).status).toBe(200)
  expect(await notesOf(id)).toEqual(['κορδέλα', 'σε κουτί'])
  const nulled = [{ id: candle, quantity: 3, note: null }]
  expect((await call('PATCH', `/${id}`, { products: nulled })).status).toBe(200)
  expect(await notesOf(id)).toEqual([''])
})

test('a new order and an import of a program keep the notes', async () => {
  const { candle } = company.stock
  const products = [{ id: candle, quantity: 1, salesprice: 2, note: 'για γάμο' }]
  for (const [url, more] of [
    ['', {}],
    ['?import=true', { status: 'SHIPPED' }],
  ] as const) {
    const { json } = await call('POST', url, { resource: [{ customer_id: customerId(), products, ...more }] })
    expect(await notesOf((json as { resource: { id: number }[] }).resource[0]?.id ?? 0)).toEqual(['για γάμο'])
  }
})

test('the rest of a partly packaged order keeps the note of its line, and the packer and the paper have it', async () => {
  const { candle } = company.stock
  const { id } = (await company.run('orders.create-order', {
    customerId: customerId(),
    lines: [{ productId: candle, quantity: 5 * PIECE, note: 'χρυσή κορδέλα' }],
  })) as { id: number }
  const paper = (await callByName(company, 'orders.sheet', { id }, { token: company.tokens.user })).json
  expect(JSON.stringify(paper)).toContain('χρυσή κορδέλα')
  await company.run('orders.move-order', { id, transition: 'send' })
  const box = (await callByName(company, 'packaging.detail', { id }, { token: company.tokens.user })).json
  expect(box).toMatchObject({ lines: [{ note: 'χρυσή κορδέλα' }] })
  const { followUpOrderId } = (await company.run('packaging.package-order', {
    id,
    name: 'Νίκος',
    short: [{ lineNo: 1, productId: candle, ordered: 5 * PIECE, packed: 3 * PIECE }],
  })) as { followUpOrderId: number }
  for (const part of [id, followUpOrderId]) expect(await notesOf(part)).toEqual(['χρυσή κορδέλα'])
})
