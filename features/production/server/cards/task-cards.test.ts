/** Tests the cards of tasks as they are printed, and the answer where the task of a scanned card is. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Cards } from '#kernel/paper.ts'
import { sql } from '#server/db/database.ts'
import { ask, callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { SMALL_JPEG } from '#server/samples/sample-parts.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

async function create(record: object): Promise<number> {
  const { status, json } = await ask(company, 'POST', '/api/v2/_table/tasks', {
    token: company.tokens.admin,
    body: { resource: [{ quantity: 12, materials: [], productid: company.stock.candle, ...record }] },
  })
  expect({ status, json }).toMatchObject({ status: 200 })
  return (json as { resource: { id: number }[] }).resource[0]?.id ?? 0
}

const asked = (name: string, input: object, person: Person = 'admin') =>
  callByName(company, name, input, { token: company.tokens[person] })

async function cardsOf(ids: number[]): Promise<Cards['cards']> {
  const { status, json, text } = await asked('production.task-cards', { ids })
  expect({ status, json }).toMatchObject({ status: 200 })
  expect(text).not.toMatch(/price|cost|cents|margin/i)
  return (json as Cards).cards
}

async function pdfOf(ids: number[]) {
  const answer = await company.app.inject({
    url: `/app/production.task-cards.pdf?input=${encodeURIComponent(JSON.stringify({ ids }))}`,
    headers: { authorization: `Bearer ${company.tokens.admin}` },
  })
  expect(answer.statusCode).toBe(200)
  return readPdf(answer.rawPayload)
}

test('a card shows section, quantity, product, step, order, materials to tick and four codes', async () => {
  const orderref = await company.order('STOCK-OK')
  const materials = [{ id: company.stock.glass, quantity: 1 }]
  const first = await create({
    type: 'GEMISMA',
    orderref,
    taskref: 'κ',
    seq: 1,
    materials,
    comments: 'Προσοχή στο φιτίλι',
  })
  await create({ type: 'ΒΑΦΗ', orderref, taskref: 'κ', seq: 2 })
  const [card] = await cardsOf([first])
  expect(card).toMatchObject({
    heading: 'ΓΕΜΙΣΜΑ',
    figure: '12 τεμ.',
    picture: null,
    marks: [],
    number: `Εργασία ${first}`,
  })
  expect(card?.facts).toEqual(
    expect.arrayContaining([
      { label: 'Βήμα', value: '1 από 2, μετά ΒΑΦΗ' },
      { label: 'Παραγγελία', value: String(orderref) },
      { label: 'Σχόλια', value: 'Προσοχή στο φιτίλι' },
    ]),
  )
  expect(card?.ticks.rows.map(({ value }) => value)).toEqual(['12 τεμ.'])
  expect(card?.codes.map(({ value }) => value)).toEqual([`T${first}`, `T${first}P1`, `T${first}P10`, `T${first}R`])
})

test('one PDF has a page for each card, and a finished or cancelled task says so in place of its codes', async () => {
  const [open, done, gone] = [
    await create({ type: 'ΧΥΤΑ' }),
    await create({ type: 'ΧΥΤΑ' }),
    await create({ type: 'ΧΥΤΑ' }),
  ]
  await asked('production.finish', { taskId: done, quantity: 12_0000, scrapped: 0, worker: 'Νίκος' })
  await company.db.run(sql`update tasks set status = 'CANCELED' where id = ${gone}`)
  const { pages } = await pdfOf([open, done, gone, open])
  expect(pages).toHaveLength(3)
  expect(pages[0]).toContain('+10')
  expect(pages[1]).toContain('Η ΕΡΓΑΣΙΑ ΕΧΕΙ ΤΕΛΕΙΩΣΕΙ')
  expect(pages[2]).toContain('Η ΕΡΓΑΣΙΑ ΑΚΥΡΩΘΗΚΕ')
  expect(`${pages[1]} ${pages[2]}`).not.toContain('+10')
})

test('a card shows a photo of the task, and a long one continues on a page with the same codes', async () => {
  const materials = Array.from({ length: 30 }, (_, at) => ({ product: `Υλικό ${at}`, quantity: 1 }))
  const id = await create({ type: 'ΧΥΤΑ', materials })
  await asked('production.add-photo', { taskIds: [id], photo: SMALL_JPEG })
  const [card] = await cardsOf([id])
  expect(card?.picture).toMatch(/^data:image\/jpeg;base64,/)
  const { pages } = await pdfOf([id])
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) expect(page).toContain('+10')
})

test('a section account prints cards of its own section only', async () => {
  const own = await create({ type: 'GEMISMA' })
  const other = await create({ type: 'ΧΥΤΑ' })
  expect((await asked('production.task-cards', { ids: [own] }, 'section')).status).toBe(200)
  const refused = await asked('production.task-cards', { ids: [own, other] }, 'section')
  expect(refused.json).toMatchObject({ refusal: { code: 'sections.not-yours' } })
  expect((await asked('production.task-cards', { ids: [99_999_999] })).status).toBe(404)
})

test('where a task is: its section, its status and the step before it, and to another section no more than that', async () => {
  const orderref = await company.order('STOCK-OK')
  const first = await create({ type: 'GEMISMA', orderref, taskref: 'λ', seq: 1 })
  const second = await create({ type: 'ΒΑΦΗ', orderref, taskref: 'λ', seq: 2 })
  const place = async (taskId: number, person?: Person) =>
    (await asked('production.task-place', { taskId }, person)).json
  expect(await place(first, 'section')).toMatchObject({
    section: 'GEMISMA',
    before: null,
    task: { id: first, left: 12_0000 },
  })
  expect(await place(second)).toMatchObject({ section: 'ΒΑΦΗ', before: 'GEMISMA', task: { id: second } })
  expect(await place(second, 'section')).toEqual({ section: 'ΒΑΦΗ', status: 'PENDING', before: 'GEMISMA', task: null })
  await asked('production.finish', { taskId: first, quantity: 12_0000, scrapped: 0, worker: 'Νίκος' })
  expect(await place(first)).toMatchObject({ status: 'FINISHED', before: null })
  expect(await place(second)).toMatchObject({ before: null })
})
