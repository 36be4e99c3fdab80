/**
 * Random days of a driver on a line that drops, repeats and reorders what he sends, with a phone that dies in between:
 * at the end everything he did was done exactly once or is refused before his eyes.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#server/testing/company.ts'
import { type Deed, DEED_KINDS, DriverDay } from './driver-day.ts'
import { LINE_EVENTS, openPhone } from './driver-phone.ts'
import { shortOrFull } from './length.ts'

const RUNS = shortOrFull(100, 500)

const anyDeed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom(...DEED_KINDS),
  order: fc.nat(3),
  /** Of ten pieces of the first line, how many were left; how many lent pieces were taken back. */
  pieces: fc.nat(10),
  cents: fc.integer({ min: 1, max: 99_99 }),
  count: fc.constantFrom('right', 'wrong', 'explained'),
  /** Whether there is a line after it; without one it waits with those that follow. */
  sends: fc.boolean(),
})
const anyOrders = fc.array(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 4,
})

describe.each<Database['engine']>(['pglite', 'postgres'])('on %s', (engine) => {
  let company: TestCompany
  beforeAll(async () => {
    company = await openTestCompany({}, engine)
  })
  afterAll(() => company?.close())

  test(`${RUNS} days with a broken line: nothing is lost, nothing is doubled`, async () => {
    const seen = { accepted: 0, refused: 0, events: 0, followUps: 0, handovers: 0 }
    await fc.assert(
      fc.asyncProperty(
        anyOrders,
        fc.array(anyDeed, { minLength: 1, maxLength: 12 }),
        fc.array(fc.constantFrom(...LINE_EVENTS), { maxLength: 30 }),
        async (orders, deeds, events) => {
          const day = await DriverDay.begin(company, orders)
          const phone = openPhone(company, events)
          for (const deed of deeds) {
            await phone.add(day.does(deed))
            if (deed.sends) await phone.flush()
          }
          await phone.end()
          expect(Object.fromEntries(phone.refused())).toEqual(Object.fromEntries(day.refused))
          const { found, wanted } = await day.ends()
          expect(found).toEqual(wanted)
          seen.refused += day.refused.size
          seen.accepted += deeds.length - day.refused.size
          seen.events += events.length
          seen.followUps += day.followUps
          seen.handovers += day.handovers.length
        },
      ),
      { numRuns: RUNS },
    )
    // days on which nothing happens would prove nothing
    for (const [what, count] of Object.entries(seen))
      expect({ what, enough: count > RUNS / 10 }).toEqual({ what, enough: true })
  })
})
