import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OutputOf } from '#kernel/contract.ts'
import { addDays, dayOf } from '#kernel/day.ts'
import type { Paper } from '#kernel/paper.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { type Person, PIECE } from '#testing/people-and-goods.ts'
import type { lentAgeing } from '../domain/contract.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company.close())

async function does<T>(name: string, body: unknown, person: Person = 'user'): Promise<T> {
  const answer = await ask(company, 'POST', `/app/${name}`, { token: company.tokens[person], body })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json as T
}

const tableOf = (paper: Paper, heading: RegExp) => {
  const found = paper.blocks.find((block) => block.kind === 'table' && heading.test(block.heading))
  if (found?.kind !== 'table') throw new Error(`no table ${heading.source}`)
  return found
}

test('the statement shows what the customer holds since when, the movements, and what was written off, and is mailed once', async () => {
  const { id } = (await company.run('customers.create-customer', {
    name: 'Ταβέρνα Η Ακτή',
    email: 'akti@kerino.test',
  })) as {
    id: number
  }
  const productId = company.stock.glass
  const today = dayOf(new Date().toISOString())
  const day = (daysAgo: number) => addDays(today, -daysAgo)
  const lend = async (pieces: number, daysAgo: number) => {
    const loan = await does<{ id: number }>('loans.record-loan', {
      bound: 'OUTBOUND',
      customerId: id,
      productId,
      quantity: pieces * PIECE,
    })
    await company.db.run(
      sql`update loans set created_at = (${day(daysAgo)}::date + time '12:00') at time zone 'Europe/Athens' where id = ${loan.id}`,
    )
  }
  await lend(5, 100)
  await lend(3, 20)
  const { taskIds } = await does<{ taskIds: number[] }>('laundry.return-loans', {
    customerId: id,
    items: [{ productId, quantity: 4 * PIECE }],
  })
  await does('laundry.close', { tasks: [{ taskId: taskIds[0], clean: 3 * PIECE, broken: PIECE, reason: 'ράγισε' }] })
  const period = { id, from: day(30), until: day(0) }
  const paper = await does<Paper>('laundry.statement', period)
  expect(paper.facts.at(-1)).toEqual({ label: 'Τεμάχια', value: '4' })
  const held = tableOf(paper, /^Στην κατοχή σας/)
  expect(held.rows.map((row) => row.slice(1))).toEqual([['4', expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/), '100']])
  const glass = held.rows[0]?.[0] ?? ''
  expect(tableOf(paper, new RegExp(`^${glass}$`)).rows.map((row) => row.slice(1))).toEqual([
    ['Υπόλοιπο από μεταφορά', '', '', '5'],
    ['Διόρθωση υπολοίπου', '3', '', '8'],
    ['Επιστροφή', '', '4', '4'],
  ])
  expect(tableOf(paper, /διαγράφηκαν$/).rows.map((row) => row.slice(1))).toEqual([[glass, 'σπασμένα, ράγισε', '1']])
  // the list and the paper agree about the oldest piece
  const { rows } = await does<OutputOf<typeof lentAgeing>>('laundry.ageing', { filters: { customerId: id } })
  expect(dayOf(rows[0]?.since ?? '')).toBe(day(100))

  const draft = await does<{ to: string; body: string }>('laundry.statement-draft', period)
  expect(draft).toMatchObject({ to: 'akti@kerino.test', body: expect.stringContaining('4 τεμάχια') })
  const mail = { ...period, to: draft.to, subject: 'Επιστρεφόμενα', body: draft.body }
  const send = () =>
    ask(company, 'POST', '/app/laundry.mail-statement', {
      token: company.tokens.user,
      body: mail,
      headers: { 'idempotency-key': '7f1c2f1e-0d4c-4f0e-9a52-3c1b7a5d9e01' },
    })
  expect([(await send()).status, (await send()).status]).toEqual([200, 200])
  const mails = await company.db.many(
    sql`select attachment_name as name from mails where entity = 'customers' and entity_id = ${id}`,
  )
  expect(mails).toEqual([{ name: 'Καρτέλα επιστρεφόμενων Ταβέρνα Η Ακτή.pdf' }])

  const backwards = await ask(company, 'POST', '/app/laundry.statement', {
    token: company.tokens.user,
    body: { id, from: day(0), until: day(1) },
  })
  expect(backwards).toMatchObject({ status: 400, json: { refusal: { code: 'customers.period-backwards' } } })
})
