/**
 * After each command and each write of the data API, every query whose answer changed was told of it: what was announced concerns what
 * the answer before said that it is about. And whoever may ask a query may be told of what its answer is about.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveSetting } from '#server/company.ts'
import { ABOUT_HEADER, CHANGED_HEADER, concerns, kindIn, topicsInHeader } from '#kernel/live/topics.ts'
import { may } from '#kernel/rights.ts'
import { commands, lookups, OWN_KINDS, queries, tables } from '#app/server/features.ts'
import { startSimulators } from '#simulators/all-simulators.ts'
import { mayHearOf } from '#app/server/live/live-reach.ts'
import { ask, callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import { FULL_LENGTH, SHORT } from '#testing/length.ts'
import { roleOf } from '#testing/people-and-goods.ts'
import { MAY_COLUMNS, recordFor, TABLE_METHODS, type TableSample } from '#server/samples/sample-parts.ts'
import { samples, tableSamples } from '#testing/samples.ts'

/** Answers that differ without a change of a record. */
const DIFFERS_ANYWAY: Readonly<Record<string, string>> = {
  'users.list': 'shows when each person was last here, which every request may change',
  'users.own-sessions': 'shows when each device was last used, which every request may change',
}

const SHOWN = queries.map(({ contract }) => contract).filter(({ name }) => !(name in DIFFERS_ANYWAY))

let company: TestCompany
let simulators: Awaited<ReturnType<typeof startSimulators>>
const announced: string[] = []
/** The input of each query: that of its sample, without words to search for, so that it shows more records. */
const inputs = new Map<string, object>()
beforeAll(async () => {
  simulators = await startSimulators()
  company = await openTestCompany(
    simulators.outside,
    undefined,
    {},
    { announced: (topics) => void announced.push(...topics) },
  )
  await saveSetting(company.db, 'accounting-state', { configured: true })
  const valid = samples(company)
  for (const { name, input: zInput } of SHOWN) {
    const input = await (valid[name] as () => Promise<object>)()
    const wide = { ...input, search: '' }
    inputs.set(name, 'search' in input && zInput.safeParse(wide).success ? wide : input)
  }
})
afterAll(async () => {
  await company?.close()
  await simulators?.close()
})

const topicsIn = (headers: Record<string, unknown>, name: string): string[] =>
  topicsInHeader(typeof headers[name] === 'string' ? headers[name] : null) ?? []

type Answer = { readonly text: string; readonly about: readonly string[] }

/** Asks a query. Moments after `since` count as equal, because some answers contain the present one. */
async function answerTo(name: string, since: number): Promise<Answer> {
  const { text, headers } = await callByName(company, name, inputs.get(name) ?? {}, { token: company.tokens.admin })
  const now = text.replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, (moment) =>
    Date.parse(JSON.parse(moment) as string) >= since ? '"now"' : moment,
  )
  return { text: now, about: topicsIn(headers, ABOUT_HEADER) }
}

/** Returns the queries whose answers `act` changed although nothing was told that concerns them. `act` returns what it was told. */
async function untoldAfter(act: () => Promise<readonly string[]>): Promise<string[]> {
  // refused requests of the test before are written later
  await company.events.flush()
  const since = Date.now() - 1_000
  const before = new Map<string, Answer>()
  for (const { name } of SHOWN) before.set(name, await answerTo(name, since))
  announced.length = 0
  const told = await act()
  await company.events.flush()
  const changed = new Set([...announced, ...told])
  const untold: string[] = []
  for (const [name, { text, about }] of before)
    if (!concerns(changed, about) && text !== (await answerTo(name, since)).text) untold.push(name)
  return untold
}

/** `npm run proofs` compares after each of them, which takes half an hour. CI compares after some, and `npm test` after few. */
const some = <Item>(items: readonly Item[]): Item[] =>
  items.filter((_, place) => FULL_LENGTH || place % (SHORT ? 80 : 24) === 1)

test('each answer says what it is about', async () => {
  const silent: string[] = []
  for (const { name } of SHOWN) {
    const { headers } = await callByName(company, name, inputs.get(name) ?? {}, { token: company.tokens.admin })
    if (headers[ABOUT_HEADER] === undefined) silent.push(name)
  }
  expect(silent).toEqual([])
})

test('without a change no answer differs, except those with their reason', async () => {
  expect(await untoldAfter(async () => [])).toEqual([])
})

describe('every answer that changed is told of it after', () => {
  const endpoints = [...commands, ...lookups].map(({ contract }) => contract.name)
  test.each(some(endpoints))('%s', async (name) => {
    const input = await (samples(company)[name] as () => Promise<object>)()
    const untold = await untoldAfter(async () => {
      const { headers } = await callByName(company, name, input, { token: company.tokens.admin })
      const told = topicsIn(headers, CHANGED_HEADER)
      // the page itself is told the same with the answer
      expect(announced.filter((topic) => !concerns(new Set(told), [topic]))).toEqual([])
      return told
    })
    expect(untold).toEqual([])
  })

  const writes = tables.flatMap(({ name }) => TABLE_METHODS.map((method) => [method, name] as const))
  test.each(some(writes.filter(([method]) => method !== 'GET')))('%s of the data API to %s', async (method, table) => {
    const sample = tableSamples(company)[table] as TableSample
    if (sample.may[method] === undefined) return
    const id = method === 'POST' ? 0 : await sample.row(method)
    const body = { resource: [await recordFor(sample, method, id)] }
    const send = async () => {
      await ask(company, method, `/api/v2/_table/${table}`, { token: company.tokens.admin, body })
      return []
    }
    expect(await untoldAfter(send)).toEqual([])
  })
})

test('whoever may ask a query may be told of what its answer is about', async () => {
  const untold: string[] = []
  for (const { name, right } of SHOWN) {
    for (const person of MAY_COLUMNS) {
      const who = { role: roleOf(person) }
      if (!may(who, right)) continue
      const { headers } = await callByName(company, name, inputs.get(name) ?? {}, { token: company.tokens[person] })
      for (const kind of new Set(topicsIn(headers, ABOUT_HEADER).map(kindIn))) {
        const isOwn = who.role === 'driver' && OWN_KINDS.includes(kind)
        if (!isOwn && !mayHearOf(who, kind)) untold.push(`${kind} ${right.name}: ${name} of ${person}`)
      }
    }
  }
  expect([...new Set(untold)]).toEqual([])
})
