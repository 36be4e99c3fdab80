/** Tests the sending by Epsilon Smart: one order is recorded there once, whatever is lost, pressed, restarted or restored. */
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { QUIET_MINUTES } from '#features/orders/domain/order.ts'
import { Refused } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { Accounting } from '#server/integrations/accounting/accounting.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import type { EpsilonSimulator, FailurePlan } from '#simulators/epsilon-simulator.ts'
import type { Runner } from '#server/runner.ts'
import type { TestCompany } from '#testing/company.ts'
import { usualOrFull } from '#testing/length.ts'
import { peopleOf } from '#testing/people.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { openSimulatedEpsilon } from '#testing/tax/simulated-epsilon.ts'
import { copyOrders } from '#testing/tax/copied-orders.ts'
import { openTwoProcesses, type TwoProcesses } from '#testing/tax/two-processes.ts'
import { keptNumbers, unknownDocuments } from '../after-restore.ts'
import { keptDocuments } from '../lost/lost-documents.ts'
import { askAgainCommand, confirmNotIssuedLookup, enterMarkCommand } from '../end-by-hand.ts'
import { sendInvoicesCommand } from '../invoice-orders.ts'
import { sendDocument } from '../jobs.ts'

let processes: TwoProcesses
let company: TestCompany
let runners: readonly [Runner, Runner]
let simulator: EpsilonSimulator
let smart: Accounting
beforeAll(async () => {
  processes = await openTwoProcesses()
  company = processes.company
  runners = processes.runners
  await company.db.run(sql`
    insert into settings (name, value) values ('sending', '{"way": "smart"}'),
      ('company', '{"name": "Κερίνο", "vat": "094014201", "address": "Αιόλου 86"}')
    on conflict (name) do update set value = excluded.value`)
  await company.db.run(sql`update customers set vat = '094019245' where id = ${company.stock.customer}`)
  await company.db.run(sql`update products set stock_e4 = 100000000 where id = ${company.stock.candle}`)
})
afterAll(() => processes?.close())
beforeEach(async () => {
  processes.minutesLater = 0
  const opened = await openSimulatedEpsilon(() => runners[0].clock())
  simulator = opened.simulator
  smart = opened.smart
})
afterEach(() => simulator?.close())

const { does, refusalOf } = peopleOf(() => company)
const REASON = 'Το είδα στο Epsilon Smart'

const documentsOf = (orderId: number) =>
  company.db.many<{
    id: number
    key: string
    status: string
    errorCode: string | null
    errorMessage: string | null
    mark: string | null
    number: number
  }>(sql`
    select id, key, status, error_code as "errorCode", error_message as "errorMessage", mark, number
    from accounting_documents where order_id = ${orderId} order by id`)
const newest = async (orderId: number) => (await documentsOf(orderId)).at(-1)!
const statusOf = async (id: number) =>
  (await company.db.one<{ status: string }>(sql`select status from orders where id = ${id}`)).status
const recordedFor = (orderId: number) =>
  simulator.recorded().filter(({ RefDocCode }) => RefDocCode?.split('-')[2] === String(orderId))

const send = (orderId: number, runner = runners[0]) => runner.run(sendInvoicesCommand, { ids: [orderId] }, SYSTEM)
/** Runs the job of the newest document once. Returns why it runs again, or null. */
async function work(orderId: number, runner = runners[0]): Promise<string | null> {
  const [document] = (await documentsOf(orderId)).slice(-1)
  if (!document) return null
  return sendDocument(runner, () => ({ smartAccounting: smart }))({ documentId: document.id }).then(
    () => null,
    (error: unknown) => String(error),
  )
}
async function sent(...failures: FailurePlan[]): Promise<number> {
  const orderId = await company.order('READY-TO-INVOICE')
  await send(orderId)
  simulator.fail(...failures)
  await work(orderId)
  return orderId
}
const confirm = (id: number, runner = runners[0]) =>
  runner.look(confirmNotIssuedLookup, { id, reason: REASON }, SYSTEM, { ...NOTHING_OUTSIDE, smartAccounting: smart })
const paperOf = async (id: number) => {
  const { rawPayload } = await company.app.inject({
    url: `/app/invoicing.document.pdf?input=${encodeURIComponent(JSON.stringify({ id }))}`,
    headers: { 'x-dreamfactory-session-token': company.tokens.user },
  })
  return (await readPdf(rawPayload)).pages.join('\n')
}

test('an invoice is recorded once, waits with its paper for the MARK, and the entered MARK issues it', async () => {
  const orderId = await sent()
  const waiting = await newest(orderId)
  expect(waiting).toMatchObject({ status: 'SENDING', errorCode: 'inserted', mark: null })
  expect(waiting.errorMessage).toBe(`RefDocCode ${waiting.key} · smart-1`)
  expect(recordedFor(orderId)).toMatchObject([{ RefDocCode: waiting.key, DocNum: waiting.number }])
  expect(await paperOf(waiting.id)).toContain('ΧΩΡΙΣ ΜΑΡΚ')
  await does('user', 'invoicing.ask-again', { id: orderId })
  expect(await work(orderId)).toBeNull()
  expect(await newest(orderId)).toMatchObject({ status: 'SENDING', errorCode: 'inserted' })
  const saving = { values: { way: 'provider' }, shown: { way: 'smart' } }
  expect((await refusalOf('admin', 'settings.save-sending', saving)).code).toBe('invoicing.documents-wait')
  const mark = recordedFor(orderId)[0]?.mark
  await does('user', 'invoicing.enter-mark', { id: orderId, mark, reason: REASON })
  expect([await statusOf(orderId), recordedFor(orderId).length]).toEqual(['INVOICED', 1])
})

test('the MARK of an answer issues the document at once, and the words of a refusal let it be sent again', async () => {
  const orderId = await sent({
    call: 'insert',
    mode: 'refuse',
    fault: { category: 'BED', code: '', message: 'Άγνωστο είδος' },
  })
  const refused = await newest(orderId)
  expect(refused).toMatchObject({ status: 'FAILED', errorCode: 'refused-there', errorMessage: 'Άγνωστο είδος' })
  await send(orderId)
  const { key, number } = await newest(orderId)
  const body = { ApiResult: [{ RefDocCode: key, SmartDocId: '5', Mark: 400_002_000_000_777 }] }
  simulator.fail({ call: 'insert', mode: 'answer', body })
  expect(await work(orderId)).toBeNull()
  expect(await newest(orderId)).toMatchObject({
    status: 'ACKNOWLEDGED',
    mark: '400002000000777',
    number: refused.number,
  })
  expect([number, await statusOf(orderId)]).toEqual([refused.number, 'INVOICED'])
})

test('after a lost answer nothing is sent again, and a person says that it is not there only after some minutes', async () => {
  const orderId = await sent({ call: 'insert', mode: 'time-out', stored: false })
  const { key } = await newest(orderId)
  expect(await newest(orderId)).toMatchObject({
    status: 'UNKNOWN',
    errorCode: 'look-there',
    errorMessage: `RefDocCode ${key}`,
  })
  processes.minutesLater += 60
  await does('user', 'invoicing.ask-again', { id: orderId })
  for (const runner of runners) expect(await work(orderId, runner)).toBeNull()
  expect([simulator.recorded().length, (await newest(orderId)).errorCode]).toEqual([0, 'look-there'])
  // the server takes requests at the real time, and the runners some minutes later
  const input = { id: orderId, reason: REASON }
  expect(await refusalOf('user', 'invoicing.confirm-not-issued', input)).toMatchObject({
    code: 'invoicing.look-later',
    details: { minutes: QUIET_MINUTES },
  })
  await confirm(orderId)
  await send(orderId)
  expect(await work(orderId)).toBeNull()
  expect(await newest(orderId)).toMatchObject({ status: 'SENDING', errorCode: 'inserted' })
  expect(recordedFor(orderId)).toHaveLength(1)
})

test('while the service cannot be reached the invoice waits, is not handed over without MARK, and is sent later', async () => {
  const orderId = await sent({ call: 'login', mode: 'html-502' })
  expect(await newest(orderId)).toMatchObject({ status: 'WAITING', errorCode: 'sign-in http-502' })
  const { code } = await refusalOf('user', 'invoicing.without-mark', { id: orderId, reason: REASON })
  expect(code).toBe('invoicing.smart-without-mark')
  expect(await work(orderId)).toBeNull()
  expect(recordedFor(orderId)).toHaveLength(1)
})

test('a person looks first also if the number that a restore found belongs to another year or series', async () => {
  const orderId = await company.order('READY-TO-INVOICE')
  await company.db.run(sql`
    insert into document_numbers (series, year, branch, number, order_id, kind, look_first)
    values ('ΤΙΜ', 2019, 0, 7, ${orderId}, 'invoice', true)`)
  await send(orderId)
  expect(await work(orderId)).toBeNull()
  expect(await newest(orderId)).toMatchObject({ status: 'UNKNOWN', errorCode: 'look-there' })
  processes.minutesLater += QUIET_MINUTES + 1
  await confirm(orderId)
  await send(orderId)
  expect(await work(orderId)).toBeNull()
  expect([(await newest(orderId)).errorCode, recordedFor(orderId).length]).toEqual(['inserted', 1])
  await company.db.run(sql`delete from document_numbers where year = 2019`)
})

const FAILURES: readonly (FailurePlan | null)[] = [
  null,
  { call: 'insert', mode: 'time-out', stored: true },
  { call: 'insert', mode: 'time-out', stored: false },
  { call: 'insert', mode: 'late' },
  { call: 'insert', mode: 'cut', stored: true },
  { call: 'insert', mode: 'html-502', stored: true },
  { call: 'insert', mode: 'html-502', stored: false },
  { call: 'insert', mode: 'unauthorized' },
  { call: 'insert', mode: 'refuse', fault: { category: 'BED', code: '', message: 'Άγνωστο είδος' } },
  { call: 'refresh', mode: 'html-502' },
]
const anyStep = fc.record({
  what: fc.constantFrom('send', 'work', 'both-work', 'crash', 'ask-again', 'person', 'later', 'backup', 'restore'),
  at: fc.nat(2),
  process: fc.constantFrom(0, 1),
  failure: fc.constantFrom(...FAILURES),
})
const TABLES = ['accounting_documents', 'document_numbers', 'document_series'] as const

/** Copies the documents, the numbers and the orders. Returns a function that restores them. */
async function backup(orderIds: readonly number[]) {
  const restore = await copyOrders(processes, TABLES, orderIds)
  return () => restore([unknownDocuments, keptNumbers, keptDocuments])
}

test.each(Array.from({ length: usualOrFull(1, 30) }, (_, index) => 12 + index))(
  'whatever is lost, pressed, restarted or restored, each order is recorded there exactly once (%i)',
  async (seed) => {
    const orders = [1, 2, 3].map(() => company.order('READY-TO-INVOICE'))
    const all = await Promise.all(orders)
    const allowed = (error: unknown) => {
      if (!(error instanceof Refused)) throw error
    }
    /** A person looks at Epsilon Smart for the order of an open document, and says what is there. */
    const look = async (id: number, runner: Runner) => {
      const [found] = recordedFor(id)
      const said = found
        ? runner.run(enterMarkCommand, { id, mark: found.mark, reason: REASON }, SYSTEM)
        : confirm(id, runner)
      await said.catch(allowed)
    }
    let restore: (() => Promise<unknown>) | null = null
    const steps = fc.sample(anyStep, { seed, numRuns: 70 })
    for (const { what, at, process, failure } of steps) {
      const [runner, second] = process === 0 ? runners : [runners[1], runners[0]]
      const id = all[at]!
      if (what.endsWith('work') && failure) simulator.fail(failure)
      if (what === 'send') await send(id, runner)
      else if (what === 'work') await work(id, runner)
      else if (what === 'both-work') await Promise.all([work(id, runner), work(id, second)])
      else if (what === 'ask-again') await runner.run(askAgainCommand, { id }, SYSTEM).catch(allowed)
      else if (what === 'person') await look(id, runner)
      else if (what === 'backup') restore = await backup(all)
      else if (what === 'restore') await restore?.()
      else if (what === 'later') {
        simulator.takeLate()
        processes.minutesLater += QUIET_MINUTES + 1
      } else if (what === 'crash')
        // the process ended after the state was stored, before or after the call
        await company.db.run(sql`
          update accounting_documents set status = 'SENDING', error_code = null, attempts = attempts + 1,
            unclear_since = ${runner.clock().toISOString()}::timestamptz
          where order_id = ${id} and status = 'WAITING'`)
    }
    let open = all
    // these rounds also use up the planned failures that no call has met yet
    for (let round = 0; round < 60 && open.length > 0; round++) {
      simulator.takeLate()
      processes.minutesLater += QUIET_MINUTES + 1
      for (const id of open) {
        await send(id)
        for (const runner of runners) await work(id, runner)
        await look(id, runners[0])
      }
      const waiting: number[] = []
      for (const id of open) if ((await statusOf(id)) !== 'INVOICED') waiting.push(id)
      open = waiting
    }
    for (const id of all) expect([await statusOf(id), recordedFor(id).length]).toEqual(['INVOICED', 1])
  },
)

test('a credit note goes as a file, because Epsilon Smart has no field for its type', async () => {
  const orderId = await sent()
  const mark = '400002000000888'
  await does('user', 'invoicing.enter-mark', { id: orderId, mark, reason: REASON })
  const { version } = await company.db.one<{ version: number }>(sql`select version from orders where id = ${orderId}`)
  await does('user', 'invoicing.credit-part', { id: orderId, version, lines: [{ lineNo: 1, quantity: 10_000 }] })
  expect(await work(orderId)).toBeNull()
  expect(await newest(orderId)).toMatchObject({ status: 'SENDING', errorCode: 'by-file' })
  expect(recordedFor(orderId)).toHaveLength(1)
})
