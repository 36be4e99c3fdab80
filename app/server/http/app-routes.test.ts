/** Checks rules of the app API for all commands and queries: long input by POST, actions bound to their person. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_LINES } from '#features/products/domain/contract.ts'
import { sql } from '#server/db/database.ts'
import { ask, openTestCompany, PAGE_KEY, refusalIn, type TestCompany } from '#testing/company.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const NAME = 'stock.missing-materials'
const lines = Array.from({ length: MOST_LINES }, (_, index) => [9_000_000 + index, 1_0000])

test('a query by POST returns the same answer as one by GET', async () => {
  const token = company.tokens.user
  const address = `/app/${NAME}?input=${encodeURIComponent(JSON.stringify({ lines: lines.slice(0, 2) }))}`
  const short = await ask(company, 'GET', address, { token })
  const long = await ask(company, 'POST', `/app/${NAME}`, { token, body: { lines } })
  expect([short.status, long.status]).toEqual([200, 200])
  expect(long.json).toEqual(short.json)
  const tooMany = { lines: [...lines, lines[0]] }
  expect((await ask(company, 'POST', `/app/${NAME}`, { token, body: tooMany })).status).toBe(400)
})

test('a query by POST needs the same right, and another site cannot send it', async () => {
  const cookie = `kerino_session=${company.tokens.user}`
  const post = async (headers: Record<string, string>, name = NAME, body: object = { lines: lines.slice(0, 1) }) =>
    (await ask(company, 'POST', `/app/${name}`, { headers, body })).status
  const page = { cookie, 'x-dreamfactory-api-key': PAGE_KEY }
  expect(await post(page)).toBe(200)
  expect(await post({ 'x-dreamfactory-api-key': PAGE_KEY })).toBe(401)
  expect(await post({ cookie })).toBe(403)
  expect(await post({ ...page, origin: 'https://elsewhere.example' })).toBe(403)
  expect(await post({ ...page, cookie: `kerino_session=${company.tokens.driver}` })).toBe(403)
})

test('an action of one person is refused in the session of another on the same device, and accepted in their own', async () => {
  const { tokens, userIds, stock, db } = company
  const note = { entity: 'customers', entityId: stock.customer, body: 'Κουδούνι χαλασμένο' }
  const send = (session: string, person: string) =>
    ask(company, 'POST', '/app/notes.add-note', {
      headers: {
        cookie: `kerino_session=${session}`,
        'x-dreamfactory-api-key': PAGE_KEY,
        'idempotency-key': 'note-of-the-user',
        'x-person': person,
      },
      body: note,
    })
  const mine = String(userIds.user)
  for (const [session, person] of [
    [tokens.admin, mine],
    [tokens.user, 'somebody'],
  ] as const) {
    const refused = await send(session, person)
    expect([refused.status, refusalIn(refused.json)?.code]).toEqual([409, 'another-person'])
  }
  expect((await send(tokens.user, mine)).status).toBe(200)
  expect((await send(tokens.user, mine)).status).toBe(200)
  expect(await db.many(sql`select user_name as name from notes where body = ${note.body}`)).toHaveLength(1)
  const byToken = { token: tokens.admin, headers: { 'x-person': mine }, body: note }
  expect((await ask(company, 'POST', '/app/notes.add-note', byToken)).status).toBe(409)
})
