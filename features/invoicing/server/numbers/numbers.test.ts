/** Checks the numbers of tax documents: no gap, no number twice, and no other number here than at the service. */
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import type { Accounting } from '#server/integrations/accounting/accounting.ts'
import type { EpsilonSimulator, FailurePlan } from '#simulators/epsilon-simulator.ts'
import { NOTHING_OUTSIDE, type Outside } from '#server/integrations/ports.ts'
import type { Runner } from '#server/runner.ts'
import { SYSTEM } from '#server/command.ts'
import { Refused } from '#kernel/refusal.ts'
import { callByName, refusalIn, type TestCompany } from '#testing/company.ts'
import { usualOrFull } from '#testing/length.ts'
import { openSimulatedEpsilon } from '#testing/tax/simulated-epsilon.ts'
import { copyOrders } from '#testing/tax/copied-orders.ts'
import { openTwoProcesses, type TwoProcesses } from '#testing/tax/two-processes.ts'
import { QUIET_MINUTES } from '#features/orders/domain/order.ts'
import { keptNumbers, unknownDocuments } from '../after-restore.ts'
import { keptDocuments } from '../lost/lost-documents.ts'
import { confirmNotIssuedLookup } from '../end-by-hand.ts'
import { sendInvoices, sendInvoicesCommand } from '../invoice-orders.ts'
import { sendDocument } from '../jobs.ts'
import { voidNumberLookup } from './void-number.ts'

/** The seeds of the rounds of random faults, and how many faults a round has. */
const ROUNDS = Array.from({ length: usualOrFull(1, 50) }, (_, index) => 17 + index)
const FAULTS = 200
const REASON = 'Το είδα στον πάροχο'
const TABLES = ['accounting_documents', 'document_numbers', 'document_series'] as const

let processes: TwoProcesses
let company: TestCompany
let simulator: EpsilonSimulator
let accounting: Accounting
/** The runners of two processes. */
let runners: readonly [Runner, Runner]

beforeAll(async () => {
  processes = await openTwoProcesses()
  company = processes.company
  runners = processes.runners
  await company.db.run(sql`
    insert into settings (name, value) values ('company', '{"name": "Κερίνο", "vat": "094014201", "address": "Αιόλου 86"}')
    on conflict (name) do update set value = excluded.value`)
  await company.db.run(sql`update customers set vat = '094019245' where id = ${company.stock.customer}`)
  await company.db.run(sql`update products set stock_e4 = 100000000 where id = ${company.stock.candle}`)
})
afterAll(async () => {
  await processes?.close()
})
beforeEach(async () => {
  processes.minutesLater = 0
  const opened = await openSimulatedEpsilon(() => runners[0].clock())
  simulator = opened.simulator
  accounting = opened.accounting
  // each test begins with the first number, at a service that has no documents
  await company.db.run(sql`delete from accounting_documents`)
  await company.db.run(sql`delete from document_numbers`)
  await company.db.run(sql`delete from document_series`)
  await company.db.run(sql`delete from lost_documents`)
  await company.db.run(sql`delete from settings where name = 'tax'`)
})
afterEach(() => simulator?.close())

const send = (orderId: number, runner = runners[0]) =>
  runner.run(sendInvoicesCommand, { ids: [orderId] }, SYSTEM) as Promise<{ sending: number[] }>
const newest = (orderId: number) =>
  company.db.maybe<{
    id: number
    status: string
    errorCode: string | null
    number: number
    series: string
    mark: string | null
  }>(sql`
    select id, status, error_code as "errorCode", series, number, mark from accounting_documents
    where order_id = ${orderId} order by id desc limit 1`)
async function work(orderId: number, runner = runners[0]): Promise<void> {
  const document = await newest(orderId)
  if (document)
    await sendDocument(runner, () => ({ accounting }))({ documentId: document.id }).catch((error: unknown) => {
      // the queue runs the job again after an error
      if (!(error instanceof Error)) throw error
    })
}
/** Confirms that nothing was issued, where the service cannot be asked. */
const confirm = (id: number, runner = runners[0]) =>
  runner.look(confirmNotIssuedLookup, { id, reason: REASON }, SYSTEM, NOTHING_OUTSIDE)
async function invoiced(): Promise<number> {
  const orderId = await company.order('READY-TO-INVOICE')
  await send(orderId)
  await work(orderId)
  return orderId
}
const numbers = () =>
  company.db.many(sql`
    select series, number, order_id as "orderId", issued, voided_at is not null as void from document_numbers order by series, number`)
const counters = () =>
  company.db.many(
    sql`select series, year, branch, first_number as first, last_number as last, skipped from document_series order by series, year`,
  )

/** Copies the documents, the numbers and the status of orders. With `keeps` the restore runs on the same server, otherwise on an empty one. */
async function copy(orderIds: readonly number[]) {
  const restore = await copyOrders(processes, TABLES, orderIds)
  return (keeps: boolean) => restore(keeps ? [unknownDocuments, keptNumbers, keptDocuments] : [unknownDocuments])
}

test('count each series on its own, from the start that the settings give for the year', async () => {
  const year = new Date().getFullYear()
  await company.db.run(sql`
    insert into settings (name, value) values ('tax', ${JSON.stringify({
      branch: 2,
      series: [{ document: 'invoice', series: 'Β', start: 501, startYear: year }],
    })}::jsonb)`)
  await invoiced()
  await company.db.run(sql`update customers set vat = '' where id = ${company.stock.customer}`)
  const receipt = await company.order('READY-TO-INVOICE')
  await runners[0].run(sendInvoicesCommand, { ids: [receipt], withoutVat: true }, SYSTEM)
  await company.db.run(sql`update customers set vat = '094019245' where id = ${company.stock.customer}`)
  const second = await invoiced()
  expect(await counters()).toEqual(
    [
      { series: 'Β', year, branch: 2, first: 501, last: 502, skipped: 0 },
      { series: 'ΑΛΠ', year, branch: 2, first: 1, last: 1, skipped: 0 },
    ].toSorted((a, b) => (a.series < b.series ? -1 : 1)),
  )
  expect(simulator.documents().at(-1)?.document.source.invoice).toMatchObject({
    invoiceHeader: { series: 'Β', aa: 502 },
    issuer: { branch: 2 },
  })
  expect((await newest(second))?.status).toBe('ACKNOWLEDGED')
})

test('go on above the documents that an earlier version issued in the series', async () => {
  const year = new Date().getFullYear()
  const old = await company.order('READY-TO-INVOICE')
  await company.db.run(sql`
    insert into accounting_documents (order_id, kind, key, status, request, series, series_year, branch, number)
    values (${old}, 'invoice', 'old', 'ACKNOWLEDGED', '{}', 'ΤΠ', ${year}, 0, 4711)`)
  const orderId = await company.order('READY-TO-INVOICE')
  await send(orderId)
  expect((await newest(orderId))?.number).toBe(4712)
})

test('red, offered and cancelled orders take none, nor does a document that may not be issued', async () => {
  await company.order('INVOICED')
  await company.order('OFFER')
  await company.order('CANCELED')
  await company.db.run(sql`update customers set vat = '123' where id = ${company.stock.customer}`)
  const { sending } = await send(await company.order('READY-TO-INVOICE'))
  await company.db.run(sql`update customers set vat = '094019245' where id = ${company.stock.customer}`)
  expect([sending, await numbers(), await counters()]).toEqual([[], [], []])
})

describe('a refused document', () => {
  const refused = async (): Promise<number> => {
    const orderId = await company.order('READY-TO-INVOICE')
    await send(orderId)
    simulator.fail({ call: 'send', mode: 'refuse', fault: { category: 'BTA', code: '102', message: 'AFM' } })
    await work(orderId)
    expect((await newest(orderId))?.status).toBe('FAILED')
    return orderId
  }
  const voiding = async (number: number, reason = REASON) => {
    const input = { series: 'ΤΠ', year: new Date().getFullYear(), branch: 0, number, reason, unasked: true }
    const { status, json } = await callByName(company, 'invoicing.void-number', input, { token: company.tokens.admin })
    return refusalIn(json)?.code ?? status
  }

  test('keeps its number until the order is invoiced', async () => {
    const first = await refused()
    await invoiced()
    await send(first)
    await work(first)
    expect(await newest(first)).toMatchObject({ status: 'ACKNOWLEDGED', number: 1 })
    expect((await counters())[0]).toMatchObject({ last: 2, skipped: 0 })
  })

  test('loses its number when a person declares it void with a reason, and the order gets the next one', async () => {
    const first = await refused()
    const open = await callByName(company, 'invoicing.numbers', {}, { token: company.tokens.user })
    expect(open.json).toMatchObject({ open: [{ series: 'ΤΠ', number: 1, orderId: first, known: true }] })
    expect(await voiding(1, '')).toBe('invoicing.reason-required')
    expect(await voiding(1)).toBe(200)
    expect(await voiding(1)).toBe('invoicing.number-settled')
    await send(first)
    expect(await voiding(2)).toBe('invoicing.number-in-use')
    await work(first)
    expect(await voiding(2)).toBe('invoicing.number-settled')
    expect(await numbers()).toEqual([
      { series: 'ΤΠ', number: 1, orderId: first, issued: false, void: true },
      { series: 'ΤΠ', number: 2, orderId: first, issued: true, void: false },
    ])
  })

  test('is asked for before its number is void, and becomes issued if the service has it', async () => {
    const voided = (orderId: number, input: object, outside: Outside = { ...NOTHING_OUTSIDE, accounting }) =>
      newest(orderId).then((document) =>
        runners[0].look(
          voidNumberLookup,
          {
            series: 'ΤΠ',
            year: new Date().getFullYear(),
            branch: 0,
            number: document?.number,
            reason: REASON,
            ...input,
          },
          SYSTEM,
          outside,
        ),
      )
    const orderId = await company.order('READY-TO-INVOICE')
    await send(orderId)
    simulator.fail({ call: 'send', mode: 'late' })
    await work(orderId)
    simulator.takeLate()
    await company.db.run(sql`update accounting_documents set unclear_since = now() - interval '1 day'`)
    await confirm(orderId)
    await expect(voided(orderId, {}, NOTHING_OUTSIDE)).rejects.toMatchObject({
      refusal: { code: 'invoicing.number-not-asked' },
    })
    expect(await voided(orderId, {})).toMatchObject({ orderId, issued: expect.stringMatching(/^\d{15}$/) })
    await work(orderId)
    expect(await newest(orderId)).toMatchObject({ status: 'ACKNOWLEDGED', number: 1 })
    expect(await numbers()).toMatchObject([{ number: 1, issued: true, void: false }])
    // the service knows nothing of a document that it refused
    expect(await voided(await refused(), {})).toMatchObject({ issued: null })
  })

  test('that was issued after all takes its void number back, and the number of the second attempt becomes void', async () => {
    const orderId = await company.order('READY-TO-INVOICE')
    await send(orderId)
    simulator.fail({ call: 'send', mode: 'late' })
    await work(orderId)
    simulator.takeLate()
    await company.db.run(sql`update accounting_documents set unclear_since = now() - interval '1 day'`)
    await confirm(orderId)
    expect(await voiding(1)).toBe(200)
    await send(orderId)
    expect((await newest(orderId))?.number).toBe(2)
    await work(orderId)
    expect(await newest(orderId)).toMatchObject({ status: 'ACKNOWLEDGED', number: 1 })
    expect(await numbers()).toMatchObject([
      { number: 1, issued: true, void: false },
      { number: 2, issued: false, void: true },
    ])
  })
})

describe('after a restore of an older copy', () => {
  test('on the same server each order keeps the number that it had got since', async () => {
    const orders = [await company.order('READY-TO-INVOICE'), await company.order('READY-TO-INVOICE')] as const
    const restore = await copy(orders)
    for (const orderId of orders) {
      await send(orderId)
      await work(orderId)
    }
    const marks = [(await newest(orders[0]))?.mark, (await newest(orders[1]))?.mark]
    await restore(true)
    expect(await newest(orders[1])).toBeNull()
    for (const orderId of orders.toReversed()) {
      await send(orderId)
      await work(orderId)
    }
    expect([await newest(orders[0]), await newest(orders[1])]).toMatchObject([
      { number: 1, mark: marks[0] },
      { number: 2, mark: marks[1] },
    ])
    expect((await newest(await invoiced()))?.number).toBe(3)
  })

  test('on an empty server each document gets the number that the service knows, and its own becomes void', async () => {
    const orders = [await company.order('READY-TO-INVOICE'), await company.order('READY-TO-INVOICE')] as const
    const restore = await copy(orders)
    for (const orderId of orders) {
      await send(orderId)
      await work(orderId)
    }
    await restore(false)
    for (const orderId of orders.toReversed()) {
      await send(orderId)
      await work(orderId)
    }
    expect(await numbers()).toMatchObject([
      { number: 1, orderId: orders[0], issued: true, void: false },
      { number: 2, orderId: orders[1], issued: true, void: false },
      { number: 3, orderId: orders[0], issued: false, void: true },
    ])
    expect((await newest(await invoiced()))?.number).toBe(4)
  })
})

/** A failure of the service, or none. */
const FAILURES: readonly (FailurePlan | null)[] = [
  null,
  null,
  { call: 'send', mode: 'refuse', fault: { category: 'BTA', code: '102', message: 'AFM' } },
  { call: 'send', mode: 'refuse', fault: { category: 'TTA', code: 'T1', message: 'myDATA' } },
  { call: 'send', mode: 'late' },
  { call: 'send', mode: 'time-out', stored: true },
  { call: 'send', mode: 'cut', stored: true },
  { call: 'send', mode: 'html-502' },
  { call: 'get', mode: 'html-502' },
]

const anyStep = fc.record({
  what: fc.constantFrom(
    'send',
    'send',
    'send',
    'killed',
    'both',
    'work',
    'work',
    'work',
    'both-work',
    'not-issued',
    'void',
    'later',
    'backup',
    'restore',
  ),
  at: fc.nat(4),
  process: fc.constantFrom(0, 1),
  failure: fc.constantFrom(...FAILURES),
})

test.each(ROUNDS)(
  'whatever fails, no number is missing or given twice, and each order has one document, the same here and at the service (%i)',
  async (seed) => {
    const all: number[] = []
    let open: number[] = []
    let restore: { orders: number[]; run: (keeps: boolean) => Promise<unknown> } | null = null
    /** A refusal is an answer of the product, and what was killed is rolled back. */
    const allowed = (error: unknown) => {
      if (!(error instanceof Refused) && String(error) !== 'Error: killed') throw error
    }
    const killed = (orderId: number, runner: Runner) =>
      runner.work(SYSTEM, 'invoicing.send-invoices', async (its) => {
        await sendInvoices(its, [orderId], { withoutVat: false, closed: false })
        throw new Error('killed')
      })
    /** Declares the newest open number void, as a person does who has seen at the service that no document has it. */
    const voidOpen = async (runner: Runner) => {
      const number = await company.db.maybe<{ series: string; year: number; branch: number; number: number }>(sql`
      select series, year, branch, number from document_numbers where not issued and voided_at is null order by number desc limit 1`)
      const isTaken = simulator
        .documents()
        .some(({ document }) => document.source.invoice.invoiceHeader.aa === number?.number)
      if (number && !isTaken)
        await runner
          .look(voidNumberLookup, { ...number, reason: REASON, unasked: true }, SYSTEM, NOTHING_OUTSIDE)
          .catch(allowed)
    }
    for (const { what, at, process, failure } of fc.sample(anyStep, { seed, numRuns: FAULTS })) {
      while (open.length < 5) {
        const orderId = await company.order('READY-TO-INVOICE')
        open.push(orderId)
        all.push(orderId)
      }
      const [runner, second] = process === 0 ? runners : runners.toReversed()
      const [one, two] = [open[at]!, open[(at + 1) % 5]!]
      if (what.endsWith('work') && failure) simulator.fail(failure)
      switch (what) {
        case 'send':
          await send(one, runner)
          break
        case 'killed':
          await killed(one, runner).catch(allowed)
          break
        case 'both':
          await Promise.all([send(one, runner), send(two, second), send(one, second)])
          break
        case 'work':
          await work(one, runner)
          break
        case 'both-work':
          await Promise.all([work(one, runner), work(one, second), work(two, second)])
          break
        case 'not-issued':
          await confirm(one, runner).catch(allowed)
          break
        case 'void':
          await voidOpen(runner)
          break
        case 'later':
          simulator.takeLate()
          processes.minutesLater += QUIET_MINUTES + 1
          break
        case 'backup':
          restore = { orders: [...open], run: await copy(open) }
          break
        case 'restore':
          // orders that were written after the backup are not there any more
          if (restore) {
            await restore.run(true)
            open = restore.orders
          }
          break
      }
      const states = await company.db.many<{ id: number }>(sql`
      select id from orders where id = any(${open}::bigint[]) and status = 'READY-TO-INVOICE'`)
      open = open.filter((id) => states.some((state) => state.id === id))
    }
    simulator.takeLate()
    for (let round = 0; round < 60 && open.length > 0; round++) {
      processes.minutesLater += QUIET_MINUTES + 1
      for (const orderId of open) {
        await send(orderId)
        for (const runner of runners) await work(orderId, runner)
      }
      const states = await company.db.many<{ id: number }>(sql`
      select id from orders where id = any(${open}::bigint[]) and status = 'READY-TO-INVOICE'`)
      open = states.map(({ id }) => id)
    }
    expect(open).toEqual([])
    const { last, skipped, given } = await company.db.one<{ last: number; skipped: number; given: number }>(sql`
    select last_number - first_number + 1 as last, skipped, (select count(*) from document_numbers) as given from document_series`)
    expect([skipped, given]).toEqual([0, last])
    const issued = simulator.documents()
    const ofOrder = (orderId: number) => issued.filter(({ key }) => key.split('-')[2] === String(orderId))
    for (const orderId of all) expect(ofOrder(orderId).length, `order ${orderId}`).toBeLessThanOrEqual(1)
    const documents = await company.db.many<{
      orderId: number
      series: string
      number: number
      mark: string
      requested: number
      void: boolean
      issued: boolean
    }>(sql`
    select d.order_id as "orderId", d.series, d.number, d.mark, (d.request ->> 'number')::int as requested, n.voided_at is not null as void, n.issued
    from accounting_documents d left join document_numbers n
      on n.series = d.series and n.year = d.series_year and n.branch = d.branch and n.number = d.number and n.order_id = d.order_id
    where d.status = 'ACKNOWLEDGED'`)
    for (const document of documents) {
      const [theirs] = ofOrder(document.orderId)
      const { series, aa } = theirs!.document.source.invoice.invoiceHeader
      expect(document).toEqual({
        orderId: document.orderId,
        series,
        number: aa,
        mark: String(theirs?.signing?.mark),
        requested: aa,
        void: false,
        issued: true,
      })
    }
    expect(documents.length).toBeGreaterThan(FAULTS / 50)
  },
)
