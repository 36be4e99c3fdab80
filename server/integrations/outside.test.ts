import { taxHead, taxLine, taxParty } from '#testing/tax/tax-document.ts'
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Config, readConfig, WrongConfiguration } from '#server/config.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import type { AccountingDocument } from './accounting/accounting.ts'
import { NO_DEVICES } from './environment/try-push.ts'
import { openOutside } from './outside.ts'
import { NO_SEALING } from '#server/seal/sealing.ts'
import { simulateServices } from '#simulators/demo-services.ts'

/** Opens the services as a process does that is alone on its database. */
const openHere = (config: Config, db: Database) =>
  openOutside(config, db, {
    processes: () => config.WORKERS,
    sealing: NO_SEALING,
    devices: NO_DEVICES,
    simulate: simulateServices,
  })

let db: Database
let folder: string
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.run(sql`delete from settings where name in ('demo', 'accounting')`)
  folder = temporaryFolder('outside')
  return () => rmSync(folder, { recursive: true })
})

const config = (more: Record<string, string> = {}) => readConfig({ DATA_DIR: folder, ...more })
const invoice = (key: string, number = 17): AccountingDocument => ({
  ...taxHead('2026-11-20'),
  number,
  key,
  issuer: taxParty('Α', '094014201'),
  customer: taxParty('Β', '090000045'),
  lines: [
    taxLine({
      code: '',
      name: 'Κερί',
      unit: 'Item',
      quantity: 1_0000,
      price: 1_0000,
      vatRate: 2400,
      vatCategory: 1,
      net: 100,
      vat: 24,
    }),
  ],
  net: 100,
  vat: 24,
  total: 124,
})

test('without configuration there are no outside services, and mails are written to files', async () => {
  const outside = await openHere(config({ MAIL_FROM: 'Κερίνο <office@kerino.example>' }), db)
  expect(outside).toMatchObject({ accounting: null, registry: null, places: null, directions: null })
  const mail = { messageId: '1@kerino', to: 'a@b.example', subject: 'Προσφορά', text: 'Καλημέρα', attachments: [] }
  expect(await outside.mail!.send(mail)).toEqual({ kind: 'sent' })
  const [file = ''] = readdirSync(join(folder, 'mail'))
  expect(readFileSync(join(folder, 'mail', file), 'utf8')).toContain('<office@kerino.example>')
  await outside.close()
})

test('demo mode has a registry with the customers and a dozen other companies, and a map of real addresses', async () => {
  await db.run(sql`
    insert into customers (name, label, vat, address, city, postcode, tax_office, profession)
    values ('Παπαδοπούλου Μαρία', 'Ταβέρνα Η Γωνιά', '790000000', 'Κορίνθου 12', 'Πάτρα', '26221', 'Πατρών', 'Εστιατόριο')`)
  const outside = await openHere(config({ DEMO: '1' }), db)
  expect(await outside.registry!.find('701122337')).toMatchObject({ company: { city: 'ΑΘΗΝΑ', active: true } })
  expect(await outside.registry!.find('790000000')).toMatchObject({ kind: 'absent', code: 'RG_WS_PUBLIC_WRONG_AFM' })
  await db.run(sql`update customers set vat = '790000007'`)
  await outside.close()
  const again = await openHere(config({ DEMO: '1' }), db)
  expect(await again.registry!.find('790000007')).toMatchObject({
    company: {
      name: 'ΠΑΠΑΔΟΠΟΥΛΟΥ ΜΑΡΙΑ',
      street: 'ΚΟΡΙΝΘΟΥ',
      streetNumber: '12',
      activities: [{ name: 'ΕΣΤΙΑΤΟΡΙΟ' }],
    },
  })
  expect(await again.places!.search('Ερμού 15, Αθήνα')).toMatchObject({ places: [{ postcode: '10563' }] })
  // there are no simulated roads, so figures of routes are estimates and marked as such
  expect(again.directions).toBeNull()
  await again.close()
})

test('a configured registry, geocoder and mail server replace the demo, and are not called at the start', async () => {
  const outside = await openHere(
    config({
      DEMO: '1',
      REGISTRY_URL: 'http://127.0.0.1:1/',
      REGISTRY_USERNAME: 'u',
      REGISTRY_PASSWORD: 'p',
      GEOCODER_URL: 'http://127.0.0.1:1',
      DIRECTIONS_URL: 'http://127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'a@b.example',
    }),
    db,
  )
  const unavailable = { kind: 'unavailable' }
  expect(await outside.registry!.find('701122337')).toMatchObject(unavailable)
  expect(await outside.places!.at({ lat: 38, lon: 23 })).toMatchObject(unavailable)
  const here = { lat: 38, lon: 23 }
  const question = { start: here, end: here, stops: [here], optimise: false }
  expect(await outside.directions!.route(question)).toMatchObject(unavailable)
  const mail = { messageId: '1@kerino', to: 'a@b.example', subject: '', text: '', attachments: [] }
  expect(await outside.mail!.send(mail)).toMatchObject({ kind: 'later' })
  expect(readdirSync(folder)).not.toContain('mail')
  await outside.close()
})

test.each(['environment', 'settings'])(
  'demo mode set by %s has an accounting simulator that keeps its documents across restarts',
  async (by) => {
    if (by === 'settings') await db.run(sql`insert into settings (name, value) values ('demo', '{"on":true}'::jsonb)`)
    const environment: Record<string, string> = by === 'settings' ? {} : { DEMO: '1' }
    const first = await openHere(config(environment), db)
    const sent = await first.accounting!.send(invoice('d1'))
    expect(sent.kind).toBe('acknowledged')
    await first.close()
    // a crash while writing must not lose the documents before and after the incomplete one
    appendFileSync(join(folder, 'epsilon-simulator.jsonl'), '{"key":"half')
    const second = await openHere(config(environment), db)
    expect(await second.accounting!.ask(invoice('d1'))).toEqual(sent)
    expect(await second.accounting!.send(invoice('d1'))).toEqual(sent)
    expect((await second.accounting!.send(invoice('d2', 18))).kind).toBe('acknowledged')
    await second.close()
    const third = await openHere(config(environment), db)
    expect((await third.accounting!.ask(invoice('d2', 18))).kind).toBe('acknowledged')
    await third.close()
  },
)

test("two processes on one data folder see each other's documents", async () => {
  const [a, b] = [await openHere(config({ DEMO: '1' }), db), await openHere(config({ DEMO: '1' }), db)]
  const sent = await a.accounting!.send(invoice('d1'))
  expect(await b.accounting!.send(invoice('d1'))).toEqual(sent)
  await a.close()
  await b.close()
})

test('a configured accounting service replaces the demo, and is not called at the start', async () => {
  const account = {
    ACCOUNTING_URL: 'https://127.0.0.1:1',
    ACCOUNTING_SUBSCRIPTION_KEY: 'k',
    ACCOUNTING_EMAIL: 'e@firm.example',
    ACCOUNTING_PASSWORD: 'secret-word',
  }
  const outside = await openHere(config({ ...account, DEMO: '1' }), db)
  expect(await outside.accounting!.send(invoice('x'))).toMatchObject({
    kind: 'unsent',
    reason: expect.stringMatching(/^sign-in/),
  })
  const half = config({ ACCOUNTING_URL: account.ACCOUNTING_URL, DEMO: '1' })
  await expect(openHere(half, db)).rejects.toThrow(WrongConfiguration)
  await expect(openHere(config({ ...account, ACCOUNTING_URL: 'http://far.example' }), db)).rejects.toThrow(
    WrongConfiguration,
  )
})

test('receivers on this machine are allowed only if the public address is there, and the product itself is none', async () => {
  const whyNot = async (more: Record<string, string>, address: string) => {
    const outside = await openHere(config({ PORT: '3000', ...more }), db)
    const why = await outside.hooks.whyNot(address)
    await outside.close()
    return why
  }
  const [other, own, entered] = ['http://localhost:9000/', 'http://localhost:3000/app/x', 'http://127.0.0.1:8080/']
  for (const address of [other, own]) expect(await whyNot({}, address)).toBe('closed-address')
  for (const address of [other, own]) expect(await whyNot({ DEMO: '1' }, address)).toBe('closed-address')
  for (const address of [other, own])
    expect(await whyNot({ PUBLIC_URL: 'https://office.example' }, address)).toBe('closed-address')
  const local = { PUBLIC_URL: 'http://localhost:8080' }
  expect(await whyNot(local, other)).toBeNull()
  for (const address of [own, entered]) expect(await whyNot(local, address)).toBe('closed-address')
})
