/** Checks answers to notes under faults, kills and restores: the tax office has each answer once, and none that was pressed is lost. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveAccount } from '#features/invoicing/server/tax-office/account.ts'
import { saveCompany } from '#server/company.ts'
import { Refused } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import type { ConnectionFailure, SimulatedAnswer } from '#simulators/http-simulator.ts'
import type { SimulatedTaxDocument } from '#simulators/mydata-documents.ts'
import { type MydataSimulator, startMydataSimulator } from '#simulators/mydata-simulator.ts'
import { openMydata } from '#server/integrations/tax-office/mydata.ts'
import type { MovementEvent, ReceivedQuestion, TaxOffice } from '#server/integrations/tax-office/tax-office.ts'
import { Runner } from '#server/runner.ts'
import { TEST_SEALING } from '#server/seal/test-sealing.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { secondProcess } from '#testing/database.ts'
import { usualOrFull } from '#testing/length.ts'
import { knownNote } from '#testing/tax/known-note.ts'
import { copyTables } from '#testing/tax/two-processes.ts'
import type { JobKind } from '#server/work.ts'
import { keptAnswers } from './after-restore.ts'
import { confirmNoteCommand, rejectNoteCommand, withdrawAnswerCommand } from './answer-note.ts'
import { fetchNotesLookup } from './fetch-notes.ts'
import { sendAnswer } from './send-answer.ts'

const NOTES = usualOrFull(40, 500)
/** The seeds of the rounds of random faults. */
const ROUNDS = Array.from({ length: usualOrFull(1, 3) }, (_, index) => 29 + index)
const STEPS = NOTES * 7
const ACCOUNT = { userId: 'kerino', key: 'a-secret-key' }
const VAT = '094014201'
const SENDER = '094019245'

let company: TestCompany
let second: Database
let folder: string
let simulator: MydataSimulator
let runners: readonly [Runner, Runner]
/** The clock of both processes moves only by steps, so that no answer depends on the speed of the machine. */
let minutes = 0
const clock = () => new Date(Date.parse('2026-11-21T06:00:00.000Z') + minutes * 60_000)
let documents: SimulatedTaxDocument[] = []

/** Starts the tax office, which goes on with what it had taken before. */
const startOffice = async () => {
  simulator = await startMydataSimulator({
    ...ACCOUNT,
    vat: VAT,
    documents: () => [],
    received: () => documents,
    pageSize: 7,
    file: join(folder, 'events.jsonl'),
    takesAgain: true,
  })
}
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kerino-answers-'))
  company = await openTestCompany()
  second = await secondProcess(company.db)
  runners = [new Runner({ db: company.db, clock }), new Runner({ db: second, clock })]
  await startOffice()
  await saveCompany(company.db, { vat: VAT })
  await saveAccount(company.db, TEST_SEALING, ACCOUNT, false)
})
afterAll(async () => {
  await simulator?.close()
  await second?.close()
  await company?.close()
  rmSync(folder, { recursive: true, force: true })
})

const xml = (text: string): SimulatedAnswer => ({ status: 200, type: 'text/xml', text })
const plain = (status: number, text = 'x'): SimulatedAnswer => ({ status, type: 'text/plain', text })
const responseOf = (inner: string) => xml(`<ResponseDoc><response>${inner}</response></ResponseDoc>`)
const refusal = (code: string) =>
  responseOf(`<statusCode>ValidationError</statusCode><errors><error><code>${code}</code></error></errors>`)
const TECHNICAL = responseOf('<statusCode>TechnicalError</statusCode>')
const SYNTAX = responseOf('<statusCode>XMLSyntaxError</statusCode><errors><error><code>100</code></error></errors>')

type Fault = { readonly name: string; readonly arm?: () => void; readonly kill?: 'before' | 'after' }
const connection = (name: ConnectionFailure): Fault => ({ name, arm: () => simulator.fail(name) })
const instead = (name: string, answer: SimulatedAnswer): Fault => ({ name, arm: () => simulator.answerWith(answer) })
/** The call is taken, and its answer is lost for another one. */
const after = (name: string, answer: SimulatedAnswer): Fault => ({
  name: `${name} after`,
  arm: () => simulator.answerAfter(answer),
})

const FAULTS: readonly Fault[] = [
  ...(['time-out', 'html-502', 'cut', 'redirect', 'endless', 'silent', 'late', 'reset'] as const).map(connection),
  ...[400, 401, 403, 404, 408, 429, 500, 503].map((status) => instead(`http-${status}`, plain(status))),
  instead('empty', xml('')),
  instead('another text', { status: 200, type: 'text/html', text: '<html></html>' }),
  instead('json', { status: 200, type: 'application/json', text: '{"ok":true}' }),
  instead('technical', TECHNICAL),
  instead('syntax', SYNTAX),
  instead('refused', refusal('999')),
  ...[400, 500, 504].map((status) => after(`http-${status}`, plain(status))),
  after('empty', xml('')),
  after('cut in the middle', xml('<ResponseDoc><response><statusCode>Succ')),
  after('technical', TECHNICAL),
  after('refused', refusal('819')),
  { name: 'killed before the call', kill: 'before' },
  { name: 'killed after the call', kill: 'after' },
]

/** A late call is the worst fault, so it comes more often. */
const DRAWN = [...FAULTS, ...Array.from({ length: 8 }, () => connection('late'))]

const CALLS = ['stateByQr', 'report', 'received'] as const
type Call = (typeof CALLS)[number]

/** Opens the account; the first call of a kind has the fault. */
function officeWith(call: Call, fault: Fault | null): TaxOffice {
  const access = { ...ACCOUNT, address: simulator.url }
  // a call that nothing disturbs may take its time on a slow machine
  const office = openMydata(fault === null ? access : { ...access, timeLimit: () => AbortSignal.timeout(150) })
  let open = fault
  const faulty =
    <Input, Output>(name: Call, act: (input: Input) => Promise<Output>) =>
    async (input: Input): Promise<Output> => {
      const now = name === call ? open : null
      if (now === null) return act(input)
      open = null
      now.arm?.()
      if (now.kill === 'before') throw new Error('killed')
      const answer = await act(input)
      if (now.kill === 'after') throw new Error('killed')
      return answer
    }
  return {
    ...office,
    report: faulty('report', (event: MovementEvent) => office.report(event)),
    stateByQr: faulty('stateByQr', (qrUrl: string) => office.stateByQr(qrUrl)),
    received: faulty('received', (question: ReceivedQuestion) => office.received(question)),
  }
}
const outsideWith = (call: Call, fault: Fault | null) => ({
  ...NOTHING_OUTSIDE,
  taxOffice: { demoAccount: ACCOUNT, open: () => officeWith(call, fault) },
})

/** Lets refusals, lost answers and the ends of killed processes pass, as people and the queue do. */
const allowed = (error: unknown) => {
  if (!(error instanceof Error)) throw error
}
const fetchAll = (runner: Runner, fault: Fault | null = null) =>
  runner.look(fetchNotesLookup, {}, SYSTEM, outsideWith('received', fault)).catch(allowed)
const idOf = async (mark: string): Promise<number> =>
  (await company.db.maybe<{ id: number }>(sql`select id from received_notes where mark = ${mark}`))?.id ?? 0
/** Answers a note or withdraws its answer. Returns whether the press was taken. */
const press = async (runner: Runner, mark: string, what: 'confirm' | 'reject' | 'withdraw'): Promise<boolean> => {
  const id = await idOf(mark)
  const done =
    what === 'confirm'
      ? runner.run(confirmNoteCommand, { id }, SYSTEM)
      : what === 'withdraw'
        ? runner.run(withdrawAnswerCommand, { id }, SYSTEM)
        : runner.run(rejectNoteCommand, { id, reason: 'Λάθος είδη' }, SYSTEM)
  return done.then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof Refused)) throw error
      return false
    },
  )
}
const send = (runner: Runner, mark: string, call: Call, fault: Fault | null) =>
  sendAnswer({ runner, outside: () => outsideWith(call, fault) }, mark).catch(allowed)

/** Copies what a backup contains. Returns a function that restores it. */
async function copy(): Promise<() => Promise<void>> {
  const putBack = await copyTables(company.db, ['received_notes', 'received_answers'])
  return () =>
    company.db.transaction('locking', async (tx) => {
      const enqueue = (_job: JobKind) => Promise.resolve()
      const now = clock().toISOString()
      const restored = { tx, now, madeAt: now, userId: null, administrator: null, enqueue }
      const later = await keptAnswers(restored)
      await putBack(tx)
      await later(restored)
    })
}

const anyStep = fc.record({
  what: fc.constantFrom(
    'confirm',
    'confirm',
    'reject',
    'press-both',
    'withdraw',
    'send',
    'send',
    'send',
    'send-both',
    'send-again',
    'send-again',
    'fetch',
    'later',
    'office-restart',
    'backup',
    'restore',
  ),
  at: fc.nat(NOTES - 1),
  process: fc.constantFrom(0, 1),
  call: fc.constantFrom('stateByQr', 'report', 'report'),
  fault: fc.option(fc.constantFrom(...DRAWN), { freq: 4 }),
})

const eventsOf = (mark: string) =>
  simulator.events().filter((event) => event.noteMark === mark && event.actorVat === VAT)
type Row = { readonly mark: string; readonly kind: string; readonly status: string; readonly answerMark: string }
const answers = () =>
  company.db.many<Row>(sql`
    select note_mark as mark, kind, status, mark as "answerMark" from received_answers
    where note_mark = any(${documents.map(({ mark }) => mark)}::text[]) and status <> 'WITHDRAWN' order by note_mark`)

test('there are at least 24 kinds of faults, each with a name of its own', () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length)
  expect(FAULTS.length).toBeGreaterThanOrEqual(24)
})

test.each(ROUNDS)(
  'whatever fails, the tax office has each answer once, and every press that was taken and not withdrawn is known after each restore (%i)',
  async (seed) => {
    documents = Array.from({ length: NOTES }, (_, index) => {
      const number = seed * 1000 + index
      const mark = String(400_007_000_000_000 + number)
      return knownNote({
        mark,
        uid: `U${number}`,
        qrUrl: `https://mydata.example/qr/${number}`,
        number,
        issuerVat: SENDER,
        customerVat: VAT,
      })
    })
    for (const [index, { mark }] of documents.entries()) {
      simulator.takeFrom({ noteMark: mark, type: 'RegisterTransfer', actorVat: SENDER, carrierVat: SENDER })
      if (index % 3 === 0)
        simulator.takeFrom({ noteMark: mark, type: 'ConfirmOutcome', outcome: 'FULL', actorVat: SENDER })
    }
    await fetchAll(runners[0])
    const pressed = new Set<string>()
    const takenTwice: string[] = []
    let restore: (() => Promise<void>) | null = null
    for (const { what, at, process, call, fault } of fc.sample(anyStep, { seed, numRuns: STEPS })) {
      const [runner, other] = process === 0 ? runners : [runners[1], runners[0]]
      const { mark } = documents[at] ?? { mark: '' }
      if (what === 'confirm' || what === 'reject') if (await press(runner, mark, what)) pressed.add(mark)
      if (what === 'press-both') {
        const taken = await Promise.all([press(runner, mark, 'confirm'), press(other, mark, 'reject')])
        if (taken[0] && taken[1]) takenTwice.push(mark)
        if (taken.some(Boolean)) pressed.add(mark)
      }
      if (what === 'withdraw') {
        // at the same moment another process may begin to send it
        const [taken] = await Promise.all([press(runner, mark, 'withdraw'), send(other, mark, call, fault)])
        if (taken) pressed.delete(mark)
      }
      if (what === 'send') await send(runner, mark, call, fault)
      if (what === 'send-both') await Promise.all([runner, other].map((one) => send(one, mark, call, fault)))
      if (what === 'send-again') {
        await send(runner, mark, call, fault)
        await send(other, mark, call, null)
      }
      if (what === 'fetch') await fetchAll(runner, fault)
      if (what === 'later') {
        // a call ends within seconds, so nothing arrives later than that
        simulator.takeLate()
        minutes += 2
      }
      if (what === 'office-restart') {
        simulator.takeLate()
        await simulator.close()
        await startOffice()
      }
      if (what === 'backup') restore = await copy()
      if (what === 'restore' && restore) await restore()
    }
    for (let round = 0; round < 6; round++) {
      simulator.takeLate()
      simulator.recover()
      minutes += 2
      await fetchAll(runners[0])
      for (const { mark, status, kind } of await answers()) {
        if (status === 'DONE') continue
        if (status === 'FAILED') await press(runners[0], mark, kind === 'confirm' ? 'confirm' : 'reject')
        await send(runners[1], mark, 'report', null)
      }
    }
    const known = await answers()
    expect(takenTwice).toEqual([])
    // no press is lost
    expect(known.map(({ mark }) => mark)).toEqual([...pressed].toSorted())
    expect(pressed.size).toBeGreaterThan(NOTES / 2)
    for (const { mark } of documents) {
      const theirs = eventsOf(mark)
      const ours = known.filter((one) => one.mark === mark)
      expect(ours.map(({ status }) => status)).toEqual(ours.map(() => 'DONE'))
      // the tax office took whatever came, so a second call would be a second event
      expect(theirs.map((event) => [event.type === 'Rejection' ? 'reject' : 'confirm', event.mark])).toEqual(
        ours.map(({ kind, answerMark }) => [kind, answerMark]),
      )
    }
  },
  usualOrFull(600_000, 7_200_000),
)
