/** Checks delivery notes under faults: numbers without a gap, and one live note for each stop and direction, the same as at the service. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptNumbers } from '#features/invoicing/server/after-restore.ts'
import { keptDocuments } from '#features/invoicing/server/lost/lost-documents.ts'
import { departShipmentCommand } from '#features/shipping/server/loading.ts'
import { QUIET_MINUTES } from '#features/orders/domain/order.ts'
import { saveCompany, saveSetting } from '#server/company.ts'
import { Refused } from '#kernel/refusal.ts'
import { DIRECTIONS, type Direction } from '#kernel/tax/delivery-note.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { Accounting } from '#server/integrations/accounting/accounting.ts'
import { NOTHING_OUTSIDE } from '#server/integrations/ports.ts'
import type { EpsilonSimulator, FailurePlan } from '#simulators/epsilon-simulator.ts'
import type { Runner } from '#server/runner.ts'
import { shipmentOf, type TestCompany } from '#testing/company.ts'
import { usualOrFull } from '#testing/length.ts'
import { openSimulatedEpsilon } from '#testing/tax/simulated-epsilon.ts'
import { copyTables, openTwoProcesses, type TwoProcesses } from '#testing/tax/two-processes.ts'
import type { JobKind } from '#server/work.ts'
import { unknownNotes } from './after-restore.ts'
import { issueAgainCommand, issueMissing, issueNotesCommand } from './issue-notes.ts'
import { sendNote } from './send-note.ts'
import { leaveWithoutMarkCommand, settleNoteLookup, withdrawNoteCommand } from './settle-by-hand.ts'

/** The seeds of the rounds of random faults, and how many faults a round has: 10,000 in the long proofs. */
const ROUNDS = Array.from({ length: usualOrFull(1, 50) }, (_, index) => 17 + index)
const FAULTS = usualOrFull(60, 200)
const SHIPMENTS = 3
const REASON = 'Το είδα στον πάροχο'
const TABLES = ['delivery_notes', 'document_numbers', 'document_series'] as const

let processes: TwoProcesses
let company: TestCompany
let simulator: EpsilonSimulator
let accounting: Accounting
let runners: readonly [Runner, Runner]
beforeAll(async () => {
  processes = await openTwoProcesses()
  company = processes.company
  runners = processes.runners
  const opened = await openSimulatedEpsilon(() => runners[0].clock())
  simulator = opened.simulator
  accounting = opened.accounting
  await saveCompany(company.db, { name: 'Κερίνο', vat: '094014201', address: 'Ορφέως 114, 118 55 Αθήνα' })
  await saveSetting(company.db, 'movement', { fromDay: '2020-01-01' })
  await company.db.run(sql`update customers set vat = '094019245', address = 'Αιόλου 3', postcode = '10551', city = 'Αθήνα'
    where id = ${company.stock.customer}`)
})
afterAll(async () => {
  await simulator?.close()
  await processes?.close()
})

/** Creates a shipment with one open order, whose note goes out, and one returned order, whose note comes back. */
async function planned(): Promise<number> {
  const shipmentId = await shipmentOf(company, await company.order('ON SHIPPING'))
  const returned = await company.order('ON SHIPPING')
  await company.db.run(sql`
    update shipment_orders set shipment_id = ${shipmentId}, position = 2, outcome = 'RETURNED', outcome_at = now()
    where order_id = ${returned}`)
  await company.db.run(sql`update shipments set vehicle = 'ΥΖΑ-1234' where id = ${shipmentId}`)
  return shipmentId
}

type Note = {
  readonly id: number
  readonly status: string
  readonly key: string
  readonly number: number
  readonly mark: string | null
}
const newest = (shipmentId: number, direction: Direction) =>
  company.db.maybe<Note>(sql`
    select id, status, key, number, mark from delivery_notes
    where shipment_id = ${shipmentId} and direction = ${direction} order by id desc limit 1`)
const atService = (key: string) => simulator.documents().filter((one) => one.key === key)

const REFUSED: FailurePlan = { call: 'send', mode: 'refuse', fault: { category: 'BTA', code: '204', message: 'x' } }

/** Throws every error but a refusal and the end of a killed process, because what was killed is rolled back. */
const allowed = (error: unknown) => {
  if (!(error instanceof Refused) && String(error) !== 'Error: killed') throw error
}
const issue = (shipmentId: number, direction: Direction, runner: Runner) =>
  runner.run(issueNotesCommand, { shipmentId, direction }, SYSTEM).catch(allowed)
const kill = (shipmentId: number, direction: Direction, runner: Runner) =>
  runner
    .work(SYSTEM, 'movement.issue', async (its) => {
      await issueMissing(its, { shipmentId, direction })
      throw new Error('killed')
    })
    .catch(allowed)
/** Lets the vehicle leave while the service cannot be reached, without a MARK if its note has none. The service refuses the note later. */
async function leave(shipmentId: number, runner: Runner): Promise<void> {
  await issue(shipmentId, 'out', runner)
  simulator.fail({ call: 'send', mode: 'html-502' })
  await send(shipmentId, 'out', runner)
  const note = await newest(shipmentId, 'out')
  if (note) await runner.run(leaveWithoutMarkCommand, { id: note.id, reason: REASON }, SYSTEM).catch(allowed)
  await runner.run(departShipmentCommand, { id: shipmentId, withoutMissing: true }, SYSTEM).catch(allowed)
  simulator.takeLate()
  processes.minutesLater += QUIET_MINUTES + 1
  simulator.fail(REFUSED)
  await send(shipmentId, 'out', runner)
}
/** Issues the newest note again, if it was refused after the vehicle had left. */
async function again(shipmentId: number, direction: Direction, runner: Runner): Promise<void> {
  const note = await newest(shipmentId, direction)
  if (note) await runner.run(issueAgainCommand, { id: note.id }, SYSTEM).catch(allowed)
}
async function send(shipmentId: number, direction: Direction, runner: Runner): Promise<void> {
  const note = await newest(shipmentId, direction)
  if (note)
    await sendNote(runner, () => ({ accounting, testAccounting: null }))({ noteId: note.id }).catch(
      (error: unknown) => {
        // the queue runs the job again after an error
        if (!(error instanceof Error)) throw error
      },
    )
}
/** Ends the newest note as a person does who has looked at the service. */
async function settle(shipmentId: number, direction: Direction, runner: Runner): Promise<void> {
  simulator.takeLate()
  const note = await newest(shipmentId, direction)
  if (!note) return
  const mark = atService(note.key)[0]?.signing?.mark
  const input = { id: note.id, mark: mark === undefined ? null : String(mark), reason: REASON }
  await runner.look(settleNoteLookup, input, SYSTEM, { ...NOTHING_OUTSIDE, accounting }).catch(allowed)
}

/** Puts the notes, the numbers and the departures back to those of a backup, as a restore does. */
async function copy(): Promise<() => Promise<void>> {
  const putBack = await copyTables(company.db, TABLES)
  const departed = await company.db.many<{ id: number }>(sql`select id from shipments where departed_at is not null`)
  return () =>
    company.db.transaction('locking', async (tx) => {
      const enqueue = (_job: JobKind) => Promise.resolve()
      const now = runners[0].clock().toISOString()
      const restored = { tx, now, madeAt: now, userId: null, administrator: null, enqueue }
      const afters = [await unknownNotes(restored), await keptNumbers(restored), await keptDocuments(restored)]
      await putBack(tx)
      await tx.run(sql`
        update shipments set departed_at = null where not id = any(${departed.map(({ id }) => id)}::bigint[])`)
      for (const after of afters) await after(restored)
    })
}

const FAILURES: readonly (FailurePlan | null)[] = [
  null,
  REFUSED,
  { call: 'send', mode: 'refuse', fault: { category: 'TTA', code: 'T1', message: 'myDATA' } },
  { call: 'send', mode: 'late' },
  { call: 'send', mode: 'time-out', stored: true },
  { call: 'send', mode: 'cut', stored: true },
  { call: 'send', mode: 'html-502' },
  { call: 'get', mode: 'html-502' },
]
const anyStep = fc.record({
  what: fc.constantFrom(
    'issue',
    'issue',
    'killed',
    'both',
    'send',
    'send',
    'send',
    'both-send',
    'settle',
    'withdraw',
    'leave',
    'again',
    'again',
    'later',
    'backup',
    'restore',
  ),
  at: fc.nat(SHIPMENTS - 1),
  direction: fc.constantFrom(...DIRECTIONS),
  process: fc.constantFrom(0, 1),
  failure: fc.constantFrom(...FAILURES),
})

test.each(ROUNDS)(
  'whatever fails, no number is missing or given twice, and each stop has one live note for each direction (%i)',
  async (seed) => {
    const shipments: number[] = []
    while (shipments.length < SHIPMENTS) shipments.push(await planned())
    let restore: (() => Promise<void>) | null = null
    for (const { what, at, direction, process, failure } of fc.sample(anyStep, { seed, numRuns: FAULTS })) {
      const [runner, second] = process === 0 ? runners : [runners[1], runners[0]]
      const shipmentId = shipments[at] ?? 0
      if (what.endsWith('send') && failure) simulator.fail(failure)
      if (what === 'issue') await issue(shipmentId, direction, runner)
      if (what === 'killed') await kill(shipmentId, direction, runner)
      if (what === 'both')
        await Promise.all(
          [runner, second, runner].map((one, place) => issue(shipmentId, DIRECTIONS[place % 2] ?? 'out', one)),
        )
      if (what === 'send') await send(shipmentId, direction, runner)
      if (what === 'both-send') await Promise.all([runner, second].map((one) => send(shipmentId, direction, one)))
      if (what === 'leave') await leave(shipmentId, runner)
      if (what === 'again') await Promise.all([runner, second].map((one) => again(shipmentId, direction, one)))
      if (what === 'settle') await settle(shipmentId, direction, runner)
      if (what === 'withdraw') {
        const note = await newest(shipmentId, direction)
        if (note) await runner.run(withdrawNoteCommand, { id: note.id, reason: REASON }, SYSTEM).catch(allowed)
        // a person cancelled the note at the service, which no older copy knows
        restore = null
      }
      if (what === 'later') {
        simulator.takeLate()
        processes.minutesLater += QUIET_MINUTES + 1
      }
      if (what === 'backup') restore = await copy()
      if (what === 'restore' && restore) await restore()
    }
    simulator.recover()
    const isSettled = async (shipmentId: number, direction: Direction) =>
      (await newest(shipmentId, direction))?.status === 'ACKNOWLEDGED'
    for (let round = 0; round < 12; round++) {
      simulator.takeLate()
      processes.minutesLater += QUIET_MINUTES + 1
      for (const shipmentId of shipments)
        for (const direction of DIRECTIONS) {
          if (await isSettled(shipmentId, direction)) continue
          await issue(shipmentId, direction, runners[0])
          await again(shipmentId, direction, runners[1])
          await send(shipmentId, direction, runners[1])
          if (round > 6) await settle(shipmentId, direction, runners[0])
        }
    }
    const { last, skipped, given } = await company.db.one<{ last: number; skipped: number; given: number }>(sql`
      select last_number - first_number + 1 as last, skipped, (select count(*)::int from document_numbers) as given from document_series`)
    expect([skipped, given]).toEqual([0, last])
    for (const shipmentId of shipments)
      for (const direction of DIRECTIONS) {
        const live = await company.db.many<Note>(sql`
          select id, status, key, number, mark from delivery_notes
          where shipment_id = ${shipmentId} and direction = ${direction} and status not in ('FAILED', 'WITHDRAWN')`)
        expect(live.map(({ status }) => status)).toEqual(['ACKNOWLEDGED'])
        const [theirs, ...more] = atService(live[0]?.key ?? '')
        expect(more).toEqual([])
        expect([String(theirs?.signing?.mark), theirs?.document.source.invoice.invoiceHeader.aa]).toEqual([
          live[0]?.mark,
          live[0]?.number,
        ])
      }
    // the service has no note that is not one of ours, and no number twice
    const ours = await company.db.many<{ key: string }>(sql`
      select key from delivery_notes where status in ('ACKNOWLEDGED', 'WITHDRAWN')`)
    expect(
      simulator
        .documents()
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(ours.map(({ key }) => key).toSorted())
    const issued = simulator.documents().map(({ document }) => document.source.invoice.invoiceHeader.aa)
    expect(new Set(issued).size).toBe(issued.length)
  },
  usualOrFull(600_000, 7_200_000),
)
