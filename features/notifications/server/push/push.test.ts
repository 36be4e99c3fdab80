/** Tests push notifications from their cause to the device, which decrypts them as a browser does. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { factKinds, jobWorks } from '#app/server/features.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { openHooks } from '#server/integrations/webhooks/hooks.ts'
import { type PushBrowser, type PushSimulator, startPushSimulator } from '#simulators/push-simulator.ts'
import { Later } from '#server/jobs/jobs.ts'
import { PUSH_JOB } from '#server/push/push-to-devices.ts'
import { readOrMakePushKeys, readPushKeys } from '#server/push/push-keys.ts'
import { Runner } from '#server/runner.ts'
import { NO_SEALING } from '#server/seal/sealing.ts'
import { TEST_SEALING } from '#server/seal/test-sealing.ts'
import { callByName, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import type { Person } from '#testing/people-and-goods.ts'
import { browserOf, enterPassword } from '#testing/second-factor.ts'
import { testServer } from '#testing/test-server.ts'
import type { OwnDevice } from '../../domain/push-contract.ts'
import { keepFacts } from '../fact-keeper.ts'

const hooks = openHooks({ local: true })
let company: TestCompany
let service: PushSimulator
beforeAll(async () => {
  company = await openTestCompany({ hooks })
  service = await startPushSimulator()
})
afterAll(async () => {
  await service?.close()
  await company?.close()
})
beforeEach(() =>
  company.db.script('delete from push_devices; delete from notice_marks; delete from messages; delete from jobs'),
)
afterEach(() => {
  const problems = service.problems()
  if (problems.length > 0) throw new Error(problems.join('\n'))
})

const { does, refusalOf } = peopleOf(() => company)
const keep = () => keepFacts(company.runner, factKinds)

async function turnOn(person: Person, browser = service.browser(), language = 'gr'): Promise<PushBrowser> {
  await does(person, 'notifications.begin-device', {})
  await does(person, 'notifications.turn-on-device', { ...browser.subscription, language })
  return browser
}

/** Writes a note that names a person. Returns the order and the line. */
async function mention(person: Person, text = 'ρώτα τον πελάτη'): Promise<{ id: number; key: string }> {
  const id = await company.order('STOCK-OK')
  await does('admin', 'notes.add-note', { entity: 'orders', entityId: id, body: `@Ονομα ${person} ${text}` })
  return { id, key: `notes.mention/orders/${id}` }
}

/** Runs the waiting jobs of push notifications once, as a worker does. Returns how many must run again. */
async function push(): Promise<number> {
  const { runner, db } = company
  const work = jobWorks({
    runner,
    outside: () => ({ ...NOTHING_OUTSIDE, hooks }),
    publicUrl: 'https://kerino.example',
  })[PUSH_JOB]
  let again = 0
  for (const { payload } of await db.many<{ payload: unknown }>(
    sql`select payload from jobs where kind = ${PUSH_JOB} and finished_at is null order by id`,
  ))
    await work?.run(payload).catch((error: unknown) => {
      if (!(error instanceof Later)) throw error
      again += 1
    })
  return again
}
const messages = ({ received }: PushBrowser) => received.map(({ message }) => message)
const devicesOf = async (person: Person) =>
  (await does<{ devices: OwnDevice[] }>(person, 'notifications.devices', {})).devices

describe('a message reaches the devices of its person', () => {
  test('as a title and one line in their language, with the page to open, and nobody else gets it', async () => {
    const [user, admin, production] = [await turnOn('user'), await turnOn('admin'), await turnOn('production')]
    const { id, key } = await mention('user')
    expect(await push()).toBe(0)
    expect(messages(user)).toEqual([
      {
        title: 'Ονομα admin: σας ανέφερε σε μια σημείωση',
        body: `Παραγγελία ${id}: @Ονομα user ρώτα τον πελάτη`,
        to: `/order-detail/${id}?tab=notes`,
        tag: key,
      },
    ])
    expect([messages(admin), messages(production)]).toEqual([[], []])
  })

  test('in the language of the account, which counts more than that of the device', async () => {
    const user = await turnOn('user', service.browser(), 'gr')
    await company.db.run(sql`insert into preferences (user_id, language) values (${company.userIds.user}, 'rs')`)
    await company.order('RETURNED')
    await keep()
    await push()
    expect(messages(user)[0]?.title).toMatch(/[а-я]/i)
    expect(messages(user)[0]?.title).not.toMatch(/[α-ω]/i)
    await company.db.run(sql`delete from preferences where user_id = ${company.userIds.user}`)
  })

  test('within the size that push services take, however long the note is', async () => {
    const user = await turnOn('user')
    await mention('user', '😀'.repeat(1_900))
    await push()
    expect(user.received).toHaveLength(1)
    expect(user.received[0]?.bytes).toBeLessThan(4_096)
    expect(messages(user)[0]?.body).toMatch(/…$/)
  })

  test('twice with one tag if the job runs twice, so that the device shows it once', async () => {
    const user = await turnOn('user')
    const { key } = await mention('user')
    await push()
    await push()
    expect(user.received.map(({ message, topic }) => [message.tag, topic])).toEqual(
      Array.from({ length: 2 }, () => [key, expect.stringMatching(/^[\w-]{32}$/)]),
    )
  })
})

describe('a fact', () => {
  test('reaches everybody who may see it, once for several that begin together, and no more when it is solved', async () => {
    const [user, driver] = [await turnOn('user'), await devicesOf('production')]
    expect(driver).toEqual([])
    const first = await company.order('RETURNED')
    const second = await company.order('RETURNED')
    await keep()
    const { jobs } = await company.db.one<{ jobs: number }>(
      sql`select count(*)::int as jobs from jobs where kind = ${PUSH_JOB}`,
    )
    expect(jobs).toBe(1)
    await push()
    expect(messages(user)).toMatchObject([{ tag: 'orders.returned', body: `#${second} Ξενοδοχείο Ακτή` }])
    for (const id of [first, second]) await does('user', 'orders.move-order', { id, transition: 'cancel' })
    await company.db.run(sql`delete from waiting_facts`)
    await push()
    expect(user.received).toHaveLength(1)
  })
})

describe('nothing is sent that the person', () => {
  const sentAfter = async (change: (key: string) => Promise<unknown>) => {
    const user = await turnOn('user')
    const { key } = await mention('user')
    await change(key)
    await push()
    return user.received.length
  }
  const session = (set: string) => () =>
    company.db.script(`update sessions set ${set} where user_id = ${company.userIds.user}`)

  test.each<[string, (key: string) => Promise<unknown>]>([
    ['has read', (key) => does('user', 'notifications.read', { key })],
    ['has snoozed', (key) => does('user', 'notifications.snooze', { key, snoozed: true })],
    ['does not want to see', () => does('user', 'notifications.choose', { kind: 'notes.mention', shown: false })],
  ])('%s', async (_what, change) => {
    expect(await sentAfter(async () => undefined)).toBe(1)
    expect(await sentAfter(change)).toBe(0)
  })

  test('could not read now: the screen is locked, or the session has expired', async () => {
    expect(await sentAfter(session('locked_at = now()'))).toBe(0)
    await session('locked_at = null')()
    expect(await sentAfter(session(`expires_at = now() - interval '1 minute'`))).toBe(0)
    await session(`expires_at = now() + interval '1 day'`)()
    expect(await sentAfter(async () => undefined)).toBe(1)
  })

  test('may not read any more', async () => {
    const right = 'orders.read'
    const change = async (held: boolean) => {
      const { roles } = await does<{ roles: { role: string; version: number }[] }>('admin', 'rights.matrix', {})
      const version = roles.find(({ role }) => role === 'user')?.version
      await does('admin', 'rights.change-right', { role: 'user', right, held, version })
    }
    expect(await sentAfter(() => change(false))).toBe(0)
    await change(true)
  })
})

describe('a device is removed', () => {
  const stored = async () =>
    (await company.db.one<{ count: number }>(sql`select count(*)::int as count from push_devices`)).count
  /** Signs in with a browser of its own and switches notifications on. */
  async function signedIn(person: Person, device = service.browser()) {
    const browser = browserOf(() => company)
    await enterPassword(browser, person)
    await browser.post('/app/notifications.begin-device')
    expect(
      (await browser.post('/app/notifications.turn-on-device', { ...device.subscription, language: 'gr' })).status,
    ).toBe(200)
    return { browser, device }
  }

  test('by the sign-out, by the end of the session from elsewhere, and by the deactivation of the account', async () => {
    const { browser } = await signedIn('logistirio')
    expect(await stored()).toBe(1)
    await browser.post('/app/session.sign-out')
    expect(await stored()).toBe(0)
    await signedIn('logistirio')
    const other = await signedIn('logistirio')
    await other.browser.post('/app/users.end-other-sessions')
    expect(await stored()).toBe(1)
    await company.db.script('delete from push_devices')
    await signedIn('operations')
    const id = company.userIds.operations
    const { version } = await company.db.one<{ version: number }>(sql`select version from users where id = ${id}`)
    await does('admin', 'users.deactivate-account', { id, version })
    expect(await stored()).toBe(0)
  })

  test.each([404, 410])('by the status %i of the push service', async (status) => {
    const user = await turnOn('user')
    await mention('user')
    service.refuse(status)
    expect([await push(), user.received.length, await stored()]).toEqual([0, 0, 0])
  })

  test('by its person, and by nobody else', async () => {
    await turnOn('user')
    const [{ id } = { id: 0 }] = await devicesOf('user')
    await does('admin', 'notifications.remove-device', { id })
    expect(await stored()).toBe(1)
    await does('user', 'notifications.remove-device', { id })
    expect(await stored()).toBe(0)
  })

  test('from the list of an earlier person of the browser, when another one switches notifications on there', async () => {
    const device = await turnOn('user')
    await turnOn('production', device)
    expect([await devicesOf('user'), (await devicesOf('production')).length]).toEqual([[], 1])
  })
})

test('a device goes on in the next session of its person, and not in that of another', async () => {
  const device = await turnOn('user')
  const { endpoint } = device.subscription
  expect(await does('admin', 'notifications.keep-device', { endpoint })).toEqual({ on: false })
  await company.db.run(sql`
    update push_devices set session_id = (select max(id) from sessions where user_id = ${company.userIds.admin})`)
  expect(await does('user', 'notifications.keep-device', { endpoint })).toEqual({ on: true })
  expect(await devicesOf('user')).toMatchObject([{ isThis: true, readable: true }])
})

test('the list names the device and its last use, and neither its address nor its keys', async () => {
  const { subscription } = await turnOn('user')
  const text = JSON.stringify(await devicesOf('user'))
  for (const secret of Object.values(subscription)) expect(text).not.toContain(secret)
  expect(await devicesOf('user')).toMatchObject([{ lastUsedAt: expect.stringMatching(/^20/), isThis: true }])
})

describe('a push service that does not take a message', () => {
  test.each([429, 500, 503])('with the status %i gets it again later', async (status) => {
    const user = await turnOn('user')
    await mention('user')
    service.refuse(status)
    expect([await push(), user.received.length]).toEqual([1, 0])
    expect([await push(), user.received.length]).toEqual([0, 1])
  })

  test('with the status 403 does not get it again, and the device stays', async () => {
    const user = await turnOn('user')
    await mention('user')
    service.refuse(403)
    expect([await push(), user.received.length, (await devicesOf('user')).length]).toEqual([0, 0, 1])
  })
})

describe('the address of a device', () => {
  test.each([
    'https://127.0.0.1/x',
    'https://10.1.2.3/x',
    'https://[::1]/x',
    'http://public.example/x',
    'https://169.254.169.254/x',
  ])('%s is refused, because the server calls no machine of its own network', async (endpoint) => {
    const app = await testServer(company.db, {
      runner: company.runner,
      outside: () => ({ ...NOTHING_OUTSIDE, hooks: openHooks({ local: false }) }),
    })
    const input = { ...service.browser().subscription, endpoint, language: 'gr' }
    const answer = await callByName({ ...company, app }, 'notifications.turn-on-device', input, {
      token: company.tokens.user,
    })
    expect(refusalIn(answer.json)).toMatchObject({ code: 'notifications.push-address' })
    await app.close()
  })

  test('is refused with a public key that is no point of the curve', async () => {
    const { subscription } = service.browser()
    const p256dh = Buffer.alloc(65, 4).toString('base64url')
    const input = { ...subscription, p256dh, language: 'gr' }
    expect(await refusalOf('user', 'notifications.turn-on-device', input)).toMatchObject({ code: 'input' })
  })
})

describe('the keys of the product', () => {
  const runnerWith = (sealing = TEST_SEALING) => new Runner({ db: company.db, clock: () => new Date(), sealing })

  test('are made once by several processes at the same moment, and stored encrypted', async () => {
    await company.db.script('delete from push_keys')
    const made = await Promise.all(
      Array.from({ length: 4 }, () =>
        runnerWith().work({ userId: null, name: 't', role: 'admin', section: null }, 'test.keys', ({ tx }) =>
          readOrMakePushKeys(tx, TEST_SEALING),
        ),
      ),
    )
    const [first] = made
    expect(first).toMatchObject({ publicKey: expect.stringMatching(/^[\w-]{87}$/) })
    expect(made).toEqual(Array.from({ length: 4 }, () => first))
    const { sealed } = await company.db.one<{ sealed: string }>(sql`select sealed_private_key as sealed from push_keys`)
    expect(sealed).not.toContain((first as { privateKey: string }).privateKey)
  })

  test('that cannot be read send nothing, and the refusal and the trial say why', async () => {
    await turnOn('admin')
    await company.db.run(
      sql`update push_keys set sealed_private_key = ${TEST_SEALING.seal('x', 'another owner') ?? ''}`,
    )
    expect(await readPushKeys(company.db, TEST_SEALING)).toBe('lost')
    expect(await refusalOf('user', 'notifications.begin-device', {})).toMatchObject({
      code: 'notifications.push-key-lost',
    })
    await company.db.script('delete from service_turns')
    const trial = await does('admin', 'settings.try-environment', { part: 'push', mail: false, language: 'gr' })
    expect(trial).toMatchObject({ kind: 'failed', fault: 'key-lost' })
    await company.db.script('delete from push_keys')
  })

  test('that other processes could not read are not made, and the refusal names the variable', async () => {
    await company.db.script('delete from push_keys')
    const app = await testServer(company.db, { runner: runnerWith(NO_SEALING) })
    const answer = await callByName(
      { ...company, app },
      'notifications.begin-device',
      {},
      { token: company.tokens.user },
    )
    expect(refusalIn(answer.json)).toMatchObject({ code: 'notifications.push-no-key' })
    await app.close()
  })

  test('are made anew after an operator has deleted them, and the devices of the earlier ones are removed', async () => {
    await turnOn('user')
    await company.db.script('delete from push_keys')
    await does('admin', 'notifications.begin-device', {})
    expect(await devicesOf('user')).toEqual([])
  })
})

describe('the trial on the page of the environment', () => {
  const attempt = async () => {
    await company.db.script('delete from service_turns')
    return does('admin', 'settings.try-environment', { part: 'push', mail: false, language: 'eng' })
  }

  test('sends a notification to the own devices, and says if there is none', async () => {
    const colleague = await turnOn('user')
    expect(await attempt()).toMatchObject({ kind: 'failed', fault: 'no-device' })
    const own = await turnOn('admin')
    expect(await attempt()).toEqual({ kind: 'works', seen: '1' })
    expect(messages(own)).toMatchObject([{ body: 'Notifications reach this device.', to: '/dashboard' }])
    expect(messages(colleague)).toEqual([])
  })

  test('names the status of a push service that refuses', async () => {
    await turnOn('admin')
    service.refuse(403)
    expect(await attempt()).toMatchObject({ kind: 'failed', fault: 'push-refused', code: 'HTTP 403' })
  })
})
