/** Tests that a restore over a running server never lets a document be issued twice, whatever the backup knows of it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { QUIET_MINUTES } from '#features/orders/domain/order.ts'
import { saveCompany, saveSetting } from '#server/company.ts'
import { Refused } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { Accounting } from '#server/integrations/accounting/accounting.ts'
import type { EpsilonSimulator, FailurePlan } from '#simulators/epsilon-simulator.ts'
import { issuedDocuments } from '#simulators/issued-documents.ts'
import { type MydataSimulator, startMydataSimulator } from '#simulators/mydata-simulator.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { openMydata } from '#server/integrations/tax-office/mydata.ts'
import type { TaxOfficeGate } from '#server/integrations/tax-office/tax-office.ts'
import type { Restoring } from '#server/restoring/restoring.ts'
import type { Runner } from '#server/runner.ts'
import type { TestCompany } from '#testing/company.ts'
import { copyOrders } from '#testing/tax/copied-orders.ts'
import { openSimulatedEpsilon } from '#testing/tax/simulated-epsilon.ts'
import { openTwoProcesses, type TwoProcesses } from '#testing/tax/two-processes.ts'
import { keptNumbers, unknownDocuments } from '../after-restore.ts'
import { UNREAD_MINUTES } from '../../domain/contract.ts'
import { confirmNotIssuedLookup, enterMarkCommand } from '../end-by-hand.ts'
import { sendInvoicesCommand } from '../invoice-orders.ts'
import { sendDocument } from '../jobs.ts'
import { documentNumbersQuery } from '../numbers/numbers-query.ts'
import { voidNumberLookup } from '../numbers/void-number.ts'
import { askForLost } from './ask-for-lost.ts'
import { readDocumentsLookup } from '../unread/read-documents.ts'
import { readUnread, unreadAfterRestore } from '../unread/unread.ts'
import { keptDocuments } from './lost-documents.ts'

const ACCOUNT = { userId: 'u', key: 'k' }
const DAY_OF_MINUTES = 24 * 60
const REFUSED: FailurePlan = { call: 'send', mode: 'refuse', fault: { category: 'BTA', code: '102', message: 'AFM' } }
const ABSENT: FailurePlan = { call: 'get', mode: 'answer', status: 404, body: { status: 404, title: 'Not Found' } }
const SILENT = { status: 503, type: 'text/plain', text: '' }

let processes: TwoProcesses
let company: TestCompany
let runner: Runner
let simulator: EpsilonSimulator
let accounting: Accounting
let mydata: MydataSimulator
let taxOffice: TaxOfficeGate | null
let isConnected: boolean

beforeAll(async () => {
  processes = await openTwoProcesses()
  company = processes.company
  ;[runner] = processes.runners
  mydata = await startMydataSimulator({ ...ACCOUNT, documents: () => issuedDocuments(simulator.documents()) })
  await saveCompany(company.db, { name: 'Κερίνο', vat: '094014201', address: 'Αιόλου 86' })
  await company.db.run(sql`update products set stock_e4 = 100000000 where id = ${company.stock.candle}`)
})
afterAll(async () => {
  await mydata?.close()
  await processes?.close()
})
beforeEach(async () => {
  processes.minutesLater = 0
  taxOffice = null
  isConnected = true
  const opened = await openSimulatedEpsilon(() => runner.clock())
  simulator = opened.simulator
  accounting = opened.accounting
  for (const table of [sql`accounting_documents`, sql`document_numbers`, sql`document_series`, sql`lost_documents`])
    await company.db.run(sql`delete from ${table}`)
  await customerIs('094019245')
})
afterEach(() => simulator?.close())

const customerIs = (vat: string) =>
  company.db.run(sql`update customers set vat = ${vat} where id = ${company.stock.customer}`)
const withTaxOffice = () => {
  taxOffice = { demoAccount: ACCOUNT, open: (account) => openMydata({ ...account, address: mydata.url }) }
}
const later = (minutes = QUIET_MINUTES + 1) => {
  processes.minutesLater += minutes
}
const sending = () => ({ accounting: isConnected ? accounting : null, taxOffice })
const newest = (orderId: number) =>
  company.db.one<{ id: number; status: string; errorCode: string | null; number: number; mark: string | null }>(sql`
    select id, status, error_code as "errorCode", number, mark from accounting_documents
    where order_id = ${orderId} order by id desc limit 1`)
const statusOf = async (id: number) =>
  (await company.db.one<{ status: string }>(sql`select status from orders where id = ${id}`)).status
/** Runs the job of the newest document once. Returns why it runs again, or null. */
const work = async (orderId: number): Promise<string | null> =>
  sendDocument(
    runner,
    sending,
  )({ documentId: (await newest(orderId)).id }).then(
    () => null,
    (error: unknown) => String(error),
  )
async function send(orderId: number, ...failures: FailurePlan[]): Promise<string | null> {
  await runner.run(sendInvoicesCommand, { ids: [orderId] }, SYSTEM)
  simulator.fail(...failures)
  return work(orderId)
}
/** Makes a backup of the present documents. Returns a function that restores it and returns the jobs that this wrote. */
async function backup(...orderIds: number[]) {
  const restore = await copyOrders(
    processes,
    ['accounting_documents', 'document_numbers', 'document_series', 'lost_documents'],
    orderIds,
  )
  return (steps: readonly Restoring[] = [unknownDocuments, keptNumbers, keptDocuments]) => restore(steps)
}
const waiting = () => company.order('READY-TO-INVOICE')
/** Returns the MARKs of the documents that the service has issued. */
const marks = () => simulator.documents().map(({ signing }) => String(signing?.mark))

test('a document that was refused once and then issued is found after a restore, and its number is not issued again on another day', async () => {
  const orderId = await waiting()
  const restore = await backup(orderId)
  await send(orderId, REFUSED)
  await send(orderId)
  const { mark, number } = await newest(orderId)
  await restore()
  expect(await statusOf(orderId)).toBe('READY-TO-INVOICE')
  later(DAY_OF_MINUTES)
  expect(await send(orderId)).toBeNull()
  expect(await newest(orderId)).toMatchObject({ status: 'ACKNOWLEDGED', mark, number })
  expect([marks(), await statusOf(orderId)]).toEqual([[mark], 'INVOICED'])
})

test('a document with other content than the one that was issued before the restore is a conflict, and is not sent', async () => {
  const orderId = await waiting()
  const restore = await backup(orderId)
  await send(orderId)
  const { mark } = await newest(orderId)
  await restore()
  await customerIs('090000045')
  later(DAY_OF_MINUTES)
  expect(await send(orderId)).toBeNull()
  expect(await newest(orderId)).toMatchObject({ status: 'CONFLICT', errorCode: 'earlier-issued', mark: null })
  expect([marks(), await statusOf(orderId)]).toEqual([[mark], 'READY-TO-INVOICE'])
})

test('what the backup does not know stays known over further restores', async () => {
  const orderId = await waiting()
  const restore = await backup(orderId)
  await send(orderId, REFUSED)
  await send(orderId)
  const { mark } = await newest(orderId)
  for (let times = 0; times < 3; times++) {
    await restore()
    later(DAY_OF_MINUTES)
    expect(await send(orderId)).toBeNull()
    expect(await newest(orderId)).toMatchObject({ status: 'ACKNOWLEDGED', mark })
  }
  expect(marks()).toEqual([mark])
})

test('what was under way is asked for right after the restore, and its answer holds while the service cannot be reached', async () => {
  const orderId = await waiting()
  const restore = await backup(orderId)
  await send(orderId, { call: 'send', mode: 'cut', stored: true })
  const [mark] = marks()
  const jobs = await restore()
  expect(jobs).toMatchObject([{ kind: 'invoicing.ask-for-lost' }])
  await askForLost(runner, sending)(jobs[0]?.payload)
  await simulator.close()
  await runner.run(sendInvoicesCommand, { ids: [orderId] }, SYSTEM)
  expect(await work(orderId)).toBeNull()
  expect(await newest(orderId)).toMatchObject({ status: 'ACKNOWLEDGED', mark })
})

test('while the fate of an earlier document is unclear nothing is sent, and after a clear "never" the order gets one document', async () => {
  const orderId = await waiting()
  const restore = await backup(orderId)
  await send(orderId, { call: 'send', mode: 'html-502' })
  const [job] = await restore()
  simulator.fail({ call: 'get', mode: 'html-502' }, { call: 'get', mode: 'html-502' })
  await expect(askForLost(runner, sending)(job?.payload)).rejects.toThrow('earlier http-502')
  expect(await send(orderId)).toContain('earlier http-502')
  expect(await work(orderId)).toContain('quiet-earlier')
  expect(marks()).toEqual([])
  later()
  await askForLost(runner, sending)(job?.payload)
  expect(await work(orderId)).toBeNull()
  expect(marks()).toEqual([(await newest(orderId)).mark])
})

test('a document that the service no longer knows is taken over from the tax office by its UID', async () => {
  withTaxOffice()
  const orderId = await waiting()
  const restore = await backup(orderId)
  await send(orderId, { call: 'send', mode: 'cut', stored: true })
  const [mark] = marks()
  await restore()
  later(DAY_OF_MINUTES)
  expect(await send(orderId, ABSENT)).toBeNull()
  expect(await newest(orderId)).toMatchObject({ status: 'ACKNOWLEDGED', mark })
  expect([marks(), await statusOf(orderId)]).toEqual([[mark], 'INVOICED'])
})

test('a number that was sent once is not sent again, also without a restore, before the tax office was asked for its UID', async () => {
  withTaxOffice()
  const orderId = await waiting()
  await send(orderId, { call: 'send', mode: 'cut', stored: true })
  later()
  simulator.fail(ABSENT, ABSENT)
  mydata.answerWith(SILENT)
  expect(await work(orderId)).toContain('tax-office http-503')
  expect(await newest(orderId)).toMatchObject({ status: 'UNKNOWN', errorCode: 'tax-office http-503' })
  expect(await work(orderId)).toBeNull()
  expect(marks()).toEqual([(await newest(orderId)).mark])
})

test('a person does not end a document while the tax office is silent, nor against what it has', async () => {
  withTaxOffice()
  const orderId = await waiting()
  await send(orderId, { call: 'send', mode: 'cut', stored: true })
  later()
  const end = () =>
    runner.look(confirmNotIssuedLookup, { id: orderId, reason: 'λόγος' }, SYSTEM, {
      ...NOTHING_OUTSIDE,
      accounting,
      taxOffice,
    })
  simulator.fail(ABSENT, ABSENT)
  mydata.answerWith(SILENT)
  await expect(end()).rejects.toMatchObject({
    refusal: { code: 'invoicing.tax-office-silent', details: { reason: 'http-503' } },
  })
  expect((await newest(orderId)).status).toBe('UNKNOWN')
  expect(await end()).toEqual({ id: orderId, issued: marks()[0] })
})

test('the number of an order that the restore removed is not declared void if the service has its document', async () => {
  const orderId = await waiting()
  const restore = await backup()
  await send(orderId, { call: 'send', mode: 'cut', stored: true })
  await restore()
  const { number } = await company.db.one<{ number: number }>(sql`select number from document_numbers`)
  const voiding = runner.look(
    voidNumberLookup,
    { series: 'ΤΠ', year: runner.clock().getFullYear(), branch: 0, number, reason: 'λόγος', unasked: true },
    SYSTEM,
    { ...NOTHING_OUTSIDE, accounting },
  )
  await expect(voiding).rejects.toMatchObject({
    refusal: { code: 'invoicing.number-lost', details: { mark: marks()[0], orderId } },
  })
})

describe('on a server that did not give the numbers out', () => {
  /** Restores the copy as on an empty server: nothing of the present database is kept, and its installation is another one. */
  async function restoredElsewhere(restore: Awaited<ReturnType<typeof backup>>): Promise<void> {
    await restore([unknownDocuments])
    await saveSetting(company.db, 'documents-unread', {
      since: new Date().toISOString(),
      at: runner.clock().toISOString(),
    })
  }
  const read = (reason = '') =>
    runner.look(readDocumentsLookup, { reason }, SYSTEM, { ...NOTHING_OUTSIDE, accounting, taxOffice })
  const listed = () =>
    runner.ask(documentNumbersQuery, {}, SYSTEM) as Promise<{
      lost: { number: number; mark: string; orderId: number | null }[]
    }>
  const code = (said: Promise<unknown>) =>
    said.then(
      () => null,
      (error: unknown) => (error instanceof Refused ? error.refusal.code : String(error)),
    )
  afterEach(() => company.db.run(sql`delete from settings where name = 'documents-unread'`))

  test('the restore of a backup of another installation says so, and one of its own does not', async () => {
    const installation = sql`select value #>> '{}' as id from settings where name = 'installation'`
    const { id: own } = await company.db.one<{ id: string }>(installation)
    const restoreWith = (id: string) =>
      company.db.transaction('locking', async (tx) => {
        const now = runner.clock().toISOString()
        const enqueue = async () => {}
        const restored = { tx, now, madeAt: '2026-11-02T10:00:00.000Z', userId: null, administrator: null, enqueue }
        const after = await unreadAfterRestore(restored)
        await saveSetting(tx, 'installation', id)
        await after(restored)
      })
    await restoreWith(own)
    expect(await readUnread(company.db)).toBeNull()
    await restoreWith('another')
    expect(await readUnread(company.db)).toMatchObject({ since: '2026-11-02T10:00:00.000Z', provider: true })
    await saveSetting(company.db, 'installation', own)
  })

  test('no document is written or sent before the tax office was read, and then the numbers go on above what was issued', async () => {
    withTaxOffice()
    const [first, second, third] = [await waiting(), await waiting(), await waiting()]
    const restore = await backup(first, second, third)
    await send(first)
    await send(second)
    const [markOfFirst, markOfSecond] = marks()
    await restoredElsewhere(restore)
    expect(await code(runner.run(sendInvoicesCommand, { ids: [third] }, SYSTEM))).toBe('invoicing.unread')
    mydata.answerWith(SILENT)
    expect(await code(read())).toBe('invoicing.tax-office-silent')
    expect(await read()).toEqual({ adopted: 2 })
    expect((await listed()).lost).toMatchObject([
      { number: 2, mark: markOfSecond, orderId: null },
      { number: 1, mark: markOfFirst, orderId: null },
    ])
    // a new order is no order of the old server
    const fourth = await waiting()
    expect(await send(fourth)).toBeNull()
    expect(await newest(fourth)).toMatchObject({ status: 'ACKNOWLEDGED', number: 3 })
    // the same content has the same key, so the service finds it
    expect(await send(first)).toBeNull()
    expect(await newest(first)).toMatchObject({ status: 'ACKNOWLEDGED', mark: markOfFirst, number: 1 })
    expect((await listed()).lost).toMatchObject([{ number: 2 }])
    expect(new Set(marks()).size).toBe(3)
  })

  test('an order that was refused once and then issued is found by its second key, also without an account at the tax office', async () => {
    const orderId = await waiting()
    const restore = await backup(orderId)
    await send(orderId, REFUSED)
    await send(orderId)
    const [mark] = marks()
    await restoredElsewhere(restore)
    later(UNREAD_MINUTES)
    await read('Κοίταξα')
    expect(await send(orderId)).toBeNull()
    expect(await newest(orderId)).toMatchObject({ status: 'ACKNOWLEDGED', mark })
    expect([marks(), await statusOf(orderId)]).toEqual([[mark], 'INVOICED'])
  })

  test('an order that was issued there with other content is found by an earlier key after a refusal here', async () => {
    const orderId = await waiting()
    const restore = await backup(orderId)
    const nameIs = (name: string) =>
      company.db.run(sql`update order_lines set name = ${name} where order_id = ${orderId}`)
    await nameIs('Διορθωμένο')
    await send(orderId)
    const [mark] = marks()
    await restoredElsewhere(restore)
    later(UNREAD_MINUTES)
    await read('Κοίταξα')
    await nameIs('Λάθος')
    await send(orderId, REFUSED)
    expect(await statusOf(orderId)).toBe('READY-TO-INVOICE')
    await nameIs('Διορθωμένο')
    expect(await send(orderId)).toBeNull()
    expect(await newest(orderId)).toMatchObject({ status: 'ACKNOWLEDGED', mark })
    expect(marks()).toEqual([mark])
  })

  describe('that sends files now', () => {
    const connected = (configured: boolean) => saveSetting(company.db, 'accounting-state', { configured })
    afterEach(async () => {
      await saveSetting(company.db, 'sending', { way: 'provider' })
      await connected(true)
    })

    test('what the old server issued through the provider is found', async () => {
      const orderId = await waiting()
      const restore = await backup(orderId)
      await send(orderId)
      const [mark] = marks()
      await restoredElsewhere(restore)
      await saveSetting(company.db, 'sending', { way: 'file' })
      later(UNREAD_MINUTES)
      await read('Κοίταξα')
      expect(await send(orderId)).toBeNull()
      expect(await newest(orderId)).toMatchObject({ status: 'ACKNOWLEDGED', mark })
    })

    test('an order waits while the provider of the old server is not connected, until a person says what they found', async () => {
      const orderId = await waiting()
      await restoredElsewhere(await backup(orderId))
      const unread = await readUnread(company.db)
      await saveSetting(company.db, 'documents-unread', { ...unread, provider: true })
      await saveSetting(company.db, 'sending', { way: 'file' })
      await connected(false)
      later(UNREAD_MINUTES)
      await read('Κοίταξα')
      isConnected = false
      expect(await send(orderId)).toContain('earlier not-connected')
      const outside = { ...NOTHING_OUTSIDE, taxOffice }
      await runner.look(confirmNotIssuedLookup, { id: orderId, reason: 'Κοίταξα' }, SYSTEM, outside)
      expect(await send(orderId)).toBeNull()
      expect((await newest(orderId)).errorCode).toBe('by-file')
    })
  })

  test('an order of the backup is sent only when no call of the old server can arrive any more, and the service answers', async () => {
    withTaxOffice()
    const orderId = await waiting()
    await restoredElsewhere(await backup(orderId))
    await read()
    expect(await send(orderId)).toContain('quiet-earlier')
    later()
    expect(await send(orderId, { call: 'get', mode: 'html-502', times: 5 })).toContain('earlier http-502')
    expect(marks()).toEqual([])
    expect(await work(orderId)).toBeNull()
    expect(marks()).toEqual([(await newest(orderId)).mark])
  })

  test('an order that may be the one of an adopted document waits for a person, who enters its MARK', async () => {
    withTaxOffice()
    const orderId = await waiting()
    const restore = await backup(orderId)
    await send(orderId)
    const [mark] = marks()
    await restoredElsewhere(restore)
    await read()
    // the same product has another name by then, so its key is another one
    await company.db.run(sql`update order_lines set name = name || ' 2' where order_id = ${orderId}`)
    later()
    expect(await send(orderId)).toBeNull()
    expect(await newest(orderId)).toMatchObject({ status: 'CONFLICT', errorCode: 'earlier-issued' })
    await runner.run(enterMarkCommand, { id: orderId, mark, reason: 'λόγος' }, SYSTEM)
    expect(await newest(orderId)).toMatchObject({ status: 'ACKNOWLEDGED', mark, number: 1 })
    expect([marks(), (await listed()).lost]).toEqual([[mark], []])
  })

  test('what another restore leaves unread while the tax office answers stays unread', async () => {
    withTaxOffice()
    await restoredElsewhere(await backup())
    const since = '2026-01-02T10:00:00.000Z'
    const gate = taxOffice
    taxOffice = gate && {
      ...gate,
      open: (...given) => {
        const office = gate.open(...given)
        const transmitted: typeof office.transmitted = async (question) => {
          await saveSetting(company.db, 'documents-unread', { since, at: new Date(0).toISOString() })
          return office.transmitted(question)
        }
        return { ...office, transmitted }
      },
    }
    expect(await read()).toEqual({ adopted: 0 })
    expect(await readUnread(company.db)).toMatchObject({ since })
  })

  test('without an account at the tax office a person says what they found, with a reason and after fifteen minutes', async () => {
    const orderId = await waiting()
    const restore = await backup(orderId)
    await restoredElsewhere(restore)
    expect(await code(read('Κοίταξα'))).toBe('invoicing.read-later')
    later(UNREAD_MINUTES)
    expect(await code(read())).toBe('invoicing.reason-required')
    expect(await read('Κοίταξα')).toEqual({ adopted: 0 })
    expect(await readUnread(company.db)).toBeNull()
    expect(await send(orderId)).toBeNull()
    expect(await statusOf(orderId)).toBe('INVOICED')
  })
})
