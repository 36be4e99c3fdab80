/** A database that stops or has a full disk is answered with 503 and a text, and logged once. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUp } from '#app/server/http/set-up/set-up.ts'
import { DatabaseWatch } from '#app/server/http/database-watch.ts'
import { type Database, DatabaseUnavailable } from '#server/db/database.ts'
import { translate } from '#server/db/errors.ts'
import { migrate, pendingMigrations } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { testDatabase } from '#testing/database.ts'
import { startThrowawayPostgres, type ThrowawayPostgres } from '#testing/throwaway-postgres.ts'
import { Runner } from '#server/runner.ts'
import { testServer } from '#testing/test-server.ts'

const PERSON = { email: 'eleni@test.gr', password: 'a-good-password' }

const serverOn = (db: Database): Promise<FastifyInstance> =>
  testServer(db, {
    ready: async () => {
      await db.ping()
      return (await pendingMigrations(db)).length === 0
    },
  })

const setUpOn = (db: Database) =>
  setUp(new Runner({ db, clock: () => new Date() }), {
    ...PERSON,
    adminName: 'Ελένη',
    companyName: 'Κερίνο',
    companyAddress: 'Αθήνα',
  })

async function signIn(app: FastifyInstance): Promise<string> {
  const answer = await app.inject({ method: 'POST', url: '/api/v2/user/session', payload: PERSON })
  return answer.json<{ session_token: string }>().session_token
}

/** Calls one route of each API. */
async function facesOf(app: FastifyInstance, token: string) {
  const headers = { 'x-dreamfactory-session-token': token, 'accept-language': 'el' }
  const customer = { name: 'Πελάτης Χωρίς Βάση' }
  const answers = await Promise.all([
    app.inject({ method: 'GET', url: '/app/orders.counts', headers }),
    app.inject({ method: 'POST', url: '/app/customers.create-customer', headers, payload: customer }),
    app.inject({ method: 'GET', url: '/api/v2/_table/customers?limit=1', headers }),
    app.inject({ method: 'POST', url: '/api/v2/_table/customers', headers, payload: { resource: [customer] } }),
    app.inject({ method: 'POST', url: '/service/login', payload: PERSON, headers: { 'accept-language': 'el' } }),
  ])
  return answers.map(({ statusCode, body, headers: given }) => ({ statusCode, body, wait: given['retry-after'] }))
}

let postgres: ThrowawayPostgres
let app: FastifyInstance
let db: Database
beforeAll(async () => {
  postgres = await startThrowawayPostgres({ fsync: false })
  db = await openPostgres(postgres.url)
  await migrate(db)
  await setUpOn(db)
  app = await serverOn(db)
})
afterAll(async () => {
  await app?.close()
  await db?.close()
  await postgres?.stop()
})

test('while PostgreSQL is stopped every API answers 503 with a text, and works again afterwards', async () => {
  const token = await signIn(app)
  const readiness = async () => (await app.inject('/readyz')).statusCode
  expect(await readiness()).toBe(200)
  await postgres.halt()
  expect(await readiness()).toBe(503)
  for (const { statusCode, body, wait } of await facesOf(app, token)) {
    expect({ statusCode, body }).toEqual({
      statusCode: 503,
      body: expect.stringMatching(/database-down|βάση δεδομένων/),
    })
    expect(wait).toBe('5')
    expect(body).not.toMatch(/ECONN|127\.0\.0\.1|postgres/i)
  }
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await postgres.resume()
  await expect.poll(readiness).toBe(200)
  const again = await signIn(app)
  expect((await facesOf(app, again)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
})

test('while the disk is full the server answers 503 with a text and is not ready, and works again afterwards', async () => {
  const real = await testDatabase()
  await setUpOn(real)
  let full = false
  const noRoom = translate(Object.assign(new Error('could not extend file "base/1/2"'), { code: '53100' }))
  const small: Database = {
    ...real,
    transaction: (mode, work) =>
      full && mode === 'serializable' ? Promise.reject(noRoom) : real.transaction(mode, work),
  }
  const server = await serverOn(small)
  const token = await signIn(server)
  const write = () =>
    server.inject({
      method: 'POST',
      url: '/app/customers.create-customer',
      headers: { 'x-dreamfactory-session-token': token },
      payload: { name: 'Πελάτης Χωρίς Χώρο' },
    })
  full = true
  const refused = await write()
  expect([refused.statusCode, refused.json()]).toEqual([
    503,
    { refusal: { kind: 'unavailable', code: 'database-full', details: { retryAfterSeconds: 5 } } },
  ])
  expect((await server.inject('/readyz')).statusCode).toBe(503)
  full = false
  expect((await server.inject('/readyz')).statusCode).toBe(200)
  expect((await write()).statusCode).toBe(200)
  await server.close()
  await real.close()
})

test('many requests that fail for one reason are logged once, and so is the return of the database', async () => {
  const lines: string[] = []
  const line = (_details: object, message: string) => void lines.push(message)
  let down = true
  const gone = () => new DatabaseUnavailable('down', 'Cannot use the database')
  const ping = () => (down ? Promise.reject(gone()) : Promise.resolve())
  const watch = new DatabaseWatch({ ping } as Database, { info: line, warn: line, error: line })
  for (let i = 0; i < 50; i++) watch.failed(gone())
  watch.failed(new Error('something else'))
  expect(await watch.look()).toBe(false)
  down = false
  expect(await watch.look()).toBe(true)
  watch.stop()
  expect(lines).toEqual([
    'the database does not answer; requests are answered 503 until it does',
    'the database serves again',
  ])
})

test('the state "full disk" ends when the database serves again, even where it allows no temporary tables', async () => {
  const full = () => new DatabaseUnavailable('full', 'No room')
  const no = { error: full() as Error }
  const db = { ping: () => Promise.resolve(), transaction: () => Promise.reject(no.error) } as unknown as Database
  const watch = new DatabaseWatch(db, { info: () => {}, warn: () => {}, error: () => {} })
  watch.failed(full())
  expect(await watch.look()).toBe(false)
  no.error = new Error('permission denied to create temporary tables in database "kerino"')
  expect(await watch.look()).toBe(true)
  watch.stop()
})
