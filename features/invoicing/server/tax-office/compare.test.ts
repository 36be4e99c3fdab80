import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { samples as movementSamples } from '#features/delivery-notes/server/samples.ts'
import { keepFacts } from '#features/notifications/server/fact-keeper.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { factKinds } from '#app/server/features.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import { openMydata } from '#server/integrations/tax-office/mydata.ts'
import type { SimulatedTaxDocument } from '#simulators/mydata-documents.ts'
import { type MydataSimulator, startMydataSimulator } from '#simulators/mydata-simulator.ts'
import type { TaxOffice } from '#server/integrations/tax-office/tax-office.ts'
import { runDue } from '#server/jobs/schedules.ts'
import { Runner } from '#server/runner.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import type { Comparisons } from '../../domain/comparison/contract.ts'
import { secondProcess } from '#testing/database.ts'
import { compareLookup } from './compare.ts'
import { COMPARE_JOB, compareNightly, compareWork, documentDifferences } from './compare-nightly.ts'

const ACCOUNT = { userId: 'u', key: 'k' }
const DAY = '2026-11-20'
const theirs: SimulatedTaxDocument[] = []

let company: TestCompany
let simulator: MydataSimulator
const open = () => openMydata({ ...ACCOUNT, address: simulator.url })
beforeAll(async () => {
  simulator = await startMydataSimulator({ ...ACCOUNT, documents: () => theirs })
  company = await openTestCompany({ taxOffice: { demoAccount: ACCOUNT, open } })
})
afterAll(async () => {
  await simulator?.close()
  await company?.close()
})

const { does, refusalOf } = peopleOf(() => company)
const shown = () => does<Comparisons>('user', 'invoicing.comparisons', {})
/** Compares, and returns the counts with the differences that the page then shows. */
const compare = async (from = DAY, to = DAY) => {
  const counts = await does<object>('user', 'invoicing.compare-documents', { from, to })
  return { ...counts, differences: (await shown()).differences }
}

/** Writes a document here; without a MARK it waits for its answer. */
async function written(number: number, mark: string | null, { day = DAY, status = '' } = {}): Promise<number> {
  const orderId = await company.order('READY-TO-INVOICE')
  const request = { type: '1.1', series: 'ΤΠ', number, day, net: 1000, vat: 240, total: 1240, lines: [] }
  await company.db.run(sql`
    insert into accounting_documents (order_id, kind, key, status, mark, request, series, series_year, branch, number)
    values (${orderId}, 'invoice', ${`k${number}`}, ${status || (mark === null ? 'UNKNOWN' : 'ACKNOWLEDGED')}, ${mark}, ${JSON.stringify(request)}::jsonb,
      'ΤΠ', 2026, 0, ${number})`)
  return orderId
}
const issued = (number: number, mark: string, change: Partial<SimulatedTaxDocument> = {}) =>
  void theirs.push({
    mark,
    uid: `U${mark}`,
    qrUrl: '',
    type: '1.1',
    series: 'ΤΠ',
    number,
    day: DAY,
    issuerVat: '094014201',
    customerVat: '094019245',
    customerCountry: 'GR',
    net: 1000,
    vat: 240,
    total: 1240,
    ...change,
  })
const mark = (number: number) => String(400_001_000_000_000 + number)

test('every difference of a day is found over all pages, and the MARK that the tax office has issues the document here', async () => {
  for (const number of [1, 2, 3]) {
    await written(number, mark(number))
    issued(number, mark(number))
  }
  expect(await compare()).toEqual({ ours: 3, theirs: 3, count: 0, differences: [] })
  const lost = await written(4, mark(4))
  const waiting = await written(5, null)
  issued(5, mark(5))
  const dear = await written(6, mark(6))
  issued(6, mark(6), { total: 1241 })
  const gone = await written(7, mark(7))
  issued(7, mark(7), { cancelledBy: mark(900) })
  issued(8, mark(8))
  issued(1, mark(9))
  const refused = await written(11, null, { status: 'FAILED' })
  issued(11, mark(11))
  await written(12, null, { status: 'FAILED' })
  // of another day
  issued(10, mark(10), { day: '2026-11-21' })
  const found = { type: '1.1', series: 'ΤΠ', day: DAY, note: false }
  expect(await compare()).toMatchObject({
    ours: 7,
    count: 7,
    differences: [
      { ...found, kind: 'missing-here', number: '8', orderId: null, mark: mark(8), ourTotal: null, theirTotal: 1240 },
      { ...found, kind: 'missing-there', number: '4', orderId: lost, mark: mark(4), ourTotal: 1240, theirTotal: null },
      { ...found, kind: 'twice', number: '1', mark: mark(9) },
      { ...found, kind: 'amounts', orderId: dear, ourTotal: 1240, theirTotal: 1241 },
      { ...found, kind: 'cancelled-there', orderId: gone },
      { ...found, kind: 'mark-missing', orderId: waiting, mark: mark(5) },
      { ...found, kind: 'failed-here', orderId: refused, mark: mark(11), invoice: true },
    ],
  })
  await does('user', 'invoicing.enter-mark', { id: waiting, mark: mark(5), reason: 'Σύγκριση' })
  expect(await compare()).toMatchObject({ count: 6 })
})

test('a delivery note takes its MARK over, or is withdrawn because it was cancelled at the tax office, and a credit note takes its MARK too', async () => {
  const notes = movementSamples(company)
  const noteOf = async (name: string) => z.object({ id: z.int() }).parse(await notes[name]?.()).id
  const open = await noteOf('movement.settle')
  const gone = await noteOf('movement.withdraw')
  for (const note of await company.db.many<{ id: number; number: number; mark: string | null }>(
    sql`select id, number, mark from delivery_notes where id = any(${[open, gone]}::bigint[])`,
  ))
    issued(note.number, note.mark ?? mark(500), {
      type: '9.3',
      series: 'ΔΟΚ',
      net: 0,
      vat: 0,
      total: 0,
      ...(note.id === gone ? { cancelledBy: mark(901) } : {}),
    })
  const credit = await written(20, null)
  await company.db.run(
    sql`update accounting_documents set kind = 'credit-part', request = request || '{"type": "5.1"}' where number = 20`,
  )
  issued(20, mark(20), { type: '5.1' })
  const ofThese = async () =>
    (await compare()).differences
      .filter(({ note, type }) => note || type === '5.1')
      .map(({ kind, noteId, orderId, note }) => [kind, note ? noteId : orderId])
  expect(await ofThese()).toEqual([
    ['cancelled-there', gone],
    ['mark-missing', credit],
    ['mark-missing', open],
  ])
  await does('user', 'invoicing.enter-mark', { id: credit, mark: mark(20), reason: 'Σύγκριση' })
  await does('user', 'movement.settle', { id: open, mark: mark(500), reason: 'Σύγκριση' })
  await does('user', 'movement.withdraw', { id: gone, reason: 'Σύγκριση' })
  expect(await ofThese()).toEqual([])
})

const runnerAt = (moment: string) => new Runner({ db: company.db, clock: () => new Date(moment) })
const night = (moment: string, demoAccount: typeof ACCOUNT | null = ACCOUNT) =>
  compareWork({
    runner: runnerAt(moment),
    outside: () => ({ ...NOTHING_OUTSIDE, taxOffice: { demoAccount, open } }),
  }).run({})

test('each night compares the day before, and the first of a month the whole month; people are told once of each difference', async () => {
  theirs.length = 0
  await company.db.run(sql`delete from accounting_documents`)
  await company.db.run(sql`delete from document_comparisons`)
  await company.db.run(sql`delete from document_differences`)
  await night('2026-06-16T02:10:00Z', null)
  expect(await shown()).toMatchObject({ runs: [], differences: [] })

  issued(30, mark(30), { day: '2026-06-15' })
  const waiting = async () => {
    await keepFacts(runnerAt('2026-06-16T02:10:00Z'), factKinds)
    return company.db.many<{ id: number; since: string }>(
      sql`select thing_id as id, since from waiting_facts where kind = 'invoicing.differences'`,
    )
  }
  await Promise.all([night('2026-06-16T02:10:00Z'), night('2026-06-16T02:10:00Z')])
  const told = await waiting()
  expect(told).toHaveLength(1)
  const [thing] = await documentDifferences.things(company.db, [Number(told[0]?.id)], SYSTEM)
  expect(thing).toMatchObject({ id: Number(told[0]?.id), title: expect.stringMatching(/\d/) })
  const [first] = (await shown()).differences
  expect(first).toMatchObject({ kind: 'missing-here', mark: mark(30), explained: null })
  expect((await shown()).runs).toMatchObject([
    { from: '2026-06-15', to: '2026-06-15', counts: { ours: 0, theirs: 1, differing: 1 }, failure: null },
  ])

  issued(31, mark(31), { day: '2026-06-29' })
  await night('2026-07-01T02:10:00Z')
  expect((await shown()).runs.map(({ from, to }) => [from, to])).toContainEqual(['2026-06-01', '2026-06-30'])
  const both = await waiting()
  expect(both).toHaveLength(2)
  expect(both).toEqual(expect.arrayContaining(told))

  // what a person explained is found again, and is no longer told
  await does('user', 'invoicing.explain-difference', { id: first?.id, reason: 'Από το ταμείο' })
  await night('2026-07-02T02:10:00Z')
  expect(await shown()).toMatchObject({
    open: 1,
    differences: [{ mark: mark(31) }, { id: first?.id, explained: { reason: 'Από το ταμείο' } }],
  })
  expect(await waiting()).toHaveLength(1)

  await written(31, mark(31), { day: '2026-06-29' })
  await night('2026-07-03T02:10:00Z')
  expect([(await shown()).open, await waiting()]).toEqual([0, []])
})

test('a night without an answer names the reason and keeps what was found before', async () => {
  const before = await shown()
  simulator.fail('html-502')
  await expect(night('2026-07-03T02:10:00Z')).rejects.toThrow()
  const { runs, differences } = await shown()
  expect(runs.filter(({ failure }) => failure !== null)).toMatchObject([
    { from: '2026-06-01', counts: { ours: 1, theirs: 2 } },
  ])
  expect(differences).toEqual(before.differences)
})

test('the schedule writes one job for all processes', async () => {
  let now = '2026-08-10T00:00:00Z'
  const process = () => new Runner({ db: company.db, clock: () => new Date(now) })
  expect(await runDue(process(), compareNightly)).toBe(false)
  now = '2026-08-10T02:11:00Z'
  const due = await Promise.all([runDue(process(), compareNightly), runDue(process(), compareNightly)])
  expect(due.filter(Boolean)).toHaveLength(1)
  expect(await company.db.many(sql`select id from jobs where kind = ${COMPARE_JOB}`)).toHaveLength(1)
})

test('nothing is compared if the tax office does not give all pages, or for too many days', async () => {
  const days = (from: string, to: string) => refusalOf('user', 'invoicing.compare-documents', { from, to })
  expect(await days('2026-11-02', '2026-11-01')).toMatchObject({ code: 'invoicing.too-many-days' })
  expect(await days('2026-10-01', '2026-11-01')).toMatchObject({ code: 'invoicing.too-many-days' })
  simulator.fail('html-502')
  expect(await days(DAY, DAY)).toMatchObject({ code: 'invoicing.tax-office-silent' })
})

test('two processes do not compare the same days at the same moment, and a comparison whose process stopped blocks nothing', async () => {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const slow = () => ({
    ...open(),
    transmitted: async (question: Parameters<TaxOffice['transmitted']>[0]) => {
      asked.resolve()
      await released.promise
      return open().transmitted(question)
    },
  })
  const other = await secondProcess(company.db)
  const process = (db: Database, opened: typeof open) => {
    const runner = new Runner({ db, clock: () => new Date() })
    const outside = { ...NOTHING_OUTSIDE, taxOffice: { demoAccount: ACCOUNT, open: opened } }
    return () => runner.look(compareLookup, { from: DAY, to: DAY }, SYSTEM, outside)
  }
  const [here, there] = [process(company.db, slow), process(other, open)]
  const first = here()
  await asked.promise
  await expect(there()).rejects.toMatchObject({ refusal: { code: 'invoicing.compare-under-way' } })
  released.resolve()
  expect(await first).toEqual(await there())
  await company.db.run(sql`
    insert into comparisons_under_way values (${DAY}::date, ${DAY}::date, now() - interval '4 minutes', 'Άννα')`)
  expect(await there()).toEqual(await here())
  expect(await company.db.many(sql`select from_day from comparisons_under_way`)).toEqual([])
  await other.close()
})

test('an answer whose pages never end is refused soon, and nothing is compared', async () => {
  const page = (row: number) => ({
    status: 200,
    type: 'text/xml',
    text: `<RequestedDoc><continuationToken><nextPartitionKey>p</nextPartitionKey><nextRowKey>${row}</nextRowKey></continuationToken></RequestedDoc>`,
  })
  const before = simulator.calls().length
  simulator.answerWith(...Array.from({ length: 20 }, () => page(7)))
  expect(await refusalOf('user', 'invoicing.compare-documents', { from: DAY, to: DAY })).toMatchObject({
    code: 'invoicing.tax-office-silent',
  })
  expect(simulator.calls().length - before).toBeLessThan(5)
})
