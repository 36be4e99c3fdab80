/** Tests the command, the queries and the data API of settings forms, by the form of the days that records are kept. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { forms, retentions } from '#app/server/features.ts'
import { FORGET_JOB, forgetNightly } from '#app/server/housekeeping.ts'
import { readRetentionDays } from '#server/jobs/retention.ts'
import { nextDue, runDue } from '#server/jobs/schedules.ts'
import { ask, openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import type { Moment } from '#kernel/day.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())
beforeEach(() => company.db.script(`delete from settings where name = 'retention'; delete from schedules`))

const { does, refusalOf } = peopleOf(() => company)
const save = (values: object, shown: object) => does('admin', 'settings.save-retention', { values, shown })
const stored = async () =>
  (await company.db.maybe<{ value: unknown }>(sql`select value from settings where name = 'retention'`))?.value
const days = async (name: string) => (await readRetentionDays(company.db, retentions))[name]

describe('saving', () => {
  test('changes what the nightly job uses, and stores only what is not usual', async () => {
    expect(await save({ mails: 3_653, sessions: 200 }, { mails: 2_192, sessions: 180 })).toEqual({
      changed: ['sessions', 'mails'],
    })
    expect([await days('mails'), await days('sessions'), await stored()]).toEqual([
      3_653,
      200,
      { mails: 3_653, sessions: 200 },
    ])
    await save({ mails: 2_192 }, { mails: 3_653 })
    expect([await days('mails'), await stored()]).toEqual([2_192, { sessions: 200 }])
  })

  test('leaves an entry with the old and the new value, and none if nothing changes', async () => {
    await save({ mails: 1_000 }, { mails: 2_192 })
    await save({ mails: 1_000 }, { mails: 1_000 })
    const { rows } = await does<{ rows: object[] }>('admin', 'settings.history', { id: 2 })
    expect(rows[0]).toMatchObject({
      command: 'settings.save-retention',
      userName: 'Ονομα admin',
      changes: { 'retention.mails': [2_192, 1_000] },
    })
    expect(rows.filter((row) => JSON.stringify(row).includes('[1000,1000]'))).toEqual([])
  })

  test.each([
    ['fewer days than the product needs', { mails: 364 }, 'values.mails'],
    ['days beyond a hundred years', { mails: 36_526 }, 'values.mails'],
    ['no days', { mails: null }, 'values.mails'],
    ['a kind that does not exist', { letters: 400 }, 'values'],
  ])('refuses %s, and nothing is stored', async (_title, values, field) => {
    const refusal = await refusalOf('admin', 'settings.save-retention', { values, shown: { mails: 2_192 } })
    expect(refusal).toMatchObject({ kind: 'invalid', details: { first: field } })
    expect(await stored()).toBeUndefined()
  })

  test.each([
    ['answers for longer than their keys', { 'idempotency-answers': 91 }, 91, 90],
    ['keys for a shorter time than their answers', { 'idempotency-answers': 60, 'idempotency-keys': 59 }, 60, 59],
  ])('refuses to keep %s, and nothing is stored', async (_title, values, kept, limit) => {
    const shown = { 'idempotency-answers': 14, 'idempotency-keys': 90 }
    expect(await refusalOf('admin', 'settings.save-retention', { values, shown })).toMatchObject({
      kind: 'refused',
      code: 'settings.answers-outlive-keys',
      details: { days: kept, limit, fields: { 'values.idempotency-answers': 'settings.answers-outlive-keys' } },
    })
    expect(await stored()).toBeUndefined()
    await save({ 'idempotency-answers': limit, 'idempotency-keys': limit }, shown)
    expect(await days('idempotency-answers')).toBe(limit)
  })

  test('refuses to overwrite what another person has saved in the meantime, and accepts what they left alone', async () => {
    await save({ mails: 3_000 }, { mails: 2_192 })
    const stale = { values: { mails: 500 }, shown: { mails: 2_192 } }
    expect(await refusalOf('admin', 'settings.save-retention', stale)).toMatchObject({
      kind: 'conflict',
      details: { userName: 'Ονομα admin' },
    })
    await save({ sessions: 200 }, { sessions: 180 })
    expect(await stored()).toEqual({ mails: 3_000, sessions: 200 })
  })

  test('refuses a value without the one that the person saw', async () => {
    expect(await refusalOf('admin', 'settings.save-retention', { values: { mails: 500 }, shown: {} })).toMatchObject({
      kind: 'conflict',
    })
  })

  test.each(['user', 'operations', 'driver', 'section', 'waiting'] as const)('is refused to %s', async (person) => {
    const input = { values: { mails: 3_000 }, shown: { mails: 2_192 } }
    expect(await refusalOf(person, 'settings.save-retention', input)).toMatchObject({ kind: 'forbidden' })
    expect(await stored()).toBeUndefined()
  })
})

describe('the form', () => {
  type Form = { settings: { name: string; least: number }[]; values: Record<string, number>; effectiveAt: string }

  test('has every kind of record that the nightly job deletes, with its value and its lower limit', async () => {
    await save({ mails: 1_000 }, { mails: 2_192 })
    const form = await does<Form>('admin', 'settings.retention', {})
    expect(form.settings.map(({ name, least }) => [name, least])).toEqual(
      expect.arrayContaining(retentions.map(({ name, leastDays }) => [name, leastDays])),
    )
    expect(form.settings).toHaveLength(retentions.length)
    expect(form.values).toMatchObject({ mails: 1_000, sessions: 180 })
  })

  test('shows the usual value of a stored one that is not allowed', async () => {
    await company.db.run(
      sql`insert into settings (name, value) values ('retention', '{"mails": 3, "sessions": "200"}')`,
    )
    expect((await does<Form>('admin', 'settings.retention', {})).values).toMatchObject({ mails: 2_192, sessions: 180 })
  })

  test('and the data API show the same values: usual ones beyond the limits, and no unknown settings', async () => {
    await company.db.run(sql`insert into settings (name, value) values ('retention', '{"mails": 100, "unknown": 1}')`)
    const { values } = await does<Form>('admin', 'settings.retention', {})
    const { json } = await ask(company, 'GET', '/api/v2/_table/settings/2', { token: company.tokens.admin })
    expect((json as { value: unknown }).value).toEqual(values)
    expect([values['mails'], values['unknown'], await days('mails')]).toEqual([2_192, undefined, 2_192])
  })

  test('says when the next nightly run is: as stored, and as it will be stored before the first check', async () => {
    const due = () => nextDue(new Date().toISOString() as Moment, forgetNightly.dailyAt)
    const before = due()
    const { effectiveAt } = await does<Form>('admin', 'settings.retention', {})
    expect([before, due()]).toContain(effectiveAt)
    await runDue(company.runner, forgetNightly)
    await company.db.run(sql`update schedules set next_at = '2031-05-06T00:20:00Z' where name = 'forget-old'`)
    expect((await does<Form>('admin', 'settings.retention', {})).effectiveAt).toBe('2031-05-06T00:20:00.000Z')
    expect(FORGET_JOB).toBe(forgetNightly.kind)
  })

  test('is in the list of forms, and no two forms share an id, a name or a stored row', async () => {
    expect(await does('admin', 'settings.forms', {})).toEqual({
      forms: forms.map(({ id, name, group, settings }) => ({
        id,
        name,
        group,
        settings: settings.map((setting) => setting.name),
        missing: expect.any(Array),
      })),
    })
    expect(new Set(forms.map(({ id }) => id)).size).toBe(forms.length)
    expect(new Set(forms.map(({ name }) => name)).size).toBe(forms.length)
    const internal = ['page-key', 'demo', 'demo-company', 'accounting-state']
    expect(forms.filter(({ name }) => internal.includes(name))).toEqual([])
  })
})

test('a program of an administrator reads the settings, and no other rows of their table', async () => {
  await save({ mails: 1_000 }, { mails: 2_192 })
  const { json } = await ask(company, 'GET', '/api/v2/_table/settings', { token: company.tokens.admin })
  const { resource } = json as { resource: { id: number; name: string; value: Record<string, number> }[] }
  const nameById = (rows: readonly { id: number; name: string }[]) =>
    Object.fromEntries(rows.map(({ id, name }) => [id, name]))
  expect(nameById(resource)).toEqual(nameById(forms))
  expect(resource.find(({ id }) => id === 2)?.value).toMatchObject({ mails: 1_000, sessions: 180 })
  const patch = await ask(company, 'PATCH', '/api/v2/_table/settings/2', {
    token: company.tokens.admin,
    body: { value: { mails: 500 } },
  })
  expect([patch.status, await days('mails')]).toEqual([405, 1_000])
})
