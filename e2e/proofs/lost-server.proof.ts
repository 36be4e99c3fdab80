/**
 * A server is killed while it issues tax documents, and a backup that is older than many of them is restored on a server with an empty database,
 * again and again. Afterwards no number and no order has two MARKs at the service, which itself prevents nothing, and what was issued
 * since the backup is in the books or listed as issued and in no book (C-101).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { isBackupName } from '#server/integrations/backups/backup-store.ts'
import { type EpsilonSimulator, startEpsilonSimulator } from '#simulators/epsilon-simulator.ts'
import { issuedDocuments } from '#simulators/issued-documents.ts'
import { type MydataSimulator, startMydataSimulator } from '#simulators/mydata-simulator.ts'
import { usualOrFull } from '#testing/length.ts'
import { API_KEY, FIRST_ADMIN, PASSWORD, type ServerUnderTest, startServer } from '../server-under-test.ts'
import { makeBackup, untilWritable } from './backups.ts'
import { type Caller, done, openShop, type Shop, signedIn } from './callers.ts'
import {
  ACCOUNT,
  accountingAt,
  customerIs,
  hasEnded,
  numbersAt,
  ordersToInvoice,
  type Stands,
  sendInvoices,
  untilAll,
  untilSettled,
} from './documents.ts'

/** Every second restore has an account at the tax office. */
const RESTORES = usualOrFull(2, 20)
/** No backup contains passwords, so each restore sets a new one. */
const NEW_PASSWORD = 'four wicks on the shelf'
const TAX_ACCOUNT = { userId: 'u', key: 'k' }
const SILENT = { status: 503, type: 'text/plain', text: '' }
const REFUSED = { category: 'BTA', code: '102', message: 'AFM' } as const
/** The service answers no question. */
const SPEECHLESS = { call: 'get', mode: 'html-502', times: 10_000 } as const
const QUIET_MINUTES = 6
const UNREAD_MINUTES = 16

type Outside = { readonly service: EpsilonSimulator; readonly mydata: MydataSimulator }

const marksAt = (service: EpsilonSimulator): string[] => service.documents().map(({ signing }) => String(signing?.mark))
const codeOf = async (answer: ReturnType<Caller['press']>): Promise<string | undefined> =>
  (await answer).body?.refusal?.code

/** Starts a server with a database of its own that a later one does not have. Without `founder` it has no account either. */
const startOwn = ({ service, mydata }: Outside, founder: boolean): Promise<ServerUnderTest> =>
  startServer({
    engine: 'postgres',
    bare: true,
    demo: false,
    env: {
      ...accountingAt(service),
      MYDATA_URL: mydata.url,
      BACKUP_NIGHTLY: '0',
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      ...(founder ? {} : { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }),
    },
  })

/** Moves all that waits for a time into the past, and what is compared with it, as if so many minutes had passed. */
async function minutesPass({ databaseUrl }: ServerUnderTest, minutes: number): Promise<void> {
  const db = await openPostgres(databaseUrl ?? '', { poolSize: 1 })
  const time = sql`make_interval(mins => ${minutes})`
  await db.run(sql`update accounting_documents set unclear_since = unclear_since - ${time}`)
  await db.run(sql`update lost_documents set unclear_since = unclear_since - ${time}`)
  await db.run(sql`update orders set created_at = created_at - ${time}`)
  await db.run(sql`update jobs set run_at = run_at - ${time} where finished_at is null`)
  await db.run(sql`
    update settings set value = value || jsonb_build_object('at', (value ->> 'at')::timestamptz - ${time}) where name = 'documents-unread'`)
  await db.close()
}

/** Restores a backup by the set-up of a server without an account, and signs the administrator in. */
async function restoreFirst(server: ServerUnderTest, file: string): Promise<Caller> {
  const send = (name: string, input: object): Promise<Response> => {
    const headers = { 'content-type': 'application/json', 'x-dreamfactory-api-key': API_KEY }
    return fetch(`${server.url}/app/${name}`, { method: 'POST', headers, body: JSON.stringify(input) })
  }
  const post = async (name: string, input: object): Promise<{ id: number }> => {
    const response = await send(name, input)
    const body: unknown = await response.json()
    expect({ name, status: response.status, body }).toMatchObject({ status: 200 })
    return body as { id: number }
  }
  const bytes = readFileSync(file)
  const { id } = await post('setup.restore-begin-upload', { name: 'kerino.zip', bytes: bytes.length })
  const part = encodeURIComponent(JSON.stringify({ id, from: 0 }))
  const sent = await fetch(`${server.url}/app/setup.restore-add-part?input=${part}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-dreamfactory-api-key': API_KEY },
    body: bytes,
  })
  expect(await sent.json()).toMatchObject({ complete: true })
  const state = async () => (await fetch(`${server.url}/app/setup.restore-state`)).json()
  const { id: compared } = await post('setup.restore-compare', { id })
  while ((await state()).restore?.state !== 'COMPARED') await pause(200)
  await post('setup.restore', { id: compared, email: FIRST_ADMIN, password: NEW_PASSWORD })
  while ((await state()).needed) await pause(200)
  await untilWritable(() => send('session.sign-in', { email: FIRST_ADMIN, password: NEW_PASSWORD }))
  return signedIn(server, FIRST_ADMIN, NEW_PASSWORD)
}

/** Returns the newest backup of a server. */
function backupOf({ dataDir }: ServerUnderTest): string {
  const folder = join(dataDir, 'backups')
  return join(folder, readdirSync(folder).filter(isBackupName).toSorted().at(-1) ?? '')
}

const isInvoiced = ({ document }: Stands): boolean => document?.status === 'ACKNOWLEDGED'

/** Has the company, its customer and its goods entered. */
async function found(admin: Caller): Promise<Shop> {
  const values = { name: 'Κερίνο', vat: '094014201', address: 'Αιόλου 86, 105 59 Αθήνα' }
  await done(admin.press('settings.save-company', { values, shown: { name: '', vat: '', address: '' } }))
  const shop = await openShop(admin, 1_000_000, 1_000_000)
  await customerIs(admin, shop.customer, '094019245')
  return shop
}

/** Each order has another total, so that no document may be about two of them. */
let candles = 0
const somePieces = (count: number): number[] => Array.from({ length: count }, () => (candles += 1))

/**
 * Issues documents before and after a backup on a server that is killed then, two of them for orders that are not in the backup. Returns the
 * orders of the backup.
 */
async function issueAndLose(
  server: ServerUnderTest,
  admin: Caller,
  { service }: Outside,
  shop: Shop,
): Promise<number[]> {
  const ids = await ordersToInvoice(admin, shop, somePieces(8))
  const [before = 0, arrived = 0, unsent = 0, ...rest] = ids
  const [first = 0, second = 0, plain = 0, late = 0] = rest
  await sendInvoices(admin, [before])
  await untilAll(admin, [before], isInvoiced)
  // two are under way when the backup is made: one that the service has, and one that it does not have
  service.fail(SPEECHLESS, { call: 'send', mode: 'cut', stored: true })
  await sendInvoices(admin, [arrived])
  await untilAll(admin, [arrived], ({ document }) => document?.status === 'UNKNOWN')
  service.fail({ call: 'send', mode: 'html-502' })
  await sendInvoices(admin, [unsent])
  await untilAll(admin, [unsent], ({ document }) => document?.status === 'UNKNOWN')
  await makeBackup(admin)
  service.recover()
  // two are refused once and issued then
  service.fail({ call: 'send', mode: 'refuse', fault: REFUSED, times: 2 })
  await sendInvoices(admin, [first, second])
  await untilAll(admin, [first, second], ({ document }) => document?.status === 'FAILED')
  await sendInvoices(admin, [first, second, plain])
  await untilAll(admin, [first, second, plain], isInvoiced)
  const since = await ordersToInvoice(admin, shop, somePieces(2))
  await sendInvoices(admin, since)
  await untilAll(admin, since, isInvoiced)
  // the server is lost while the answer about one more is
  service.fail(SPEECHLESS, { call: 'send', mode: 'cut', stored: true })
  await sendInvoices(admin, [late])
  await untilAll(admin, [late], ({ document }) => document?.status === 'UNKNOWN')
  await server.kill9()
  service.recover()
  return ids
}

/** Reads at the tax office what was issued since the backup. */
async function readAtTaxOffice(admin: Caller, { service, mydata }: Outside, adopted: number): Promise<void> {
  await done(admin.press('invoicing.save-tax-office', { test: false, ...TAX_ACCOUNT }))
  mydata.answerWith(SILENT)
  expect(await codeOf(admin.press('invoicing.read-documents', {}))).toBe('invoicing.tax-office-silent')
  const read = await done(admin.press('invoicing.read-documents', {}))
  expect(read.adopted).toBeGreaterThanOrEqual(adopted)
  expect(await lostMarks(admin)).toEqual(expect.arrayContaining(marksAt(service).slice(-adopted)))
}

const lostMarks = async (admin: Caller): Promise<string[]> =>
  (await done(admin.ask('invoicing.numbers'))).lost.map(({ mark }: { mark: string }) => mark)

/** Says without an account at the tax office what a person found at the service, and enters the next number of the series. */
async function sayWord(server: ServerUnderTest, admin: Caller, { service }: Outside, ids: readonly number[]) {
  const word = (reason: string) => admin.press('invoicing.read-documents', { reason })
  expect(await codeOf(word('Κοίταξα'))).toBe('invoicing.read-later')
  await minutesPass(server, UNREAD_MINUTES)
  // the service has not answered about those that were under way
  expect(await codeOf(word('Κοίταξα'))).toBe('invoicing.documents-wait')
  service.recover()
  await minutesPass(server, UNREAD_MINUTES)
  await untilSettled(admin, ids)
  expect(await codeOf(word(''))).toBe('invoicing.reason-required')
  const last = Math.max(...numbersAt(service).map((text) => Number(text.split(' ').at(-1))))
  const { values } = await done(admin.ask('settings.tax'))
  const series = [{ document: 'invoice', series: 'ΤΠ', start: last + 1, startYear: new Date().getFullYear() }]
  await done(admin.press('settings.save-tax', { values: { series }, shown: { series: values.series } }))
  expect(await done(word('Κοίταξα'))).toEqual({ adopted: 0 })
}

/** Sends everything that the backup does not know as issued, and two new orders, while the service fails again. */
async function sendAll(
  server: ServerUnderTest,
  admin: Caller,
  { service }: Outside,
  { ids, fresh }: { readonly ids: readonly number[]; readonly fresh: readonly number[] },
): Promise<Stands[]> {
  service.fail({ call: 'send', mode: 'cut', stored: true }, { call: 'send', mode: 'html-502' })
  service.fail({ call: 'get', mode: 'html-502', times: 3 })
  await sendInvoices(admin, [...ids.slice(3), ...fresh])
  await untilSettled(admin, [...ids, ...fresh])
  await minutesPass(server, QUIET_MINUTES)
  const stands = await untilAll(admin, [...ids, ...fresh], hasEnded)
  const others = stands.filter((one) => !isInvoiced(one)).map(({ id, document }) => ({ id, code: document?.errorCode }))
  expect(others).toEqual([])
  return stands
}

type Known = {
  /** The orders of the backup. */
  readonly ids: readonly number[]
  /** These and the new ones. */
  readonly stands: readonly Stands[]
  /** How many documents were issued before the round, and until its restore. */
  readonly before: number
  readonly issued: number
}

/** Demands that each number and each order has one MARK at the service, which its books have too, and that the numbers went on. */
function demandOneMarkEach({ service }: Outside, { ids, stands, before, issued }: Known): void {
  const numbers = numbersAt(service)
  expect(numbers.length).toBe(new Set(numbers).size)
  const all = service.documents().map(({ key, signing, document }) => ({
    orderId: Number(key.split('-')[2]),
    mark: String(signing?.mark),
    number: document.source.invoice.invoiceHeader.aa,
  }))
  for (const { id, document } of stands) {
    // an order that only the lost server had may have had the id of a new one
    const own = all
      .slice(before)
      .filter(({ orderId, mark }) => orderId === id && (ids.includes(id) || mark === document?.mark))
    expect({ id, marks: own.map(({ mark }) => mark) }).toEqual({ id, marks: [document?.mark] })
  }
  // only the one that had its number in the backup already keeps it
  const since = all.slice(issued).filter(({ orderId }) => orderId !== ids[2])
  const highest = Math.max(...all.slice(0, issued).map(({ number }) => number))
  expect(Math.min(...since.map(({ number }) => number))).toBeGreaterThan(highest)
}

/** Demands that the list has what was issued since the backup for orders that are not in it, and nothing that is in the books. Returns how many. */
async function demandListed(admin: Caller, { service }: Outside, { stands, before }: Known, hasAccount: boolean) {
  const listed = await lostMarks(admin)
  const inBooks = stands.map(({ document }) => document?.mark ?? '')
  expect(listed.filter((mark) => inBooks.includes(mark))).toEqual([])
  if (!hasAccount) return 0
  const missing = marksAt(service)
    .slice(before)
    .filter((mark) => !inBooks.includes(mark))
  expect(missing).toHaveLength(2)
  expect(listed).toEqual(expect.arrayContaining(missing))
  return missing.length
}

test(`after ${RESTORES} restores on an empty server no number and no order has two MARKs, and the numbers go on above what was issued since`, async () => {
  const service = await startEpsilonSimulator({ ...ACCOUNT, careless: true, returnsDocument: true })
  const documents = () => issuedDocuments(service.documents())
  const mydata = await startMydataSimulator({ ...TAX_ACCOUNT, documents })
  const outside = { service, mydata }
  let server = await startOwn(outside, true)
  try {
    let admin = await signedIn(server, FIRST_ADMIN, PASSWORD)
    const shop = await found(admin)
    const figures = { restores: 0, orders: 0, listed: 0 }
    for (let restore = 0; restore < RESTORES; restore++) {
      const hasAccount = restore % 2 === 0
      const earlier = service.documents().length
      const ids = await issueAndLose(server, admin, outside, shop)
      const issued = marksAt(service)
      const file = backupOf(server)
      const lost = server
      server = await startOwn(outside, false)
      if (!hasAccount) service.fail(SPEECHLESS)
      admin = await restoreFirst(server, file)
      await lost.remove()

      const fresh = await ordersToInvoice(admin, shop, somePieces(2))
      expect(await codeOf(admin.press('invoicing.send-invoices', { ids: fresh }))).toBe('invoicing.unread')
      const open = [ids[1] ?? 0, ids[2] ?? 0]
      if (hasAccount) await readAtTaxOffice(admin, outside, 6)
      else await sayWord(server, admin, outside, open)
      // nothing was sent before that
      expect(marksAt(service)).toEqual(issued)

      await minutesPass(server, QUIET_MINUTES)
      await untilSettled(admin, open)
      const stands = await sendAll(server, admin, outside, { ids, fresh })
      const known = { ids, stands, before: earlier, issued: issued.length }
      demandOneMarkEach(outside, known)
      figures.listed += await demandListed(admin, outside, known, hasAccount)
      figures.restores += 1
      figures.orders += stands.length
    }
    const { length } = service.documents()
    console.log(`${JSON.stringify(figures)} on empty servers: ${length} MARKs, none twice for a number or an order`)
  } finally {
    await server.remove()
    await mydata.close()
    await service.close()
  }
}, 3_600_000)
