/** Tests who may try the environment, how often, and that the trial mail goes to the person's own address only. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TrialQuestion } from '#kernel/settings/environment.ts'
import { sql } from '#server/db/database.ts'
import type { OpenedPart } from '#server/integrations/ports.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { saveCompany } from '#server/company.ts'

const asked: TrialQuestion[] = []
const part = (name: OpenedPart['name'], tried: boolean): OpenedPart => ({
  name,
  state: tried ? 'set' : 'missing',
  variables: ['A_VARIABLE'],
  facts: [],
  ...(tried && {
    tryIt: async (question) => {
      asked.push(question)
      return { kind: 'works', seen: question.mailTo ?? '' }
    },
  }),
})

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany({ environment: [part('mail', true), part('registry', true), part('places', false)] })
  await company.db.transaction('serializable', (tx) => saveCompany(tx, { vat: '094014201', name: 'Κερίνο' }))
})
afterAll(() => company?.close())
beforeEach(async () => {
  asked.splice(0)
  await company.db.script('delete from service_turns')
})

const { does, refusalOf } = peopleOf(() => company)
const QUESTION = { part: 'mail', mail: false, language: 'eng' }
const tries = (more: object) => does('admin', 'settings.try-environment', { ...QUESTION, ...more })
/** Returns the refusal of a trial. */
const noTo = (more: object) => refusalOf('admin', 'settings.try-environment', { ...QUESTION, ...more })

test('an administrator sees which parts can be tried, and other people neither see nor try them', async () => {
  expect(await does('admin', 'settings.show-environment', {})).toMatchObject({
    parts: [
      { name: 'mail', state: 'set', tried: true },
      { name: 'registry', tried: true },
      { name: 'places', state: 'missing', tried: false },
    ],
  })
  expect(await refusalOf('user', 'settings.show-environment', {})).toMatchObject({ kind: 'forbidden' })
  expect(await refusalOf('user', 'settings.try-environment', QUESTION)).toMatchObject({ kind: 'forbidden' })
  expect(asked).toEqual([])
})

test('a mail goes to the own e-mail of the person, in their language, and only if they ask for it', async () => {
  const { email } = await company.db.one<{ email: string }>(
    sql`select email from users where id = ${company.userIds.admin}`,
  )
  expect(await tries({})).toEqual({ kind: 'works', seen: '' })
  expect(await tries({ mail: true, language: 'gr' })).toEqual({ kind: 'works', seen: email })
  expect(asked.map(({ mailTo, subject }) => [mailTo, subject])).toEqual([
    [null, 'Test mail of Κερίνο'],
    [email, 'Δοκιμαστικό μήνυμα: Κερίνο'],
  ])
  // no input names another address
  expect(await noTo({ mail: true, mailTo: 'x@far.example' })).toMatchObject({ kind: 'invalid' })
})

test('the registry is asked for the VAT number of the company, and no part twice within its seconds', async () => {
  await tries({ part: 'registry' })
  expect(await noTo({ part: 'registry' })).toMatchObject({
    kind: 'tooMany',
    code: 'settings.try-again-soon',
    details: { seconds: 60 },
  })
  // another part has its own turn
  await tries({})
  expect(asked.map(({ vat }) => vat)).toEqual(['094014201', '094014201'])
  // the turn is in the database, and comes back with time
  await company.db.run(sql`update service_turns set next_at = now() - interval '1 second'`)
  await tries({ part: 'registry' })
  expect(asked).toHaveLength(3)
})

test('a part that is not set, or that the server does not have, cannot be tried', async () => {
  for (const name of ['places', 'tiles'])
    expect(await noTo({ part: name })).toMatchObject({ code: 'settings.cannot-be-tried' })
})

test('a trial leaves nothing in the history, and its answer is not stored', async () => {
  const count = () =>
    company.db.one<{ n: number }>(
      sql`select count(*)::int as n from history where command like 'settings.%environment'`,
    )
  await tries({})
  expect(await count()).toEqual({ n: 0 })
})
