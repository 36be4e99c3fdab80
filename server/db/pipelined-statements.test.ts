import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, Duplicate, sql } from '#server/db/database.ts'
import { emptyDatabase, testServer } from '#testing/engines.ts'
import type { ThrowawayPostgres } from '#testing/throwaway-postgres.ts'

let server: ThrowawayPostgres
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.stop())

describe.each(['pglite', 'postgres'] as const)('%s: statements of one transaction that are sent together', (engine) => {
  let db: Database
  beforeAll(async () => {
    db = await emptyDatabase(engine, server)
    await db.script('create table things (id int primary key)')
  })
  afterAll(() => db?.close())

  const things = () => db.many<{ id: number }>(sql`select id from things order by id`)

  test('run in their order', async () => {
    await db.transaction('serializable', (tx) =>
      Promise.all([1, 2, 3].map((id) => tx.run(sql`insert into things select ${id}::int + count(*) * 10 from things`))),
    )
    expect(await things()).toEqual([{ id: 1 }, { id: 12 }, { id: 23 }])
  })

  test('run in their order also if the first one writes and the second one reads', async () => {
    const [, found] = await db.transaction('serializable', (tx) =>
      Promise.all([
        tx.run(sql`insert into things values (50)`),
        tx.maybe<{ id: number }>(sql`select id from things where id = 50`),
      ]),
    )
    expect(found).toEqual({ id: 50 })
  })

  test('fail with the first failure, at any depth of calls, and change nothing', async () => {
    const before = await things()
    const deep = async (work: () => Promise<unknown>): Promise<unknown> => (await Promise.resolve(), work())
    for (let time = 0; time < 5; time++) {
      const done = db.transaction('serializable', async (tx) => {
        await tx.run(sql`insert into things values (${100 + time})`)
        await Promise.all([
          deep(async () => deep(() => tx.run(sql`insert into things values (1)`))),
          deep(() => deep(() => tx.run(sql`insert into things values (${200 + time})`))),
        ])
      })
      await expect(done).rejects.toBeInstanceOf(Duplicate)
    }
    expect(await things()).toEqual(before)
  })

  test('never run after the end that a refusal caused', async () => {
    const before = await things()
    const late: Promise<unknown>[] = []
    const done = db.transaction('serializable', async (tx) => {
      await tx.many(sql`select 1 as one`)
      const straggler = Promise.resolve().then(() => tx.run(sql`insert into things values (300)`))
      late.push(straggler.catch(() => null))
      throw new Error('refused')
    })
    await expect(done).rejects.toThrow('refused')
    await Promise.allSettled(late)
    expect(await things()).toEqual(before)
  })
})
