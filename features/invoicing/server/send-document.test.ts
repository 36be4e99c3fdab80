/**
 * Checks that an order gets one tax document, whatever the accounting service answers and the connection loses. Also
 * checks what a person can do about an unclear one.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import type { Accounting, AccountingDocument } from '#server/integrations/accounting/accounting.ts'
import { openEpsilon } from '#server/integrations/accounting/epsilon.ts'
import { type EpsilonSimulator, startEpsilonSimulator } from '#simulators/epsilon-simulator.ts'
import { mydataXml } from '#server/integrations/accounting/mydata-xml.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { faultsOfXml } from '#testing/tax/mydata-schema.ts'
import { Later } from '#server/jobs/jobs.ts'
import { Runner } from '#server/runner.ts'
import { ask, callByName, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'
import { QUIET_MINUTES } from '#features/orders/domain/order.ts'
import { SYSTEM } from '#server/command.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { documentKey } from './document-key.ts'
import { confirmNotIssuedLookup } from './end-by-hand.ts'
import { giveUpDocument, sendDocument } from './jobs.ts'

const ACCESS = { subscriptionKey: 's', email: 'e@kerino.test', password: 'p' }
const REASON = 'Το είδα στον πάροχο'

type Row = {
  id: number
  key: string
  status: string
  attempts: number
  errorCode: string | null
  errorMessage: string | null
  mark: string | null
  request: AccountingDocument
}

let company: TestCompany
let simulator: EpsilonSimulator
let accounting: Accounting
/** How many minutes the clock of the server is ahead. */
let minutesLater = 0
let runner: Runner
const logged: object[] = []

beforeAll(async () => {
  company = await openTestCompany()
  runner = new Runner({
    db: company.db,
    clock: () => new Date(Date.now() + minutesLater * 60_000),
  })
  await company.db.run(sql`
    insert into settings (name, value) values ('accounting-state', '{"configured": true}'),
      ('company', '{"name": "Κερίνο", "vat": "094014201", "address": "Αιόλου 86"}')
    on conflict (name) do update set value = excluded.value`)
  await company.db.run(sql`update customers set vat = '094019245' where id = ${company.stock.customer}`)
  // The test ends a call only after the simulator has stopped answering.
  let giveUp = new AbortController()
  simulator = await startEpsilonSimulator({ ...ACCESS, returnsDocument: true, onNoAnswer: () => giveUp.abort() })
  accounting = openEpsilon({
    ...ACCESS,
    loginUrl: simulator.loginUrl,
    hostSuffix: 'epsilonnet.gr',
    timeLimit: () => {
      giveUp = new AbortController()
      return giveUp.signal
    },
  })
})
afterAll(async () => {
  await simulator?.close()
  await company?.close()
})
beforeEach(() => {
  logged.length = 0
})

const press = async (name: string, input: object, person: Person = 'user') => {
  const { status, json } = await callByName(company, name, input, { token: company.tokens[person] })
  return { status, json, code: refusalIn(json)?.code }
}
const documentsOf = (orderId: number): Promise<Row[]> =>
  company.db.many<Row>(sql`
    select id, key, status, attempts, error_code as "errorCode", error_message as "errorMessage", mark, request
    from accounting_documents where order_id = ${orderId} order by id`)
const newest = async (orderId: number): Promise<Row> => {
  const row = (await documentsOf(orderId)).at(-1)
  if (!row) throw new Error('the order has no document')
  return row
}
const statusOf = async (orderId: number): Promise<string> =>
  (await company.db.one<{ status: string }>(sql`select status from orders where id = ${orderId}`)).status
const issuedFor = (orderId: number) =>
  simulator
    .documents()
    .filter(({ key }) => new RegExp(`^kerino-([0-9a-f]{12}-)?${orderId}-\\d+(-[0-9a-f]{16})?$`).test(key))

/** Creates an order and requests its invoice. Returns its id. */
const invoiced = async (): Promise<number> => {
  const orderId = await company.order('READY-TO-INVOICE')
  await sendAgain(orderId)
  return orderId
}
const sendAgain = async (orderId: number): Promise<void> => {
  const { json } = await press('invoicing.send-invoices', { ids: [orderId] })
  expect(json).toEqual({ sending: [orderId], refused: [] })
}
/** Returns the table whose rows a statement locks, or an empty text. */
const lockedBy = (text: string): string =>
  /for update/.test(text) ? (/from (orders|accounting_documents)\b/.exec(text)?.[1] ?? '?') : ''
/** Runs the job of the newest document once. Returns the error that causes a retry, or null when the job is done. */
async function work(orderId: number, service: Accounting = accounting): Promise<string | null> {
  const log = { info: () => {}, warn: () => {}, error: (details: object) => void logged.push(details) }
  const { id } = await newest(orderId)
  return sendDocument(
    runner,
    () => ({ accounting: service }),
    log,
  )({ documentId: id }).then(
    () => null,
    (error: unknown) => (error instanceof Later || error instanceof Error ? error.message : String(error)),
  )
}
/** Runs the job once. Returns the pause in seconds that the job asks for. */
async function pauseAfter(orderId: number, service: Accounting = accounting): Promise<number | null> {
  const { id } = await newest(orderId)
  const thrown: unknown = await sendDocument(runner, () => ({ accounting: service }))({ documentId: id }).catch(
    (error: unknown) => error,
  )
  return thrown instanceof Later ? thrown.seconds : null
}
const later = (minutes = QUIET_MINUTES + 1): void => {
  minutesLater += minutes
}
/** Stores when the last call for the document of an order began. */
const callBegan = (orderId: number, at: Date) =>
  company.db.run(sql`
    update accounting_documents set unclear_since = ${at.toISOString()}::timestamptz where order_id = ${orderId}`)
/** Some minutes ago for the pages, whose clock is the real one. */
const someMinutesAgo = () => new Date(Date.now() - (QUIET_MINUTES + 1) * 60_000)
const confirm = (orderId: number) => press('invoicing.confirm-not-issued', { id: orderId, reason: REASON })
/** Confirms that nothing was issued while a call may still be recorded, which earlier versions accepted. */
async function confirmEarly(orderId: number): Promise<void> {
  await callBegan(orderId, someMinutesAgo())
  expect((await confirm(orderId)).status).toBe(200)
  await callBegan(orderId, runner.clock())
}

describe('the key of a document', () => {
  test('contains the installation and the content, so that two databases never share one', async () => {
    const orderId = await invoiced()
    const { key, request } = await newest(orderId)
    const { value: installation } = await company.db.one<{ value: string }>(
      sql`select value #>> '{}' as value from settings where name = 'installation'`,
    )
    expect(key).toBe(documentKey(installation, orderId, 1, request))
    expect(key).toMatch(/^kerino-[0-9a-f]{12}-\d+-1-[0-9a-f]{16}$/)
    expect(documentKey('other', orderId, 1, request)).not.toBe(key)
    expect(documentKey(installation, orderId, 1, { ...request, total: request.total + 1 })).not.toBe(key)
    const customer = { ...request.customer, vat: '090000045' }
    expect(documentKey(installation, orderId, 1, { ...request, customer })).not.toBe(key)
  })

  test('stays the same on another day, so that the document issued before a restore is found', async () => {
    const orderId = await invoiced()
    expect(await work(orderId)).toBeNull()
    const { id, mark } = await newest(orderId)
    // Yesterday's backup: the order has no invoice yet, while the service has it.
    await company.db.run(sql`delete from accounting_documents where id = ${id}`)
    await company.db.run(sql`update orders set status = 'READY-TO-INVOICE', invoice_mode = null where id = ${orderId}`)
    await sendAgain(orderId)
    expect(await work(orderId)).toBeNull()
    expect([(await newest(orderId)).mark, issuedFor(orderId).length]).toEqual([mark, 1])
  })
})

describe('another document under the same key', () => {
  /** Creates an order for which the service stores an invoice of another customer under the same key. */
  const foreign = async (): Promise<number> => {
    const orderId = await invoiced()
    const { request } = await newest(orderId)
    const other = { ...request.customer, vat: '090000045', name: 'Άλλος πελάτης' }
    expect((await accounting.send({ ...request, customer: other })).kind).toBe('acknowledged')
    await askedAgain(orderId)
    return orderId
  }
  /** Runs the job until an answer about something else counts. Until then the document is unknown, and nobody is called. */
  const askedAgain = async (orderId: number, code = 'foreign'): Promise<void> => {
    for (const pause of [60, 300, 900]) {
      expect(await pauseAfter(orderId)).toBe(pause)
      expect(await newest(orderId)).toMatchObject({ status: 'UNKNOWN', errorCode: code })
      expect(logged).toEqual([])
    }
    expect(await work(orderId)).toBeNull()
  }

  test('that the service names once is asked about again by the job, and the invoice is issued once', async () => {
    const orderId = await invoiced()
    const confused: Accounting = {
      ...accounting,
      send: async (document) => {
        await accounting.send(document)
        return { kind: 'foreign', mark: null, differs: { key: [document.key, 'kerino-another'] } }
      },
    }
    expect(await pauseAfter(orderId, confused)).toBe(60)
    expect(await newest(orderId)).toMatchObject({ status: 'UNKNOWN', errorCode: 'foreign', mark: null })
    expect(await work(orderId)).toBeNull()
    expect([await statusOf(orderId), issuedFor(orderId).length, logged.length]).toEqual(['INVOICED', 1, 0])
  })

  test('is not accepted: the order stays as it is, shows the conflict, and the log records an error', async () => {
    const orderId = await foreign()
    expect(await statusOf(orderId)).toBe('READY-TO-INVOICE')
    expect(await newest(orderId)).toMatchObject({
      status: 'CONFLICT',
      errorCode: 'foreign',
      mark: null,
      errorMessage: expect.stringContaining('customerVat: 094019245 ≠ 090000045'),
    })
    expect(logged).toMatchObject([{ order: orderId }])
    const { json } = await press('orders.detail', { id: orderId })
    expect(json).toMatchObject({ order: { document: { status: 'CONFLICT' }, facts: { documentUnderWay: true } } })
    const again = await press('invoicing.send-invoices', { ids: [orderId] })
    expect(again.json).toMatchObject({ sending: [], refused: [{ code: 'orders.document-under-way' }] })
  })

  test('is reported to a program that waits for its invoice', async () => {
    const orderId = await foreign()
    const { status, json } = await ask(company, 'PATCH', `/api/v2/_table/custorders/${orderId}`, {
      token: company.tokens.user,
      body: { status: 'INVOICED', invoicedAt: 'epsilon' },
    })
    expect([status, JSON.stringify(json)]).toEqual([expect.any(Number), expect.stringContaining('invoicing.conflict')])
    expect(status).toBeGreaterThanOrEqual(400)
  })

  test('is recognised by its MARK if the answer lacks the content', async () => {
    const [first, second] = [await invoiced(), await invoiced()]
    expect(await work(first)).toBeNull()
    const { mark } = await newest(first)
    const signing = { mark, uid: 'U', authenticationCode: 'A', qrCode: 'Q' }
    simulator.fail({ call: 'send', mode: 'answer', body: { processId: 'p', status: 1, signing } })
    const answer = await accounting.ask((await newest(first)).request)
    const confused: Accounting = { ...accounting, ask: async () => answer, send: async () => answer }
    expect(await pauseAfter(second)).toBe(60)
    expect(await newest(second)).toMatchObject({ status: 'UNKNOWN', errorCode: 'mark-taken' })
    for (const pause of [300, 900]) expect(await pauseAfter(second, confused)).toBe(pause)
    expect(await work(second, confused)).toBeNull()
    expect(await newest(second)).toMatchObject({ status: 'CONFLICT', errorCode: 'mark-taken', mark: null })
    expect(await statusOf(second)).toBe('READY-TO-INVOICE')
  })

  test('is ended by a person, who asks again and then confirms that nothing was issued', async () => {
    const orderId = await foreign()
    expect((await press('invoicing.ask-again', { id: orderId })).status).toBe(200)
    expect(await newest(orderId)).toMatchObject({ status: 'UNKNOWN', errorCode: null })
    expect(await work(orderId)).toBeNull()
    expect((await newest(orderId)).status).toBe('CONFLICT')
    expect((await confirm(orderId)).status).toBe(200)
    later()
    // the other document has the number, so the service refuses it until a person declares it void
    await sendAgain(orderId)
    expect(await work(orderId)).toBeNull()
    const { status, errorCode, request } = await newest(orderId)
    expect([status, errorCode]).toEqual(['FAILED', '228'])
    const number = { series: request.series, year: Number(request.day.slice(0, 4)), branch: 0, number: request.number }
    expect((await press('invoicing.void-number', { ...number, reason: REASON, unasked: true })).status).toBe(200)
    await sendAgain(orderId)
    expect(await work(orderId)).toBeNull()
    expect([await statusOf(orderId), issuedFor(orderId).length]).toEqual(['INVOICED', 2])
    expect((await newest(orderId)).mark).toBe(String(issuedFor(orderId)[1]?.signing?.mark))
  })
})

describe('a failure of the tax office (TTA)', () => {
  test('is not final: the same key is sent again after some minutes, and one document is issued', async () => {
    const orderId = await invoiced()
    const fault = { category: 'TTA', code: 'T1', message: 'myDATA' } as const
    simulator.fail({ call: 'send', mode: 'refuse', fault })
    expect(await work(orderId)).not.toBeNull()
    expect(await newest(orderId)).toMatchObject({
      status: 'SENDING',
      errorCode: 'technical',
      errorMessage: 'T1 myDATA',
    })
    expect(await work(orderId)).not.toBeNull()
    expect((await newest(orderId)).attempts).toBe(1)
    later()
    expect(await work(orderId)).toBeNull()
    expect([await statusOf(orderId), issuedFor(orderId).length]).toEqual(['INVOICED', 1])
  })

  test('hides an earlier document that was issued: the order takes it, and nothing is sent again', async () => {
    const orderId = await invoiced()
    simulator.fail({ call: 'send', mode: 'late' })
    expect(await work(orderId)).toContain('time-out')
    simulator.takeLate()
    await confirmEarly(orderId)
    await sendAgain(orderId)
    expect(await work(orderId)).toBeNull()
    const rows = await documentsOf(orderId)
    expect(rows.map(({ status, errorCode }) => [status, errorCode])).toEqual([
      ['FAILED', 'superseded'],
      ['ACKNOWLEDGED', null],
    ])
    expect([await statusOf(orderId), issuedFor(orderId).length]).toEqual(['INVOICED', 1])
  })

  test('reports a conflict if the earlier issued document has other content', async () => {
    const orderId = await invoiced()
    const { id, request } = await newest(orderId)
    await company.db.run(sql`
      update accounting_documents set status = 'FAILED', attempts = 1, request = jsonb_set(request, '{customer,vat}', '"090000045"')
      where id = ${id}`)
    await accounting.send({ ...request, customer: { ...request.customer, vat: '090000045' } })
    await sendAgain(orderId)
    expect(await work(orderId)).toBeNull()
    expect(await newest(orderId)).toMatchObject({ status: 'CONFLICT', errorCode: 'earlier-issued', attempts: 0 })
    expect(issuedFor(orderId)).toHaveLength(1)
  })
})

describe('the answer "never seen"', () => {
  test('counts only some minutes after a call that may still be booked', async () => {
    const orderId = await invoiced()
    simulator.fail({ call: 'send', mode: 'late' })
    expect(await work(orderId)).toContain('time-out')
    expect(await work(orderId)).not.toBeNull()
    expect(await newest(orderId)).toMatchObject({ status: 'SENDING', errorCode: 'absent', attempts: 1 })
    // The service books the first call only now. A second call sent at once would have caused two documents.
    simulator.takeLate()
    later()
    expect(await work(orderId)).toBeNull()
    expect([await statusOf(orderId), issuedFor(orderId).length, (await newest(orderId)).attempts]).toEqual([
      'INVOICED',
      1,
      1,
    ])
  })

  test('allows sending the document again after these minutes', async () => {
    const orderId = await invoiced()
    simulator.fail({ call: 'send', mode: 'html-502' })
    expect(await work(orderId)).not.toBeNull()
    expect(await work(orderId)).not.toBeNull()
    later()
    expect(await work(orderId)).toBeNull()
    expect([issuedFor(orderId).length, (await newest(orderId)).attempts]).toEqual([1, 2])
  })

  test('delays a new document until the earlier one can no longer be booked', async () => {
    const orderId = await invoiced()
    simulator.fail({ call: 'send', mode: 'html-502' })
    await work(orderId)
    await confirmEarly(orderId)
    await sendAgain(orderId)
    expect(await work(orderId)).toBe('quiet-earlier')
    expect(await newest(orderId)).toMatchObject({ status: 'WAITING', attempts: 0 })
    later()
    expect(await work(orderId)).toBeNull()
    expect(issuedFor(orderId)).toHaveLength(1)
  })
})

describe('a lost connection', () => {
  const reason = 'Το δίκτυο έπεσε'
  const paperOf = async (orderId: number) => {
    const { rawPayload, statusCode } = await company.app.inject({
      url: `/app/invoicing.document.pdf?input=${encodeURIComponent(JSON.stringify({ id: (await newest(orderId)).id }))}`,
      headers: { 'x-dreamfactory-session-token': company.tokens.user },
    })
    return statusCode === 200 ? (await readPdf(rawPayload)).pages.join('\n') : null
  }
  const handOver = (orderId: number) => press('invoicing.without-mark', { id: orderId, reason })
  /** Lets the next call end without an answer. The service has taken the document if `issues` is true. */
  const lose = async (orderId: number, issues: boolean) => {
    simulator.fail({ call: 'send', mode: 'cut', stored: issues })
    await work(orderId)
  }

  test.each([true, false])(
    'lets an invoice go out on paper without MARK, and one document is issued afterwards, also if it was all along: %s',
    async (issues) => {
      const orderId = await invoiced()
      expect((await handOver(orderId)).code).toBe('invoicing.connection-works')
      expect(await paperOf(orderId)).toBeNull()
      await lose(orderId, issues)
      expect((await handOver(orderId)).code).toBeUndefined()
      expect((await handOver(orderId)).status).toBe(200)
      expect(await paperOf(orderId)).toContain('ΑΠΩΛΕΙΑ ΔΙΑΣΥΝΔΕΣΗΣ')
      expect(await statusOf(orderId)).toBe('READY-TO-INVOICE')
      const { request } = await newest(orderId)
      expect(request.transmissionFailure).toBe(3)
      expect(await faultsOfXml([{ fileName: 'a.xml', contents: mydataXml(request) }])).toEqual([])
      later()
      await work(orderId)
      later()
      expect(await work(orderId)).toBeNull()
      const live = issuedFor(orderId)
      expect(live).toHaveLength(1)
      expect(live[0]?.document.source.invoice.transmissionFailure).toBe(issues ? undefined : 3)
      expect(await newest(orderId)).toMatchObject({ status: 'ACKNOWLEDGED', mark: String(live[0]?.signing?.mark) })
      expect(await statusOf(orderId)).toBe('INVOICED')
      expect(await paperOf(orderId)).not.toContain('ΑΠΩΛΕΙΑ ΔΙΑΣΥΝΔΕΣΗΣ')
      expect((await handOver(orderId)).code).toBe('invoicing.nothing-open')
    },
  )
})

describe('an unclear answer', () => {
  const unclear = async (): Promise<number> => {
    const orderId = await invoiced()
    simulator.fail(
      { call: 'send', mode: 'html-502' },
      { call: 'get', mode: 'answer', body: { hello: 'κόσμε' }, times: 1 },
    )
    await work(orderId)
    expect(await work(orderId)).not.toBeNull()
    expect(await newest(orderId)).toMatchObject({
      status: 'UNKNOWN',
      errorCode: 'unreadable',
      errorMessage: '{"hello":"κόσμε"}',
    })
    return orderId
  }

  test('is ended by the MARK that a person enters with a reason, which the history stores', async () => {
    const orderId = await unclear()
    const mark = '400009999000001'
    expect((await press('invoicing.enter-mark', { id: orderId, mark, reason: '' })).code).toBe(
      'invoicing.reason-required',
    )
    expect((await press('invoicing.enter-mark', { id: orderId, mark: '12', reason: REASON })).status).toBe(400)
    expect((await press('invoicing.enter-mark', { id: orderId, mark, reason: REASON })).status).toBe(200)
    expect([await statusOf(orderId), (await newest(orderId)).mark]).toEqual(['INVOICED', mark])
    const { note } = await company.db.one<{ note: string }>(sql`
      select note from history where entity = 'orders' and entity_id = ${orderId} and command = 'invoicing.enter-mark'
        and changes ? 'mark'`)
    expect(note).toBe(REASON)
    const other = await unclear()
    expect((await press('invoicing.enter-mark', { id: other, mark, reason: REASON })).code).toBe('invoicing.mark-taken')
  })

  test('is ended only by people with the right, and only while the document is open', async () => {
    const orderId = await unclear()
    for (const name of ['invoicing.enter-mark', 'invoicing.confirm-not-issued'])
      expect((await press(name, { id: orderId, mark: '400009999000002', reason: REASON }, 'driver')).status).toBe(403)
    await confirmEarly(orderId)
    for (const name of ['invoicing.ask-again', 'invoicing.confirm-not-issued'])
      expect((await press(name, { id: orderId, ...(name.endsWith('again') ? {} : { reason: REASON }) })).code).toBe(
        'invoicing.nothing-open',
      )
  })

  test('delays no further document once a person has confirmed that nothing was issued', async () => {
    const orderId = await unclear()
    const { key } = await newest(orderId)
    await confirmEarly(orderId)
    await sendAgain(orderId)
    // The service keeps giving the same answer for the earlier key.
    const asked: string[] = []
    const odd: Accounting = {
      ...accounting,
      ask: async (document) => {
        asked.push(document.key)
        return document.key === key ? { kind: 'unknown', reason: 'unreadable' } : accounting.ask(document)
      },
    }
    expect(await work(orderId, odd)).toBe('the result is unknown: earlier unreadable')
    // The document says that it waits for the earlier one.
    expect(await newest(orderId)).toMatchObject({ status: 'WAITING', errorCode: 'earlier unreadable' })
    later()
    expect(await work(orderId, odd)).toBeNull()
    expect([await statusOf(orderId), issuedFor(orderId).length, asked]).toEqual(['INVOICED', 1, [key, key]])
  })

  test('followed by an issued document is shown, even if a person has confirmed that nothing was issued', async () => {
    const orderId = await invoiced()
    const slow: Accounting = {
      ...accounting,
      send: async (document) => {
        // A person presses the button while the call is under way.
        await company.db.run(sql`update accounting_documents set error_code = 'technical' where order_id = ${orderId}`)
        await confirmEarly(orderId)
        return accounting.send(document)
      },
    }
    expect(await work(orderId, slow)).toBeNull()
    expect(await newest(orderId)).toMatchObject({ status: 'CONFLICT', errorCode: 'issued-after-all' })
    expect([await statusOf(orderId), issuedFor(orderId).length, logged.length]).toEqual(['READY-TO-INVOICE', 1, 1])
    await press('invoicing.ask-again', { id: orderId })
    expect(await work(orderId)).toBeNull()
    expect([await statusOf(orderId), issuedFor(orderId).length]).toEqual(['INVOICED', 1])
  })

  test('blocks red invoicing, changes and cancellation while a call may be under way, whatever a person confirmed', async () => {
    const orderId = await invoiced()
    const refused: (string | undefined)[] = []
    const slow: Accounting = {
      ...accounting,
      send: async (document) => {
        await confirmEarly(orderId)
        refused.push((await press('invoicing.invoice-red', { id: orderId, reason: REASON, version: 4 }, 'admin')).code)
        for (const transition of ['reopen', 'park', 'cancel'])
          refused.push((await press('orders.move-order', { id: orderId, transition, version: 4, note: REASON })).code)
        return accounting.send(document)
      },
    }
    await work(orderId, slow)
    expect(refused).toEqual(Array.from({ length: 4 }, () => 'orders.document-under-way'))
    await press('invoicing.ask-again', { id: orderId })
    expect(await work(orderId)).toBeNull()
    expect([await statusOf(orderId), issuedFor(orderId).length]).toEqual(['INVOICED', 1])
  })

  test('is not ended by a person while the last call may still be recorded, nor against what the service says', async () => {
    const orderId = await invoiced()
    simulator.fail({ call: 'send', mode: 'cut', stored: true })
    await work(orderId)
    const early = await confirm(orderId)
    expect([early.code, (await newest(orderId)).status]).toEqual(['invoicing.look-later', 'UNKNOWN'])
    await callBegan(orderId, someMinutesAgo())
    const said = (service: Accounting) =>
      runner.look(confirmNotIssuedLookup, { id: orderId, reason: REASON }, SYSTEM, {
        ...NOTHING_OUTSIDE,
        accounting: service,
      })
    const working: Accounting = { ...accounting, ask: async () => ({ kind: 'in-progress', processId: '1' }) }
    await expect(said(working)).rejects.toMatchObject({ refusal: { code: 'invoicing.look-later' } })
    const mark = String(issuedFor(orderId)[0]?.signing?.mark)
    expect(await said(accounting)).toEqual({ id: orderId, issued: mark })
    expect(await newest(orderId)).toMatchObject({ status: 'UNKNOWN', mark: null })
    expect(await work(orderId)).toBeNull()
    expect([await statusOf(orderId), (await newest(orderId)).mark]).toEqual(['INVOICED', mark])
  })

  test('allows changes some minutes after a person has confirmed that nothing was issued', async () => {
    const orderId = await unclear()
    await confirmEarly(orderId)
    const reopen = () => press('orders.move-order', { id: orderId, transition: 'reopen', version: 4, note: REASON })
    expect((await reopen()).code).toBe('orders.document-under-way')
    await company.db.run(sql`
      update accounting_documents set unclear_since = now() - make_interval(mins => ${QUIET_MINUTES + 1})
      where order_id = ${orderId}`)
    expect((await reopen()).status).toBe(200)
  })

  test('is reported if the service issues another MARK than the one a person entered during the call', async () => {
    const orderId = await invoiced()
    const mark = '400009999000077'
    const slow: Accounting = {
      ...accounting,
      send: async (document) => {
        await press('invoicing.enter-mark', { id: orderId, mark, reason: REASON })
        return accounting.send(document)
      },
    }
    expect(await work(orderId, slow)).toBeNull()
    // The order keeps the MARK that the person entered. The log and the history name the second document.
    expect([await statusOf(orderId), (await newest(orderId)).mark]).toEqual(['INVOICED', mark])
    const second = String(issuedFor(orderId)[0]?.signing?.mark)
    expect(second).not.toBe(mark)
    expect(logged).toMatchObject([{ order: orderId, mark: second }])
    const entries = await company.db.many<{ note: string }>(sql`
      select note from history where entity = 'orders' and entity_id = ${orderId} and changes -> 'document' ->> 1 = 'foreign'`)
    expect(entries).toEqual([{ note: `MARK ${second}` }])
  })

  test('needs no report if the service returns the MARK that a person entered during the call', async () => {
    const orderId = await invoiced()
    const slow: Accounting = {
      ...accounting,
      send: async (document) => {
        const outcome = await accounting.send(document)
        if (outcome.kind === 'acknowledged')
          await press('invoicing.enter-mark', { id: orderId, mark: outcome.mark, reason: REASON })
        return outcome
      },
    }
    expect(await work(orderId, slow)).toBeNull()
    expect([await statusOf(orderId), (await newest(orderId)).mark]).toEqual([
      'INVOICED',
      String(issuedFor(orderId)[0]?.signing?.mark),
    ])
    expect(logged).toEqual([])
  })

  test('is asked about at once when a person presses the button, by the waiting job', async () => {
    const orderId = await unclear()
    const { id } = await newest(orderId)
    const jobs = () =>
      company.db.many<{ soon: boolean }>(sql`
        select run_at <= now() as soon from jobs where finished_at is null and payload = ${JSON.stringify({ documentId: id })}::jsonb`)
    await company.db.run(sql`update jobs set run_at = now() + interval '5 minutes'`)
    expect((await press('invoicing.ask-again', { id: orderId })).status).toBe(200)
    expect(await jobs()).toEqual([{ soon: true }])
  })

  test('locks the order first when the job gives up, like every other command', async () => {
    const orderId = await unclear()
    const { id } = await newest(orderId)
    const locked: string[] = []
    const { db } = company
    const telling: typeof db = {
      ...db,
      transaction: (mode, work) =>
        db.transaction(mode, (tx) => {
          const many: typeof tx.many = (query) => (locked.push(lockedBy(query.sql)), tx.many(query))
          const one: typeof tx.one = (query) => (locked.push(lockedBy(query.sql)), tx.one(query))
          const maybe: typeof tx.maybe = (query) => (locked.push(lockedBy(query.sql)), tx.maybe(query))
          return work({ ...tx, many, one, maybe, run: (query) => tx.run(query) })
        }),
    }
    await giveUpDocument(new Runner({ db: telling, clock: () => new Date() }))({ documentId: id })
    expect(locked.filter((table) => table !== '')).toEqual(['orders', 'accounting_documents'])
  })

  test('leaves a message on the order when the job gives up', async () => {
    const orderId = await unclear()
    await giveUpDocument(runner)({ documentId: (await newest(orderId)).id })
    expect(await newest(orderId)).toMatchObject({ status: 'UNKNOWN', errorCode: 'gave-up' })
    const waiting = await invoiced()
    await giveUpDocument(runner)({ documentId: (await newest(waiting)).id })
    expect(await newest(waiting)).toMatchObject({ status: 'FAILED', errorCode: 'not-sent' })
  })
})

test('a document written before keys contained the installation is still asked for by its old key', async () => {
  const orderId = await invoiced()
  const { id, request } = await newest(orderId)
  const key = `kerino-${orderId}-1`
  await accounting.send({ ...request, key })
  await company.db.run(sql`
    update accounting_documents set key = ${key}, request = jsonb_set(request, '{key}', to_jsonb(${key}::text)),
      status = 'UNKNOWN', attempts = 1, unclear_since = now() where id = ${id}`)
  expect(await work(orderId)).toBeNull()
  expect([await statusOf(orderId), issuedFor(orderId).length]).toEqual(['INVOICED', 1])
})

test.each(['INVOICED', 'RETURNED'])(
  'the accepted credit note of an order that is %s cancels it, closes its tasks not begun, and keeps the begun one for stock (C-63)',
  async (status) => {
    const orderId = await invoiced()
    expect(await work(orderId)).toBeNull()
    await company.db.run(sql`update orders set status = ${status} where id = ${orderId}`)
    await company.db.run(sql`delete from tasks where product_id = ${company.stock.candle}`)
    const stock = async () =>
      (
        await company.db.one<{ stock: number }>(
          sql`select stock_e4 as stock from products where id = ${company.stock.candle}`,
        )
      ).stock
    const { sold } = await company.db.one<{ sold: number }>(
      sql`select sum(quantity_e4)::bigint as sold from order_lines where order_id = ${orderId} and product_id = ${company.stock.candle}`,
    )
    const before = await stock()
    await company.db.run(sql`
    insert into tasks (section, status, order_id, done_e4, quantity_e4, taskref, product_id)
    select 'ΧΥΤΑ', status, ${orderId}::bigint, 0, 10000, status, ${company.stock.candle}::bigint
    from unnest(array['PENDING', 'STARTED']) as s(status)`)
    const tasks = () =>
      company.db.many(sql`
      select status, order_id as "orderId" from tasks
      where product_id = ${company.stock.candle} and taskref in ('PENDING', 'STARTED') order by taskref`)
    const asked = await press('invoicing.credit-and-cancel', { id: orderId })
    expect(asked.status).toBe(200)
    // the order waits for the service, and so do its tasks, and it is put into no shipment meanwhile
    expect(await statusOf(orderId)).toBe(status)
    const plan = await press('shipping.plan-shipment', {
      orderIds: [orderId],
      driverType: 'Driver',
      driverUserId: null,
      driver: 'Νίκος',
      vehicle: '',
    })
    expect(refusalIn(plan.json)?.code).toBe(status === 'INVOICED' ? 'orders.document-under-way' : 'orders.wrong-status')
    expect(await tasks()).toEqual([
      { status: 'PENDING', orderId },
      { status: 'STARTED', orderId },
    ])
    expect(await work(orderId)).toBeNull()
    expect(await statusOf(orderId)).toBe('CANCELED')
    expect([sold > 0, await stock()]).toEqual([true, before + sold])
    expect(await tasks()).toEqual([
      { status: 'CANCELED', orderId },
      { status: 'STARTED', orderId: null },
    ])
  },
)

test('an invoice names lost pieces like any line, and its accepted credit note lends them again without touching the stock', async () => {
  const { customer, glass } = company.stock
  const stock = () => company.db.one(sql`select stock_e4 from products where id = ${glass}`)
  const before = await stock()
  const lines = [{ productId: glass, quantity: 20_000, salesPrice: 3_0000, lost: true }]
  const { json } = await press('orders.create-order', { customerId: customer, lines })
  const { id: orderId } = json as { id: number }
  await company.run('orders.move-order', { id: orderId, transition: 'send' })
  await company.run('packaging.package-order', { id: orderId, name: 'Μαρία' })
  await company.run('orders.move-order', { id: orderId, transition: 'release' })
  await sendAgain(orderId)
  expect(await work(orderId)).toBeNull()
  // the pieces are goods that the customer has already, so nothing moves
  expect((await newest(orderId)).request).toMatchObject({
    type: '1.1',
    movePurpose: null,
    lines: [{ quantity: 20_000 }],
  })
  const booked = () => company.db.many(sql`select bound, origin from loans where order_id = ${orderId} order by id`)
  expect(await booked()).toEqual([{ bound: 'INBOUND', origin: 'sold' }])
  await company.db.run(sql`update orders set status = 'RETURNED' where id = ${orderId}`)
  expect((await press('invoicing.credit-and-cancel', { id: orderId })).status).toBe(200)
  expect(await booked()).toHaveLength(1)
  expect(await work(orderId)).toBeNull()
  expect(await statusOf(orderId)).toBe('CANCELED')
  expect(await booked()).toEqual([
    { bound: 'INBOUND', origin: 'sold' },
    { bound: 'OUTBOUND', origin: 'sold' },
  ])
  expect(await stock()).toEqual(before)
})
