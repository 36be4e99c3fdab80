/** Tests that notifications for many devices cost little, and that a push service which does not answer delays no other one. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mentions } from '#features/notes/server/mentions.ts'
import { entities, factKinds, jobWorks } from '#app/server/features.ts'
import { messageKey } from '#kernel/message-key.ts'
import { dayOf } from '#kernel/day.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { NOTHING_OUTSIDE, type Outside } from '#server/integrations/ports.ts'
import { type PushSimulator, startPushSimulator } from '#simulators/push-simulator.ts'
import { openHooks } from '#server/integrations/webhooks/hooks.ts'
import { type JobWork, Worker, writeMissingJobs } from '#server/jobs/jobs.ts'
import { PUSH_JOB, pushToDevices } from '#server/push/push-to-devices.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { buffersRead, explaining } from '#testing/plans.ts'
import type { Work } from '#server/work.ts'
import { keepFacts } from '../fact-keeper.ts'
import { readLine } from '../queries.ts'

const PEOPLE = ['user', 'admin', 'production', 'logistirio', 'operations'] as const

let company: TestCompany
let service: PushSimulator
beforeAll(async () => {
  company = await openTestCompany({ hooks: openHooks({ local: true }) })
  service = await startPushSimulator()
})
afterAll(async () => {
  await service?.close()
  await company?.close()
})
beforeEach(() => company.db.script('delete from push_devices; delete from messages; delete from jobs'))

const { does } = peopleOf(() => company)
async function turnOnAll(): Promise<void> {
  for (const person of PEOPLE) {
    await does(person, 'notifications.begin-device', {})
    await does(person, 'notifications.turn-on-device', { ...service.browser().subscription, language: 'gr' })
  }
}

test('a fact writes the jobs of all devices in two statements, and writes none that already waits', async () => {
  const { db } = company
  await turnOnAll()
  let statements = 0
  const counted: Rows = {
    ...db,
    many: (query) => {
      statements += 1
      return db.many(query)
    },
    run: (query) => {
      statements += 1
      return db.run(query)
    },
  }
  const enqueueMissing: Work['enqueueMissing'] = (kind, jobs) => writeMissingJobs(counted, kind, jobs)
  await pushToDevices({ tx: counted, enqueueMissing }, 'orders.returned', null)
  await pushToDevices({ tx: counted, enqueueMissing }, 'orders.returned', null)
  expect(statements).toBe(4)
  expect(await db.many(sql`select from jobs where kind = ${PUSH_JOB}`)).toHaveLength(PEOPLE.length)
})

test('a push service that holds each connection takes only its own places', async () => {
  const { db, runner, userIds } = company
  const quick = 'https://quick.example/1'
  await turnOnAll()
  await db.run(sql`update push_devices set endpoint = 'https://Dead.example/' || id where user_id <> ${userIds.user}`)
  await db.run(sql`update push_devices set endpoint = ${quick} where user_id = ${userIds.user}`)
  await company.order('RETURNED')
  await keepFacts(runner, factKinds)
  expect(await db.many(sql`select distinct receiver from jobs where kind = ${PUSH_JOB} order by 1`)).toEqual([
    { receiver: 'dead.example' },
    { receiver: 'quick.example' },
  ])
  await db.run(sql`
    insert into jobs (kind, receiver, payload, run_at)
    select kind, receiver, payload, run_at - interval '1 minute' from jobs, generate_series(1, 20) where receiver = 'dead.example'`)
  const held = Promise.withResolvers<{ status: number; milliseconds: number }>()
  const posted: string[] = []
  const post = (url: string) => {
    posted.push(url)
    return url === quick ? Promise.resolve({ status: 201, milliseconds: 1 }) : held.promise
  }
  const outside: Outside = { ...NOTHING_OUTSIDE, hooks: { ...NOTHING_OUTSIDE.hooks, post } }
  const work = jobWorks({ runner, outside: () => outside, publicUrl: 'https://kerino.example' })[PUSH_JOB] as JobWork
  const worker = new Worker(db, PUSH_JOB, work, { info: () => {}, warn: () => {}, error: () => {} })
  worker.start()
  await expect.poll(() => posted).toContain(quick)
  expect(posted.length).toBeLessThan(work.atOnce)
  held.resolve({ status: 201, milliseconds: 1 })
  await worker.stop()
})

test('a job reads the messages about its record, and not the other messages of the person', async () => {
  const { db, userIds } = company
  const id = await company.order('STOCK-OK')
  await does('admin', 'notes.add-note', { entity: 'orders', entityId: id, body: '@Ονομα user ρώτα τον πελάτη' })
  await db.run(sql`
    insert into messages (user_id, kind, entity, entity_id, source_id, from_name, text)
    select ${userIds.user}::bigint, 'notes.mention', 'orders', 1000000 + n, n, 'Ονομα', 'κείμενο' from generate_series(1, 3000) as n`)
  await db.run(sql`analyze messages`)
  let buffers = 0
  const rows = explaining(db, (plan) => void (buffers += buffersRead(plan)))
  const actor = { userId: userIds.user, name: 'Ονομα', role: 'user', section: null } as const
  const kinds = { facts: factKinds, messages: [mentions], entities }
  const key = messageKey({ kind: 'notes.mention', entity: 'orders', entityId: id })
  expect(await readLine(kinds, { rows, actor, today: dayOf(new Date().toISOString()) }, key)).toMatchObject({
    key,
    count: 1,
    unread: true,
  })
  expect(buffers).toBeLessThan(40)
})
