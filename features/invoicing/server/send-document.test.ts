/** One tax document per order, whatever the accounting service does and the connection loses; and what a person can do when it stays unclear. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import type { Accounting, AccountingDocument } from '#server/integrations/accounting/accounting.ts'
import { openEpsilon } from '#server/integrations/accounting/epsilon.ts'
import { type EpsilonSimulator, startEpsilonSimulator } from '#server/integrations/simulators/epsilon-simulator.ts'
import { Later } from '#server/jobs/jobs.ts'
import { Runner } from '#server/runner.ts'
import { ask, callByName, openTestCompany, type Person, refusalIn, type TestCompany } from '#server/testing/company.ts'
import { QUIET_MINUTES } from '#features/orders/domain/order.ts'
import { documentKey } from './document-key.ts'
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
/** Minutes that the clock of the server is ahead. */
let minutesLater = 0
let runner: Runner
const logged: object[] = []

beforeAll(async () => {
  company = await openTestCompany()
  runner = new Runner({
    db: company.db,
    clock: () => new Date(Date.now() + minutesLater * 60_000),
    committed: () => {},
  })
  await company.db.run(sql`
    insert into settings (name, value) values ('accounting-state', '{"configured": true}'),
      ('company', '{"name": "Κερίνο", "vat": "094014201", "address": "Αιόλου 86"}')
    on conflict (name) do update set value = excluded.value`)
  await company.db.run(sql`update customers set vat = '094019245' where id = ${company.stock.customer}`)
  // a call is given up when the simulator has fallen silent, and never before
  let giveUp = new AbortController()
  simulator = await startEpsilonSimulator({ ...ACCESS, tellsDocument: true, onNoAnswer: () => giveUp.abort() })
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
  if (!row) throw new Error('no document')
  return row
}
const statusOf = async (orderId: number): Promise<string> =>
  (await company.db.one<{ status: string }>(sql`select status from orders where id = ${orderId}`)).status
const issuedFor = (orderId: number) =>
  simulator.documents().filter(({ document }) => document.source.invoice.invoiceHeader.aa === orderId)

/** An order whose invoice was asked for. */
const invoiced = async (): Promise<number> => {
  const orderId = await company.order('READY-TO-INVOICE')
  await sendAgain(orderId)
  return orderId
}
const sendAgain = async (orderId: number): Promise<void> => {
  const { json } = await press('invoicing.send-invoices', { ids: [orderId] })
  expect(json).toEqual({ sending: [orderId], refused: [] })
}
/** The table whose rows a statement locks, or nothing. */
const lockedBy = (text: string): string =>
  /for update/.test(text) ? (/from (orders|accounting_documents)\b/.exec(text)?.[1] ?? '?') : ''
/** Does the job of the newest document once; answers why it is to be done again, or null when it is over. */
async function work(orderId: number, service: Accounting = accounting): Promise<string | null> {
  const log = { info: () => {}, warn: () => {}, error: (details: object) => void logged.push(details) }
  const { id } = await newest(orderId)
  return sendDocument(
    runner,
    () => service,
    log,
  )({ documentId: id }).then(
    () => null,
    (error: unknown) => (error instanceof Later || error instanceof Error ? error.message : String(error)),
  )
}
const later = (minutes = QUIET_MINUTES + 1): void => {
  minutesLater += minutes
}

describe('the key of a document', () => {
  test('names the installation and the content, so that two databases never share one', async () => {
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

  test('is the same for the same document on another day, so that the one issued before a restore is found', async () => {
    const orderId = await invoiced()
    expect(await work(orderId)).toBeNull()
    const { id, mark } = await newest(orderId)
    // yesterday's copy: the order stands before its invoice, the service knows the invoice
    await company.db.run(sql`delete from accounting_documents where id = ${id}`)
    await company.db.run(sql`update orders set status = 'READY-TO-INVOICE', invoice_mode = null where id = ${orderId}`)
    await sendAgain(orderId)
    expect(await work(orderId)).toBeNull()
    expect([(await newest(orderId)).mark, issuedFor(orderId).length]).toEqual([mark, 1])
  })
})

describe('another document under the key', () => {
  /** The service holds an invoice for somebody else under the key of this order. */
  const foreign = async (): Promise<number> => {
    const orderId = await invoiced()
    const { request } = await newest(orderId)
    const other = { ...request.customer, vat: '090000045', name: 'Άλλος πελάτης' }
    expect((await accounting.send({ ...request, customer: other })).kind).toBe('acknowledged')
    expect(await work(orderId)).toBeNull()
    return orderId
  }

  test('is not taken: the order stays as it is, shows the conflict, and the log has an error', async () => {
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

  test('is told to a program that waits for its invoice', async () => {
    const orderId = await foreign()
    const { status, json } = await ask(company, 'PATCH', `/api/v2/_table/custorders/${orderId}`, {
      token: company.tokens.user,
      body: { status: 'INVOICED', invoicedAt: 'epsilon' },
    })
    expect([status, JSON.stringify(json)]).toEqual([expect.any(Number), expect.stringContaining('invoicing.conflict')])
    expect(status).toBeGreaterThanOrEqual(400)
  })

  test('is seen by its MARK when the answer does not tell what it is about', async () => {
    const [first, second] = [await invoiced(), await invoiced()]
    expect(await work(first)).toBeNull()
    const { mark } = await newest(first)
    const signing = { mark, uid: 'U', authenticationCode: 'A', qrCode: 'Q' }
    simulator.fail({ call: 'send', mode: 'answer', body: { processId: 'p', status: 1, signing } })
    expect(await work(second)).toBeNull()
    expect(await newest(second)).toMatchObject({ status: 'CONFLICT', errorCode: 'mark-taken', mark: null })
    expect(await statusOf(second)).toBe('READY-TO-INVOICE')
  })

  test('is ended by a person: asked about again, and then confirmed as not issued', async () => {
    const orderId = await foreign()
    expect((await press('invoicing.ask-again', { id: orderId })).status).toBe(200)
    expect(await newest(orderId)).toMatchObject({ status: 'UNKNOWN', errorCode: null })
    expect(await work(orderId)).toBeNull()
    expect((await newest(orderId)).status).toBe('CONFLICT')
    expect((await press('invoicing.confirm-not-issued', { id: orderId, reason: REASON })).status).toBe(200)
    later()
    await sendAgain(orderId)
    expect(await work(orderId)).toBeNull()
    expect([await statusOf(orderId), issuedFor(orderId).length]).toEqual(['INVOICED', 2])
    expect((await newest(orderId)).mark).toBe(String(issuedFor(orderId)[1]?.signing?.mark))
  })
})

describe('a breakdown of the tax office (TTA)', () => {
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

  test('over an earlier document that was issued after all: it is taken, and nothing is sent again', async () => {
    const orderId = await invoiced()
    simulator.fail({ call: 'send', mode: 'late' })
    expect(await work(orderId)).toContain('time-out')
    simulator.takeLate()
    await press('invoicing.confirm-not-issued', { id: orderId, reason: REASON })
    await sendAgain(orderId)
    expect(await work(orderId)).toBeNull()
    const rows = await documentsOf(orderId)
    expect(rows.map(({ status, errorCode }) => [status, errorCode])).toEqual([
      ['FAILED', 'superseded'],
      ['ACKNOWLEDGED', null],
    ])
    expect([await statusOf(orderId), issuedFor(orderId).length]).toEqual(['INVOICED', 1])
  })

  test('an earlier document with other content that was issued is a conflict', async () => {
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

describe('"never seen"', () => {
  test('is believed only some minutes after a call that may still be booked', async () => {
    const orderId = await invoiced()
    simulator.fail({ call: 'send', mode: 'late' })
    expect(await work(orderId)).toContain('time-out')
    expect(await work(orderId)).not.toBeNull()
    expect(await newest(orderId)).toMatchObject({ status: 'SENDING', errorCode: 'absent', attempts: 1 })
    // the first call is booked now; sent again at once, there would be two
    simulator.takeLate()
    later()
    expect(await work(orderId)).toBeNull()
    expect([await statusOf(orderId), issuedFor(orderId).length, (await newest(orderId)).attempts]).toEqual([
      'INVOICED',
      1,
      1,
    ])
  })

  test('lets the document be sent again after that', async () => {
    const orderId = await invoiced()
    simulator.fail({ call: 'send', mode: 'html-502' })
    expect(await work(orderId)).not.toBeNull()
    expect(await work(orderId)).not.toBeNull()
    later()
    expect(await work(orderId)).toBeNull()
    expect([issuedFor(orderId).length, (await newest(orderId)).attempts]).toEqual([1, 2])
  })

  test('holds up a new document too, until the earlier one cannot be booked any more', async () => {
    const orderId = await invoiced()
    simulator.fail({ call: 'send', mode: 'html-502' })
    await work(orderId)
    await press('invoicing.confirm-not-issued', { id: orderId, reason: REASON })
    await sendAgain(orderId)
    expect(await work(orderId)).toBe('quiet-earlier')
    expect(await newest(orderId)).toMatchObject({ status: 'WAITING', attempts: 0 })
    later()
    expect(await work(orderId)).toBeNull()
    expect(issuedFor(orderId)).toHaveLength(1)
  })
})

describe('an answer that says nothing clear', () => {
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

  test('is ended by the MARK, entered by hand with a reason that history keeps', async () => {
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

  test('is ended by whoever may, and only while it is open', async () => {
    const orderId = await unclear()
    for (const name of ['invoicing.enter-mark', 'invoicing.confirm-not-issued'])
      expect((await press(name, { id: orderId, mark: '400009999000002', reason: REASON }, 'driver')).status).toBe(403)
    expect((await press('invoicing.confirm-not-issued', { id: orderId, reason: REASON })).status).toBe(200)
    for (const name of ['invoicing.ask-again', 'invoicing.confirm-not-issued'])
      expect((await press(name, { id: orderId, ...(name.endsWith('again') ? {} : { reason: REASON }) })).code).toBe(
        'invoicing.nothing-open',
      )
  })

  test('holds up no further document once a person has confirmed that nothing was issued', async () => {
    const orderId = await unclear()
    const { key } = await newest(orderId)
    await press('invoicing.confirm-not-issued', { id: orderId, reason: REASON })
    await sendAgain(orderId)
    // the service answers to the earlier key as it did before, however often it is asked
    const asked: string[] = []
    const odd: Accounting = {
      ...accounting,
      ask: async (document) => {
        asked.push(document.key)
        return document.key === key ? { kind: 'unknown', reason: 'unreadable' } : accounting.ask(document)
      },
    }
    expect(await work(orderId, odd)).toBe('unknown: earlier unreadable')
    // the order says that the earlier document is what it waits for
    expect(await newest(orderId)).toMatchObject({ status: 'WAITING', errorCode: 'earlier unreadable' })
    later()
    expect(await work(orderId, odd)).toBeNull()
    expect([await statusOf(orderId), issuedFor(orderId).length, asked]).toEqual(['INVOICED', 1, [key, key]])
  })

  test('that is followed by an issue after all is shown, although a person has confirmed that nothing was issued', async () => {
    const orderId = await invoiced()
    const slow: Accounting = {
      ...accounting,
      send: async (document) => {
        // somebody presses while the call is on its way
        await company.db.run(sql`update accounting_documents set error_code = 'technical' where order_id = ${orderId}`)
        await press('invoicing.confirm-not-issued', { id: orderId, reason: REASON })
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

  test('lets nobody invoice without VAT, change or cancel the order while a call may be on its way, whatever was confirmed', async () => {
    const orderId = await invoiced()
    const refused: (string | undefined)[] = []
    const slow: Accounting = {
      ...accounting,
      send: async (document) => {
        await press('invoicing.confirm-not-issued', { id: orderId, reason: REASON })
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

  test('lets the order be changed some minutes after a person has confirmed that nothing was issued', async () => {
    const orderId = await unclear()
    await press('invoicing.confirm-not-issued', { id: orderId, reason: REASON })
    const reopen = () => press('orders.move-order', { id: orderId, transition: 'reopen', version: 4, note: REASON })
    expect((await reopen()).code).toBe('orders.document-under-way')
    await company.db.run(sql`
      update accounting_documents set unclear_since = now() - make_interval(mins => ${QUIET_MINUTES + 1})
      where order_id = ${orderId}`)
    expect((await reopen()).status).toBe(200)
  })

  test('is told when the service issues another MARK than a person entered while the call was on its way', async () => {
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
    // the order keeps what the person entered, and the log and the history name the second document
    expect([await statusOf(orderId), (await newest(orderId)).mark]).toEqual(['INVOICED', mark])
    const second = String(issuedFor(orderId)[0]?.signing?.mark)
    expect(second).not.toBe(mark)
    expect(logged).toMatchObject([{ order: orderId, mark: second }])
    const told = await company.db.many<{ note: string }>(sql`
      select note from history where entity = 'orders' and entity_id = ${orderId} and changes -> 'document' ->> 1 = 'foreign'`)
    expect(told).toEqual([{ note: `MARK ${second}` }])
  })

  test('is taken in silence when the service tells the MARK that a person entered meanwhile', async () => {
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

  test('is asked about at once on a press, by the job that waits', async () => {
    const orderId = await unclear()
    const { id } = await newest(orderId)
    const jobs = () =>
      company.db.many<{ soon: boolean }>(sql`
        select run_at <= now() as soon from jobs where finished_at is null and payload = ${JSON.stringify({ documentId: id })}::jsonb`)
    await company.db.run(sql`update jobs set run_at = now() + interval '5 minutes'`)
    expect((await press('invoicing.ask-again', { id: orderId })).status).toBe(200)
    expect(await jobs()).toEqual([{ soon: true }])
  })

  test('is given up with its order locked first, as by everybody else', async () => {
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
    await giveUpDocument(new Runner({ db: telling, clock: () => new Date(), committed: () => {} }))({ documentId: id })
    expect(locked.filter((table) => table !== '')).toEqual(['orders', 'accounting_documents'])
  })

  test('ends with a note on the order when the job gives up', async () => {
    const orderId = await unclear()
    await giveUpDocument(runner)({ documentId: (await newest(orderId)).id })
    expect(await newest(orderId)).toMatchObject({ status: 'UNKNOWN', errorCode: 'gave-up' })
    const waiting = await invoiced()
    await giveUpDocument(runner)({ documentId: (await newest(waiting)).id })
    expect(await newest(waiting)).toMatchObject({ status: 'FAILED', errorCode: 'not-sent' })
  })
})

test('a document that waited before keys named the installation is still asked for by its old key', async () => {
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
