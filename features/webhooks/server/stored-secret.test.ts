/** Tests that the database contains no secret of a webhook in clear, and what happens without the key. */
import { NO_HOOKS } from '#server/integrations/webhooks/hooks.ts'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WrongConfiguration } from '#server/config.ts'
import { sql } from '#server/db/database.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { Later } from '#server/jobs/jobs.ts'
import { Runner } from '#server/runner.ts'
import { NO_SEALING, type Sealing, sealingWith } from '#server/seal/sealing.ts'
import { callByName, openTestCompany, refusalIn, type TestCompany } from '#testing/company.ts'
import { TEST_SEALING } from '#server/seal/test-sealing.ts'
import { testServer } from '#testing/test-server.ts'
import { DELIVER_JOB } from './announce.ts'
import { deliverWork } from './deliver.ts'
import { newSecret } from './sign.ts'
import { ownerOf, sealEarlierSecrets } from './stored-secret.ts'

const sent: string[] = []
const hooks = {
  ...NO_HOOKS,
  whyNot: async () => null,
  post: async (url: string) => {
    sent.push(url)
    return { status: 200, milliseconds: 5 }
  },
}

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany({ hooks })
})
afterAll(() => company?.close())
beforeEach(async () => {
  await company.db.script('delete from webhooks; delete from jobs')
  sent.length = 0
})

const admin = () => ({ token: company.tokens.admin })
let count = 0
const create = async (at = company) =>
  callByName(
    at,
    'webhooks.create',
    { name: `Κατάστημα ${count++}`, url: 'https://shop.example/hook', events: ['order.status-changed'] },
    admin(),
  )
const made = async () => (await create()).json as { id: number; secret: string }
const stored = (id: number) =>
  company.db.one<{ sealed: string }>(sql`select sealed_secret as sealed from webhooks where id = ${id}`)

/** Writes a webhook as a version stored it that did not encrypt. */
async function storeInClear(): Promise<{ id: number; secret: string }> {
  const secret = newSecret()
  await company.db.script('alter table webhooks drop constraint webhooks_secret_is_sealed')
  const { id } = await company.db.one<{ id: number }>(sql`
    insert into webhooks (name, url, events, sealed_secret)
    values ('Παλιό', 'https://shop.example/hook', '{order.status-changed}', ${secret}) returning id`)
  await company.db.script(
    "alter table webhooks add constraint webhooks_secret_is_sealed check (sealed_secret like 'v1.%') not valid",
  )
  return { id, secret }
}

/** Returns the company on a process that encrypts with something else. */
async function withSealing(sealing: Sealing): Promise<TestCompany> {
  const runner = new Runner({ db: company.db, clock: () => new Date(), sealing })
  const app = await testServer(company.db, { runner, outside: () => ({ ...NOTHING_OUTSIDE, hooks }) })
  return { ...company, runner, app }
}
const key = randomBytes(32)
const ANOTHER = sealingWith({ possible: () => true, forNew: () => key, forStored: () => key })

test('a secret is stored encrypted for its webhook only, and the column refuses one in clear', async () => {
  const { id, secret } = await made()
  const { sealed } = await stored(id)
  expect(sealed).not.toContain(secret.slice(6, 30))
  expect(TEST_SEALING.unseal(sealed, ownerOf(id))).toBe(secret)
  expect(TEST_SEALING.unseal(sealed, ownerOf(id + 1))).toBeNull()
  await expect(company.db.run(sql`update webhooks set sealed_secret = ${secret} where id = ${id}`)).rejects.toThrow()
})

test('secrets of an earlier version are encrypted by the next start, and a further start changes nothing', async () => {
  const { id, secret } = await storeInClear()
  const { id: another } = await made()
  const before = await stored(another)
  await sealEarlierSecrets(company.db, TEST_SEALING)
  const { sealed } = await stored(id)
  expect(TEST_SEALING.unseal(sealed, ownerOf(id))).toBe(secret)
  await sealEarlierSecrets(company.db, TEST_SEALING)
  expect([await stored(id), await stored(another)]).toEqual([{ sealed }, before])
})

test('a start that cannot encrypt them is refused with the name of the variable, and one without such secrets is not', async () => {
  await sealEarlierSecrets(company.db, NO_SEALING)
  await storeInClear()
  const start = sealEarlierSecrets(company.db, NO_SEALING)
  await expect(start).rejects.toThrow(WrongConfiguration)
  await expect(start).rejects.toThrow('SECRETS_KEY')
})

test('without a common key no webhook is created, and the refusal says why', async () => {
  const there = await withSealing(NO_SEALING)
  const answer = await create(there)
  expect([answer.status, refusalIn(answer.json)?.code]).toEqual([503, 'webhooks.no-secrets-key'])
  expect(await company.db.many(sql`select from webhooks`)).toEqual([])
  await there.app.close()
})

test.each([
  ['lost', NO_SEALING],
  ['another one', ANOTHER],
])('with a key that is %s nothing is sent, and the test and the delivery say why', async (_what, sealing) => {
  const { id } = await made()
  await company.order('STOCK-OK')
  const there = await withSealing(sealing)
  const tested = await callByName(there, 'webhooks.test', { id }, admin())
  expect([tested.status, refusalIn(tested.json)?.code]).toEqual([503, 'webhooks.secret-lost'])
  const work = deliverWork({ runner: there.runner, outside: () => ({ ...NOTHING_OUTSIDE, hooks }), publicUrl: '' })
  const { payload } = await company.db.one<{ payload: unknown }>(
    sql`select payload from jobs where kind = ${DELIVER_JOB}`,
  )
  await expect(work.run(payload)).rejects.toThrow(Later)
  expect(sent).toEqual([])
  const listed = (await callByName(company, 'webhooks.list', {}, admin())).json
  expect(listed).toMatchObject({ rows: [{ failures: 1, lastAnswer: { taken: false, failure: 'secret-lost' } }] })

  // the key is back, and the event that waited is sent
  const again = deliverWork({ runner: company.runner, outside: () => ({ ...NOTHING_OUTSIDE, hooks }), publicUrl: '' })
  await again.run(payload)
  expect(sent).toHaveLength(1)
  await there.app.close()
})
