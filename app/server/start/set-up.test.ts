/** Tests the set-up of an empty database through the route that the page calls. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { type Database, sql } from '#server/db/database.ts'
import { testServer } from '#testing/test-server.ts'
import { testDatabase } from '#testing/database.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import type { Registry, RegistryAnswer } from '#server/integrations/registry/registry.ts'
import { readCompany } from '#server/company.ts'

const INPUT = {
  adminName: 'Ελένη',
  email: 'eleni@test.gr',
  password: 'a-good-password',
  companyName: 'Κερίνο',
  companyAddress: 'Αθήνα',
  demo: true,
}

let db: Database
let app: FastifyInstance
let demoFails: boolean
let registry: Registry | null
beforeEach(async () => {
  db = await testDatabase()
  demoFails = true
  registry = null
  app = await testServer(db, {
    outside: () => ({ ...NOTHING_OUTSIDE, registry }),
    demo: {
      write: async ({ tx }) => {
        if (demoFails) throw new Error('the disk is full')
        await tx.run(sql`insert into customers (name) values ('Δείγμα')`)
      },
      written: async () => {},
    },
  })
})
afterEach(async () => {
  await app?.close()
  await db?.close()
})

const post = (name: string, payload: object) => app.inject({ method: 'POST', url: `/app/${name}`, payload })
const setUp = async (input: object = INPUT) => (await post('setup.complete', input)).statusCode
const needed = async () => (await app.inject('/app/setup.state')).json<unknown>()
const counts = () =>
  db.one(sql`
    select (select count(*)::int from users) as users, (select count(*)::int from customers where name = 'Δείγμα') as customers,
      (select count(*)::int from settings where name = 'company') as companies`)

test('leaves nothing if the demo company cannot be written, and can then be repeated', async () => {
  expect(await setUp()).toBe(500)
  expect([await needed(), await counts()]).toEqual([
    { needed: true, registry: false },
    { users: 0, customers: 0, companies: 0 },
  ])
  demoFails = false
  expect(await setUp()).toBe(200)
  expect([await needed(), await counts()]).toEqual([
    { needed: false, registry: false },
    { users: 1, customers: 1, companies: 1 },
  ])
})

test('writes no demo company unless the person chooses it', async () => {
  expect(await setUp({ ...INPUT, demo: false })).toBe(200)
  expect(await counts()).toEqual({ users: 1, customers: 0, companies: 1 })
})

test('is refused once the database has an account', async () => {
  expect(await setUp({ ...INPUT, demo: false })).toBe(200)
  expect(await setUp({ ...INPUT, email: 'nikos@test.gr', demo: false })).toBe(422)
  expect(await counts()).toEqual({ users: 1, customers: 0, companies: 1 })
})

const COMPANY = {
  vat: 'EL 701122337',
  taxOffice: 'ΦΑΕ ΑΘΗΝΩΝ',
  profession: 'Κηροποιία',
  phone: '2101234567',
  iban: 'gr16 0110 1250 0000 0001 2300 695',
  accounting: false,
  language: 'gr',
  demo: false,
}

test('keeps the whole company, its language and that it has no accounting, with history', async () => {
  expect(await setUp({ ...INPUT, ...COMPANY })).toBe(200)
  expect(await readCompany(db)).toMatchObject({
    vat: '701122337',
    name: 'Κερίνο',
    taxOffice: 'ΦΑΕ ΑΘΗΝΩΝ',
    profession: 'Κηροποιία',
    phone: '2101234567',
    bankAccounts: [{ bank: 'Εθνική Τράπεζα', iban: 'GR1601101250000000012300695' }],
    accounting: false,
  })
  const language = await db.one(sql`select p.language from preferences p join users u on u.id = p.user_id`)
  const history = await db.one<{ changes: object }>(sql`select changes from history where entity = 'settings'`)
  expect([language, history.changes]).toMatchObject([
    { language: 'gr' },
    { 'company.vat': [null, '701122337'], 'company.accounting': [null, false] },
  ])
})

test('refuses each wrong value at its field and leaves the database empty', async () => {
  for (const [field, value, code] of [
    ['vat', '701122338', 'vat'],
    ['phone', 'call me', 'phone'],
    ['iban', 'GR1601101250000000012300696', 'iban'],
    ['companyName', ' ', 'required'],
    ['companyAddress', '', 'required'],
  ] as const) {
    const answer = await post('setup.complete', { ...INPUT, ...COMPANY, [field]: value })
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(`"${field}":"${code}"`)])
    expect(await counts(), field).toEqual({ users: 0, customers: 0, companies: 0 })
  }
})

test('of two people who set up at the same moment one wins, and the other reads why', async () => {
  const people = ['eleni@test.gr', 'nikos@test.gr', 'eleni@test.gr']
  const answers = await Promise.all(people.map((email) => post('setup.complete', { ...INPUT, email, demo: false })))
  const refused = answers.filter(({ statusCode }) => statusCode === 422)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(refused.map(({ body }) => body.includes('users.already-set-up'))).toEqual([true, true])
  expect(await counts()).toEqual({ users: 1, customers: 0, companies: 1 })
})

test('asks the registry for the company only while the database is empty', async () => {
  const found: RegistryAnswer = {
    kind: 'found',
    company: {
      vat: '701122337',
      name: 'ΓΑΛΑΝΗΣ',
      title: '',
      taxOffice: 'ΦΑΕ ΑΘΗΝΩΝ',
      legalStatus: 'ΑΕ',
      street: 'ΛΕΩΦ ΚΗΦΙΣΟΥ',
      streetNumber: '42',
      postcode: '10442',
      city: 'ΑΘΗΝΑ',
      active: true,
      activeText: '',
      business: true,
      businessText: '',
      stopDate: null,
      activities: [],
    },
  }
  registry = { find: async () => found }
  const ask = async (vatNumber: string) => {
    const { statusCode, body } = await post('setup.look-up-company', { vatNumber })
    return [statusCode, body]
  }
  expect(await needed()).toEqual({ needed: true, registry: true })
  expect(await ask('EL 701122337')).toEqual([200, expect.stringContaining('ΓΑΛΑΝΗΣ')])
  expect(await ask('701122338')).toEqual([422, expect.stringContaining('customers.vat-check-digit')])
  registry = { find: async () => ({ kind: 'unavailable', reason: 'no answer' }) }
  expect((await ask('094014201'))[0]).toBe(503)
  // a stranger cannot make the product ask for one company again and again
  const again = []
  for (let n = 0; n < 6; n += 1) again.push((await ask('094014201'))[0])
  expect(again).toEqual([503, 503, 503, 503, 429, 429])
  expect(await setUp({ ...INPUT, ...COMPANY })).toBe(200)
  expect(await ask('EL 701122337')).toEqual([422, expect.stringContaining('users.already-set-up')])
})
