/**
 * Runs random days of a driver whose connection loses, repeats and reorders requests while the phone may be switched
 * off. At the end every action took effect exactly once, or the driver reads why it was refused. On some days the vehicle needs
 * delivery notes, and the tax office is told what happened.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { type DriverStep, STEP_KINDS, DriverDay } from './driver-day.ts'
import { DayNotes, Offices, SERVICE_FAILURES } from './driver-notes.ts'
import { NETWORK_EVENTS, openPhone } from './driver-phone.ts'
import { FULL_LENGTH, usualOrFull } from '#testing/length.ts'

const RUNS = usualOrFull(40, 500)
const RUNS_WITH_NOTES = usualOrFull(8, 100)

const anyStep: fc.Arbitrary<DriverStep> = fc.record({
  kind: fc.constantFrom(...STEP_KINDS),
  order: fc.nat(3),
  /** How many tenths of the first line were delivered, or how many lent pieces were taken back. */
  pieces: fc.nat(10),
  cents: fc.integer({ min: 1, max: 99_99 }),
  count: fc.constantFrom('right', 'wrong', 'explained'),
  /** Whether the connection works after this step. If not, the action waits for a later one. */
  sends: fc.boolean(),
})
/** After this step goods come back to the company, so that no luck decides whether a note is issued for that. */
const STEP_BACK: DriverStep = { kind: 'part', order: 0, pieces: 5, cents: 1, count: 'right', sends: true }
/** How the driver counts the cash at the end of the day; null if it is not handed over on that day. */
const anyLastCount = fc.constantFrom('right', 'wrong', 'explained', null)
const lastHandOver = (count: DriverStep['count']): DriverStep => ({
  kind: 'hand-over',
  order: 0,
  pieces: 0,
  cents: 1,
  count,
  sends: true,
})
const anyOrders = fc.array(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 4,
})

// stories deliver offline on the embedded database, and walk.test.ts sends it every command, for every change
describe.each<Database['engine']>(FULL_LENGTH ? ['pglite', 'postgres'] : ['postgres'])('on %s', (engine) => {
  let company: TestCompany
  beforeAll(async () => {
    company = await openTestCompany({}, engine)
  })
  afterAll(() => company?.close())

  test(`in ${RUNS} days with a failing connection no action is lost and none takes effect twice`, async () => {
    const seen = { accepted: 0, refused: 0, events: 0, followUps: 0, handovers: 0 }
    await fc.assert(
      fc.asyncProperty(
        anyOrders,
        fc.array(anyStep, { minLength: 1, maxLength: 12 }),
        anyLastCount,
        fc.array(fc.constantFrom(...NETWORK_EVENTS), { maxLength: 30 }),
        async (orders, dealt, lastCount, events) => {
          const steps = lastCount === null ? dealt : [...dealt, lastHandOver(lastCount)]
          const day = await DriverDay.begin(company, orders)
          const phone = openPhone(company, events)
          for (const step of steps) {
            await phone.add(day.actionFor(step))
            if (step.sends) await phone.flush()
          }
          await phone.end()
          expect(Object.fromEntries(phone.refused())).toEqual(Object.fromEntries(day.refused))
          const { found, expected } = await day.compare()
          expect(found).toEqual(expected)
          seen.refused += day.refused.size
          seen.accepted += steps.length - day.refused.size
          seen.events += events.length
          seen.followUps += day.followUps
          seen.handovers += day.handovers.length
        },
      ),
      { numRuns: RUNS },
    )
    // Days without any events would prove nothing.
    for (const [what, count] of Object.entries(seen))
      expect({ what, enough: count > RUNS / 10 }).toEqual({ what, enough: true })
  })

  test(`in ${RUNS_WITH_NOTES} days with delivery notes each note is live once, and the tax office has each event once and in order`, async () => {
    const offices = await Offices.open(company)
    const seen = { notes: 0, back: 0 }
    await fc.assert(
      fc.asyncProperty(
        anyOrders,
        fc.array(anyStep, { minLength: 1, maxLength: 10 }),
        fc.array(fc.constantFrom(...NETWORK_EVENTS), { maxLength: 20 }),
        fc.constantFrom(...SERVICE_FAILURES),
        async (orders, steps, events, failure) => {
          const day = await DriverDay.begin(company, orders)
          const notes = await DayNotes.begin(offices, day, failure)
          const phone = openPhone(company, events)
          await phone.add(notes.departure())
          for (const step of steps) {
            await phone.add(day.actionFor(step))
            if (step.sends) await phone.flush()
          }
          await phone.end()
          expect(Object.fromEntries(phone.refused())).toEqual(Object.fromEntries(day.refused))
          await notes.end(failure)
          const { found, expected } = await notes.compare()
          expect(found).toEqual(expected)
          seen.notes += 1
          if (Object.keys(found).length > 1) seen.back += 1
        },
      ),
      { numRuns: RUNS_WITH_NOTES, examples: [[[[3]], [STEP_BACK], [], null]] },
    )
    await offices.close()
    expect(seen.back).toBeGreaterThan(0)
  })
})
