import { join } from 'node:path'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeOwnName } from '#app/server/features.ts'
import { customerLookups } from '#features/customers/server/customer-kind.ts'
import { setUp } from '#app/server/http/set-up/set-up.ts'
import { Sessions } from '#accounts/server/sessions.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import type { Actor } from '#server/command.ts'
import type { Accounting } from '#server/integrations/accounting/accounting.ts'
import { openEpsilon } from '#server/integrations/accounting/epsilon.ts'
import { openGsis } from '#server/integrations/registry/gsis.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { type EpsilonSimulator, startEpsilonSimulator } from '#simulators/epsilon-simulator.ts'
import { type GsisSimulator, startGsisSimulator } from '#simulators/gsis-simulator.ts'
import { Runner } from '#server/runner.ts'
import { refusalTexts } from '#server/refusal-texts.ts'
import { answerErrors, answerInWords } from './answers.ts'
import { Credentials } from './credentials.ts'
import { serviceRoutes } from './service-routes.ts'

const PAGE_KEY = 'page-key-for-this-test'
const PERSON = { email: 'eleni@firm.example', password: 'κωδικός-ελένης' }
const EPSILON = { subscriptionKey: 's', email: 'e', password: 'p' }
const GSIS = { username: 'u', password: 'p' }

let db: Database
let sessions: Sessions
let simulator: EpsilonSimulator
let gsis: GsisSimulator
let app: FastifyInstance
let bare: FastifyInstance
/** Starts a server with an accounting service and the registry, or without both. */
let serverWith: (accounting: Accounting | null) => Promise<FastifyInstance>
let sent: { actor: Actor; orderId: number }[] = []

beforeAll(async () => {
  db = await testDatabase()
  const runner = new Runner({ db, clock: () => new Date() })
  await setUp(runner, { ...PERSON, adminName: 'Ελένη', companyName: 'Κερίνο', companyAddress: 'Αθήνα' })
  sessions = new Sessions(db)
  simulator = await startEpsilonSimulator(EPSILON)
  gsis = await startGsisSimulator(GSIS)
  const registry = openGsis({ ...GSIS, url: gsis.url })
  const refusalText = refusalTexts(join(import.meta.dirname, '../../..'))
  serverWith = async (accounting) => {
    const server = fastify()
    await server.register(cookie)
    answerErrors(server)
    await server.register(async (scope) => {
      answerInWords(scope, refusalText)
      serviceRoutes(scope, {
        db,
        sessions,
        credentials: new Credentials(db, sessions, PAGE_KEY, []),
        accounting: () => accounting,
        companyOf: async (actor, vatNumber) => {
          const outside = { ...NOTHING_OUTSIDE, registry: accounting ? registry : null }
          return (await runner.look(customerLookups.vat, { vatNumber }, actor, outside)).company
        },
        changeOwnName: (actor, username) => runner.run(changeOwnName, { username }, actor),
        sendOrder: async (actor, orderId) => {
          sent.push({ actor, orderId })
          return { id: orderId, status: 'ACKNOWLEDGED', mark: '400001000000001' }
        },
      })
    })
    return server
  }
  const accounting = openEpsilon({ ...EPSILON, loginUrl: simulator.loginUrl, hostSuffix: 'epsilonnet.gr' })
  // the address is known from here on, so no sign-in below waits for it
  await accounting.address()
  app = await serverWith(accounting)
  bare = await serverWith(null)
})
afterAll(async () => {
  await app.close()
  await bare.close()
  await simulator.close()
  await gsis.close()
  await db.close()
})
beforeEach(() => {
  sent = []
})

async function post(path: string, payload: object, headers: Record<string, string> = {}, server = app) {
  const answer = await server.inject({ method: 'POST', url: `/service/${path}`, payload, headers })
  const body = answer.json() as Record<string, string> & { refusal?: { code: string } }
  return { status: answer.statusCode, body, code: body.refusal?.code }
}
const login = async () => (await post('login', PERSON)).body as { jwt: string; jwtRefreshToken: string; url1: string }
const refresh = (token: string, refreshToken: string) => post('refresh-token', { token, refreshToken })

test('signing in returns a token, a refresh token and the address of the accounting service', async () => {
  const { jwt, jwtRefreshToken, url1 } = await login()
  expect((await sessions.find(jwt)).user.email).toBe(PERSON.email)
  expect(jwtRefreshToken).not.toBe(jwt)
  expect(url1).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  expect((await post('login', { ...PERSON, password: 'wrong' })).status).toBe(401)
  expect((await post('login', { email: PERSON.email })).status).toBe(400)
})

test('without an accounting service signing in works and returns no address', async () => {
  expect((await post('login', PERSON, {}, bare)).body).toMatchObject({ jwt: expect.any(String), url1: '' })
})

test('an accounting service that never answers does not delay the sign-in', async () => {
  const silent = await startEpsilonSimulator(EPSILON)
  silent.fail({ call: 'login', mode: 'time-out' })
  // no call has a time limit, so a sign-in that waited for the answer would never end
  const timeLimit = () => new AbortController().signal
  const hanging = openEpsilon({ ...EPSILON, loginUrl: silent.loginUrl, hostSuffix: 'epsilonnet.gr', timeLimit })
  const server = await serverWith(hanging)
  expect(await post('login', PERSON, {}, server)).toMatchObject({
    status: 200,
    body: { jwt: expect.any(String), url1: '' },
  })
  await server.close()
  await silent.close()
})

test('tokens are stored as hashes only', async () => {
  const { jwt, jwtRefreshToken } = await login()
  const { text } = await db.one<{ text: string }>(sql`
    select (select string_agg(r::text, ' ') from refresh_tokens r) || (select string_agg(s::text, ' ') from sessions s) as text`)
  expect(text).not.toContain(jwt)
  expect(text).not.toContain(jwtRefreshToken)
})

test('the session lives half an hour, whether it is used or not', async () => {
  const { jwt } = await login()
  const { expiresAt } = await new Sessions(db).find(jwt)
  expect((await new Sessions(db).find(jwt)).expiresAt).toBe(expiresAt)
  const minutes = (new Date(expiresAt).getTime() - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(28)
  expect(minutes).toBeLessThan(31)
  const renewed = await sessions.renew(jwt)
  expect((new Date(renewed.session.expiresAt).getTime() - Date.now()) / 60_000).toBeLessThan(31)
})

test('a refresh returns the next pair, ends the old token, and the used refresh token is refused', async () => {
  const first = await login()
  const second = await refresh(first.jwt, first.jwtRefreshToken)
  expect(second.status).toBe(200)
  expect((await sessions.find(second.body['jwt']!)).user.email).toBe(PERSON.email)
  await expect(sessions.find(first.jwt)).rejects.toMatchObject({ refusal: { kind: 'forbidden' } })
  expect((await refresh(second.body['jwt']!, second.body['jwtRefreshToken']!)).status).toBe(200)
  expect(await refresh(first.jwt, first.jwtRefreshToken)).toMatchObject({ status: 403, code: 'refresh-token-refused' })
})

test('a refresh token that is used twice ends every session of its sign-in and no other', async () => {
  const other = await login()
  const first = await login()
  const second = (await refresh(first.jwt, first.jwtRefreshToken)).body
  const third = (await refresh(second['jwt']!, second['jwtRefreshToken']!)).body
  expect((await sessions.find(third['jwt']!)).user.email).toBe(PERSON.email)
  expect((await refresh(first.jwt, first.jwtRefreshToken)).status).toBe(403)
  await expect(sessions.find(third['jwt']!)).rejects.toMatchObject({ refusal: { code: 'session-ended' } })
  expect((await refresh(third['jwt']!, third['jwtRefreshToken']!)).status).toBe(403)
  expect((await refresh(other.jwt, other.jwtRefreshToken)).status).toBe(200)
})

test('a refresh token that is used twice at the same moment ends the session of the first use', async () => {
  for (let round = 0; round < 10; round++) {
    const first = await login()
    const answers = await Promise.all([1, 2].map(() => refresh(first.jwt, first.jwtRefreshToken)))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 403])
    const next = answers.find(({ status }) => status === 200)?.body ?? {}
    await expect(sessions.find(next['jwt'] ?? '')).rejects.toMatchObject({ refusal: { code: 'session-ended' } })
    expect((await refresh(next['jwt'] ?? '', next['jwtRefreshToken'] ?? '')).status).toBe(403)
  }
})

test('a session that is renewed while its used refresh token is sent again ends with the other sessions of its sign-in', async () => {
  for (let round = 0; round < 10; round++) {
    const first = await login()
    const second = (await refresh(first.jwt, first.jwtRefreshToken)).body['jwt'] ?? ''
    const renewing = sessions.renew(second).then(
      ({ token }) => token,
      () => second,
    )
    await refresh(first.jwt, first.jwtRefreshToken)
    await expect(new Sessions(db).find(await renewing)).rejects.toMatchObject({ refusal: { code: 'session-ended' } })
  }
})

test('refresh tokens are valid for at most 90 days after the password was given', async () => {
  const { jwt, jwtRefreshToken } = await login()
  await db.run(sql`
    update sessions set signed_in_at = now() - interval '90 days' where id = (select max(id) from sessions)`)
  expect((await refresh(jwt, jwtRefreshToken)).status).toBe(403)
})

test('an expired token can be refreshed', async () => {
  const { jwt, jwtRefreshToken } = await login()
  await db.run(
    sql`update sessions set expires_at = now() - interval '1 hour' where id = (select max(id) from sessions)`,
  )
  await expect(new Sessions(db).find(jwt)).rejects.toMatchObject({ refusal: { code: 'session-expired' } })
  expect((await refresh(jwt, jwtRefreshToken)).status).toBe(200)
})

test('unknown, foreign, expired and signed-out refresh tokens are refused, and a foreign one stays valid for its owner', async () => {
  const mine = await login()
  const other = await login()
  expect((await refresh(mine.jwt, 'x'.repeat(43))).status).toBe(403)
  expect((await refresh(mine.jwt, other.jwtRefreshToken)).status).toBe(403)
  expect((await refresh(other.jwt, other.jwtRefreshToken)).status).toBe(200)
  await sessions.end(mine.jwt)
  expect((await refresh(mine.jwt, mine.jwtRefreshToken)).status).toBe(403)
  const worn = await login()
  await db.run(sql`update refresh_tokens set expires_at = now() where id = (select max(id) from refresh_tokens)`)
  expect((await refresh(worn.jwt, worn.jwtRefreshToken)).status).toBe(403)
  expect((await refresh('', '')).status).toBe(400)
})

test('of many refreshes with one token at the same moment, exactly one succeeds', async () => {
  const { jwt, jwtRefreshToken } = await login()
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(jwt, jwtRefreshToken)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(7)
})

test('a closed account cannot refresh its token', async () => {
  const { jwt, jwtRefreshToken } = await login()
  await db.run(sql`update users set status = 'DISABLED' where email = ${PERSON.email}`)
  expect((await refresh(jwt, jwtRefreshToken)).status).toBe(403)
  await db.run(sql`update users set status = 'ACTIVE' where email = ${PERSON.email}`)
})

test("the document of an order is sent in the name of the token's person, whatever the body contains", async () => {
  const { jwt, url1 } = await login()
  const body = { order: { id: 12, totals: { net: 1 } }, customer: { name: 'x' }, token: jwt, url: url1 }
  expect(await post('insert-documents', body)).toMatchObject({
    status: 200,
    body: { id: 12, status: 'ACKNOWLEDGED' },
  })
  expect(sent).toMatchObject([{ actor: { name: 'Ελένη', role: 'admin' }, orderId: 12 }])
  expect((await post('insert-documents', { order: '12', token: jwt, url: url1.slice(0, -1) })).status).toBe(200)
  const bearer = { authorization: `Bearer ${jwt}` }
  expect((await post('insert-documents', { order: 12 }, bearer)).status).toBe(200)
})

test.each(['https://evil.example/', 'http://127.0.0.1:1/', 'nonsense'])(
  'the foreign address %s is refused, and nothing is sent',
  async (url) => {
    const { jwt } = await login()
    expect(await post('insert-documents', { order: 12, token: jwt, url })).toMatchObject({
      status: 403,
      code: 'accounting-address',
    })
    expect(sent).toEqual([])
  },
)

test('callers without a token, with an unknown token, or with a malformed order are refused', async () => {
  const { jwt } = await login()
  expect((await post('insert-documents', { order: 12 })).status).toBe(400)
  expect((await post('insert-documents', { order: 12, token: 'eyJ.of.epsilon' })).status).toBe(401)
  expect((await post('insert-documents', { order: 12 }, { 'x-dreamfactory-api-key': PAGE_KEY })).status).toBe(401)
  for (const order of [0, -1, 1.5, true, null, '1; drop', {}, [5]]) {
    expect((await post('insert-documents', { order, token: jwt })).status).toBe(400)
  }
  expect(sent).toEqual([])
})

test('without an accounting service the document is refused with a reason', async () => {
  const { jwt } = await login()
  expect(await post('insert-documents', { order: 12, token: jwt }, {}, bare)).toMatchObject({
    status: 503,
    code: 'accounting-not-configured',
  })
  expect(sent).toEqual([])
})

test('post-jwt-profile changes the user name of the own account and of no other', async () => {
  const { jwt } = await login()
  const { id } = (await sessions.find(jwt)).user
  const change = (username: unknown, idx: unknown, headers = {}) =>
    post('post-jwt-profile', { username, idx, token: jwt }, headers)
  expect(await change(' Ελένη Νέα ', String(id))).toMatchObject({
    status: 200,
    body: { success: true, username: 'Ελένη Νέα' },
  })
  expect((await new Sessions(db).find(jwt)).user.username).toBe('Ελένη Νέα')
  expect(await change('Άλλη', id + 1)).toMatchObject({ status: 403, code: 'users.own-profile-only' })
  expect((await change('', id)).status).toBe(400)
  expect((await post('post-jwt-profile', { username: 'Άλλη', idx: id })).status).toBe(400)
  expect((await change('Ελένη', id)).status).toBe(200)
})

describe('validate-vat', () => {
  const validate = (vatNumber: unknown, headers: Record<string, string>, server = app) =>
    post('validate-vat', { vatNumber }, headers, server)
  const bearer = async () => ({ authorization: `Bearer ${(await login()).jwt}` })

  test('returns the fields of the old helper service, and asks the registry once', async () => {
    const me = await bearer()
    const answer = await validate('EL 701124552', me)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          basicInfo: {
            afm: '701124552',
            onomasia: 'ΞΕΝΟΔΟΧΕΙΑΚΕΣ ΕΠΙΧΕΙΡΗΣΕΙΣ ΑΚΤΗ ΑΡΓΟΛΙΔΑΣ Α Ε',
            doy_descr: 'ΝΑΥΠΛΙΟΥ',
            postal_address: 'ΑΚΤΗ ΜΙΑΟΥΛΗ',
            postal_address_no: '18',
            postal_zip_code: '21100',
            postal_area_description: 'ΝΑΥΠΛΙΟ',
            deactivation_flag_descr: 'ΕΝΕΡΓΟΣ ΑΦΜ',
          },
        },
      },
    })
    const { firmActivities } = (answer.body as unknown as { data: { firmActivities: { firm_act_descr: string }[] } })
      .data
    expect(firmActivities).toHaveLength(3)
    expect(firmActivities[0]?.firm_act_descr).toMatch(/^ΥΠΗΡΕΣΙΕΣ ΔΩΜΑΤΙΟΥ/)
    expect((await validate(701124552, me)).body).toEqual(answer.body)
    const { jwt } = await login()
    expect((await post('validate-vat', { vatNumber: '701124552', token: jwt })).body).toEqual(answer.body)
    expect(gsis.asked()).toEqual(['701124552'])
  })

  test('answers with a text if the registry gives no company', async () => {
    const me = await bearer()
    const asked = gsis.asked().length
    const failure = /^An error occurred while validating VAT number\.Propably not excist/
    expect(await validate('123456789', me)).toMatchObject({
      status: 422,
      body: { success: false, error: expect.stringMatching(failure) },
    })
    expect(gsis.asked()).toHaveLength(asked)
    for (const [language, text] of [
      ['en', failure],
      ['el', /^Σφάλμα κατά τον έλεγχο του ΑΦΜ\. Πιθανόν δεν υπάρχει/],
    ] as const)
      expect(await validate('094014201', { ...me, 'accept-language': language })).toMatchObject({
        status: 422,
        body: { success: false, error: expect.stringMatching(text) },
      })
    gsis.failWith('TOKEN_USERNAME_NOT_AUTHENTICATED')
    expect(await validate('701125665', me)).toMatchObject({
      status: 503,
      body: { success: false, error: expect.stringMatching(failure) },
    })
    expect(await validate('701125665', me, bare)).toMatchObject({
      status: 503,
      code: 'customers.registry-not-configured',
    })
  })

  test('refuses callers without sign-in or without the right, and does not ask the registry', async () => {
    const asked = gsis.asked().length
    expect((await validate('701125665', {})).status).toBe(400)
    expect((await validate('701125665', { authorization: 'Bearer nobody' })).status).toBe(401)
    const me = await bearer()
    await db.run(sql`update users set role = 'driver' where email = ${PERSON.email}`)
    expect((await validate('701125665', await bearer())).status).toBe(403)
    await db.run(sql`update users set role = 'admin' where email = ${PERSON.email}`)
    for (const vatNumber of [null, {}, [], true, 1.5, undefined])
      expect((await validate(vatNumber, me)).status).toBe(400)
    expect(gsis.asked()).toHaveLength(asked)
  })
})
