/** Tests webhooks from the change of a record to the receiver: what is sent, how often, and when sending stops. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayOf } from '#kernel/day.ts'
import { sql } from '#server/db/database.ts'
import { events as declared } from '#app/server/features.ts'
import { type HookAnswer, NO_HOOKS } from '#server/integrations/webhooks/hooks.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { Later } from '#server/jobs/jobs.ts'
import { callByName, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { MOST_WEBHOOKS } from '../domain/contract.ts'
import { PAUSES } from '../domain/retry.ts'
import { DELIVER_JOB } from './announce.ts'
import { deliverWork } from './deliver.ts'
import { newSecret, signedHeaders } from './sign.ts'

type Sent = { url: string; headers: Readonly<Record<string, string>>; body: string }
const sent: Sent[] = []
/** The next answers of the receiver. Without one it answers 200. */
let answers: HookAnswer[] = []
const hooks = {
  ...NO_HOOKS,
  whyNot: async (url: string) => (url.includes('inner') ? ('closed-address' as const) : null),
  post: async (url: string, headers: Readonly<Record<string, string>>, body: string | Buffer): Promise<HookAnswer> => {
    sent.push({ url, headers, body: String(body) })
    return answers.shift() ?? { status: 200, milliseconds: 5 }
  },
}

const topics: string[] = []

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany({ hooks }, undefined, {}, { announced: (told) => void topics.push(...told) })
})
afterAll(() => company?.close())
beforeEach(async () => {
  await company.db.run(sql`delete from webhooks`)
  await company.db.run(sql`delete from jobs`)
  sent.length = 0
  answers = []
})

const admin = () => ({ token: company.tokens.admin })
const EVENTS = declared.map(({ name }) => name)
let made = 0
const create = async (events: readonly string[] = EVENTS, url = 'https://shop.example/hook') => {
  const input = { name: `Κατάστημα ${made++}`, url, events }
  const { status, json } = await callByName(company, 'webhooks.create', input, admin())
  expect({ status, json }).toMatchObject({ status: 200 })
  return json as { id: number; secret: string }
}

/** Runs the waiting jobs once, as a worker does. Returns the pauses that they ask for. */
async function deliver(): Promise<number[]> {
  const { runner, db } = company
  const { run } = deliverWork({
    runner,
    outside: () => ({ ...NOTHING_OUTSIDE, hooks }),
    publicUrl: 'http://localhost',
  })
  const pauses: number[] = []
  const jobs = await db.many<{ payload: unknown }>(
    sql`select payload from jobs where kind = ${DELIVER_JOB} and finished_at is null order by id`,
  )
  for (const { payload } of jobs)
    await run(payload).catch((error: unknown) => {
      if (!(error instanceof Later)) throw error
      pauses.push(error.seconds)
    })
  return pauses
}
const deliveries = (id: number) =>
  company.db.many<{ event: string; status: string; attempts: number }>(
    sql`select event, status, attempts from webhook_deliveries where webhook_id = ${id} order by id`,
  )
const bodies = () => sent.map(({ body }) => JSON.parse(body) as { type: string; timestamp: string; data: object })

type Verify = (secret: string, headers: Readonly<Record<string, string>>, body: string) => boolean

/** Returns the example of docs/webhooks.md, so that it stays true. */
async function documentedExample(): Promise<Verify> {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(text) ?? []
  const source = `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(code))}`
  return ((await import(/* @vite-ignore */ source)) as { isFromKerino: Verify }).isFromKerino
}

describe('what is sent', () => {
  test('follows from the change of a record: a status, a payment', async () => {
    await create()
    const id = await company.order('TO-PACKAGE')
    await company.run('payments.record-payment', {
      bound: 'Inbound',
      type: 'CASH',
      amount: 1_000,
      date: dayOf(new Date().toISOString()),
      customerId: company.stock.customer,
    })
    await deliver()
    expect(bodies()).toMatchObject([
      { type: 'order.status-changed', data: { id, from: null, to: 'STOCK-OK' } },
      { type: 'order.status-changed', data: { id, from: 'STOCK-OK', to: 'TO-PACKAGE' } },
      { type: 'payment.recorded', data: { id: expect.any(Number) } },
    ])
    expect(bodies().every(({ timestamp }) => !Number.isNaN(Date.parse(timestamp)))).toBe(true)
  })

  test('is only what the receiver wants, while it is not paused', async () => {
    const { id } = await create(['payment.recorded'])
    await company.order('TO-PACKAGE')
    await create(['order.status-changed'])
    await callByName(company, 'webhooks.pause', { id, paused: true }, admin())
    await company.order('STOCK-OK')
    await deliver()
    expect(bodies().map(({ type }) => type)).toEqual(['order.status-changed'])
  })

  test('is signed by Standard Webhooks over id, time and body, and each attempt has the same id', async () => {
    const { secret } = await create()
    await company.order('STOCK-OK')
    answers = [{ status: 500, milliseconds: 1 }]
    await deliver()
    await deliver()
    const [first, second] = sent as [Sent, Sent]
    expect(first.headers['webhook-id']).toMatch(/^msg_/)
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    expect(second.body).toBe(first.body)
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const isFromKerino = await documentedExample()
    const { headers, body } = second
    expect(isFromKerino(secret, headers, body)).toBe(true)
    expect(isFromKerino(secret, headers, `${body} `)).toBe(false)
    expect(isFromKerino(newSecret(), headers, body)).toBe(false)
    expect(isFromKerino(secret, { ...headers, 'webhook-id': 'msg_other' }, body)).toBe(false)
    const old = signedHeaders(secret, { eventId: 'x', body }, new Date(Date.now() - 600_000))
    expect(isFromKerino(secret, old, body)).toBe(false)
  })

  test('does not include a command that was refused or rolled back', async () => {
    const { id } = await create()
    const rolledBack = company.runner.work(
      { userId: null, name: 't', role: 'admin', section: null },
      'test.fails',
      async ({ record }) => {
        record({ entity: 'orders', id: 1, changes: { status: ['OFFER', 'STOCK-OK'] } })
        throw new Error('rolled back')
      },
    )
    await expect(rolledBack).rejects.toThrow('rolled back')
    const { status } = await callByName(company, 'orders.move-order', { id: 999_999, transition: 'send' }, admin())
    expect(status).not.toBe(200)
    expect(await deliveries(id)).toEqual([])
    expect(await company.db.many(sql`select from jobs where kind = ${DELIVER_JOB}`)).toEqual([])
  })

  test('is written once for a command that is repeated by its key', async () => {
    const { id } = await create()
    const order = await company.order('STOCK-OK')
    const body = { id: order, transition: 'send' }
    for (let at = 0; at < 2; at++)
      await callByName(company, 'orders.move-order', body, {
        headers: { 'x-dreamfactory-session-token': company.tokens.admin, 'idempotency-key': 'once' },
      })
    expect(await deliveries(id)).toHaveLength(2)
  })
})

describe('a receiver that fails', () => {
  test('gets the event again after growing pauses, and never again after the last attempt', async () => {
    const { id } = await create()
    await company.order('STOCK-OK')
    const pauses: number[] = []
    for (let at = 0; at < 12; at++) {
      answers = [{ failure: 'time-out', milliseconds: 10_000 }]
      pauses.push(...(await deliver()))
    }
    expect(pauses).toHaveLength(PAUSES.length)
    for (const [at, pause] of PAUSES.entries()) expect(Math.abs((pauses[at] as number) / pause - 1)).toBeLessThan(0.25)
    expect(sent).toHaveLength(9)
    expect(await deliveries(id)).toEqual([{ event: 'order.status-changed', status: 'FAILED', attempts: 9 }])
    const { rows } = (await callByName(company, 'webhooks.deliveries', { id }, admin())).json as { rows: object[] }
    expect(rows).toMatchObject([{ status: 'FAILED', failure: 'time-out', milliseconds: 10_000, httpStatus: null }])
  })

  test('gets nothing more after twenty failures over a day, which the history and the menu show, until a person resumes', async () => {
    const { id } = await create()
    const stopped = async () =>
      ((await callByName(company, 'webhooks.count-stopped', {}, admin())).json as { count: number }).count
    const fail = async (failures: number, hours: number) => {
      await company.db.run(sql`
        update webhooks set failures = ${failures}, failing_since = now() - make_interval(hours => ${hours}) where id = ${id}`)
      await company.order('STOCK-OK')
      answers = [{ status: 503, milliseconds: 1 }]
      await deliver()
      await company.db.run(sql`delete from jobs`)
    }
    await fail(18, 30)
    await fail(40, 1)
    expect(await stopped()).toBe(0)
    await fail(19, 24)
    expect(await stopped()).toBe(1)
    expect(
      await company.db.many(sql`
        select user_name, changes from history where entity = 'webhooks' and entity_id = ${id} and command = 'webhooks.stop'`),
    ).toEqual([{ user_name: 'Kerino', changes: { state: ['ACTIVE', 'FAILED'] } }])
    sent.length = 0
    await company.order('STOCK-OK')
    await deliver()
    expect(sent).toEqual([])
    await callByName(company, 'webhooks.pause', { id, paused: false }, admin())
    await company.order('STOCK-OK')
    await deliver()
    expect(sent).toHaveLength(1)
    expect(await company.db.one(sql`select state, failures from webhooks where id = ${id}`)).toEqual({
      state: 'ACTIVE',
      failures: 0,
    })
  })

  test('drops what still waits when it is paused, and forgets its failures with the first success', async () => {
    const { id } = await create()
    await company.order('STOCK-OK')
    answers = [{ status: 500, milliseconds: 1 }]
    await deliver()
    expect(await company.db.one(sql`select failures from webhooks where id = ${id}`)).toEqual({ failures: 1 })
    await callByName(company, 'webhooks.pause', { id, paused: true }, admin())
    await deliver()
    // no attempt is counted for an event that is not sent
    expect(await deliveries(id)).toMatchObject([{ status: 'DROPPED', attempts: 1 }])
    expect(sent).toHaveLength(1)
  })
})

describe('the administration', () => {
  test('of each attempt notifies the open pages', async () => {
    const { id } = await create()
    await company.order('STOCK-OK')
    topics.length = 0
    const { payload } = await company.db.one<{ payload: unknown }>(
      sql`select payload from jobs where kind = ${DELIVER_JOB}`,
    )
    await deliverWork({ runner: company.runner, outside: () => ({ ...NOTHING_OUTSIDE, hooks }), publicUrl: '' }).run(
      payload,
    )
    expect(topics).toContain(`webhooks:${id}`)
  })

  test('shows the secret once and stores it nowhere that is shown', async () => {
    const { id, secret } = await create()
    const read = await Promise.all(
      ['webhooks.list', 'webhooks.deliveries', 'webhooks.history'].map((name) =>
        callByName(company, name, name === 'webhooks.list' ? {} : { id }, admin()),
      ),
    )
    const history = await company.db.many(sql`select * from history`)
    const kept = await company.db.many(sql`select * from idempotency_keys`)
    expect(JSON.stringify([read.map(({ text }) => text), history, kept])).not.toContain(secret.slice(6, 30))
    expect(read[0]?.json).toMatchObject({
      rows: [{ id, state: 'ACTIVE', waiting: 0, lastSentAt: null, lastAnswer: null }],
      events: EVENTS,
    })
  })

  test.each([
    [{ url: 'http://shop.example/' }, 400, 'input'],
    [{ url: 'https://a:b@shop.example/' }, 400, 'input'],
    [{ url: 'https://inner.example/' }, 422, 'webhooks.closed-address'],
    [{ events: ['order.unknown'] }, 400, 'webhooks.no-event'],
    [{ events: [] }, 400, 'input'],
  ])('refuses %j', async (wrong, status, code) => {
    const input = { name: 'Δέκτης', url: 'https://shop.example/', events: ['payment.recorded'], ...wrong }
    const answer = await callByName(company, 'webhooks.create', input, admin())
    expect({ status: answer.status, code: refusalIn(answer.json)?.code }).toEqual({ status, code })
  })

  test('a press that is repeated at the same moment declares the receiver once', async () => {
    const input = { name: 'Δέκτης', url: 'https://shop.example/', events: ['payment.recorded'] }
    const presses = await Promise.all([1, 2, 3].map(() => callByName(company, 'webhooks.create', input, admin())))
    expect(presses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
    const again = await callByName(company, 'webhooks.create', { ...input, name: 'ΔΕΚΤΗΣ' }, admin())
    expect(refusalIn(again.json)).toMatchObject({
      code: 'webhooks.name-taken',
      details: { fields: { name: 'webhooks.name-taken' } },
    })
    expect(await company.db.many(sql`select from webhooks`)).toHaveLength(1)
  })

  test('sends a test at once and says what came back, which the list of deliveries keeps', async () => {
    const { id } = await create()
    answers = [
      { status: 404, milliseconds: 7 },
      { failure: 'certificate', milliseconds: 3 },
    ]
    const press = async () => (await callByName(company, 'webhooks.test', { id }, admin())).json
    expect(await press()).toEqual({ taken: false, httpStatus: 404, failure: null, milliseconds: 7 })
    expect(await press()).toEqual({ taken: false, httpStatus: null, failure: 'certificate', milliseconds: 3 })
    expect(await press()).toEqual({ taken: true, httpStatus: 200, failure: null, milliseconds: 5 })
    expect(bodies()[0]).toMatchObject({ type: 'webhook.test' })
    expect((await deliveries(id)).map(({ status }) => status)).toEqual(['FAILED', 'FAILED', 'SENT'])
  })

  test('the jobs of an event name the receivers, so that a slow one takes only its own places', async () => {
    const [one, two] = [await create(), await create()]
    await company.order('STOCK-OK')
    const jobs = await company.db.many<{ to: number }>(
      sql`select receiver::int as to from jobs where kind = ${DELIVER_JOB} order by 1`,
    )
    expect(jobs.map(({ to }) => to)).toEqual([one.id, two.id])
    const { runner } = company
    const { atOnceEach, atOnce } = deliverWork({
      runner,
      outside: () => NOTHING_OUTSIDE,
      publicUrl: 'http://localhost',
    })
    expect(atOnce).toBeGreaterThanOrEqual(MOST_WEBHOOKS * (atOnceEach ?? Number.POSITIVE_INFINITY))
  })

  test('removes a webhook with its deliveries, and a waiting event is not sent', async () => {
    const { id } = await create()
    await company.order('STOCK-OK')
    expect((await callByName(company, 'webhooks.remove', { id }, admin())).status).toBe(200)
    await deliver()
    expect(sent).toEqual([])
  })
})
