import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Actor, SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { openGsis } from '#server/integrations/registry/gsis.ts'
import { openNominatim } from '#server/integrations/places/nominatim.ts'
import { NOTHING_OUTSIDE, type Outside } from '#server/integrations/ports.ts'
import { type GsisSimulator, startGsisSimulator } from '#simulators/gsis-simulator.ts'
import { type NominatimSimulator, startNominatimSimulator } from '#simulators/nominatim-simulator.ts'
import { Runner } from '#server/runner.ts'
import { refusalOf } from '#testing/refused.ts'
import { customerCommands, customerLookups } from './customer-kind.ts'

const HOTEL = '701124552'
const UNKNOWN = '094014201'

let db: Database
let runner: Runner
let gsis: GsisSimulator
let nominatim: NominatimSimulator
let outside: Outside
let now = new Date('2026-11-20T08:00:00Z')
beforeAll(async () => {
  db = await testDatabase()
  runner = new Runner({ db, clock: () => now })
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.run(sql`delete from registry_answers`)
  await db.run(sql`delete from place_answers`)
  now = new Date('2026-11-20T08:00:00Z')
  gsis = await startGsisSimulator({ username: 'u', password: 'p' })
  nominatim = await startNominatimSimulator({ gapMilliseconds: 0 })
  outside = {
    ...NOTHING_OUTSIDE,
    registry: openGsis({ username: 'u', password: 'p', url: gsis.url }),
    places: openNominatim({ url: nominatim.url, userAgent: 'Kerino', pace: { gapMilliseconds: 0 } }),
  }
  return async () => {
    await gsis.close()
    await nominatim.close()
  }
})

const daysLater = (days: number) => {
  now = new Date(now.getTime() + days * 24 * 60 * 60 * 1000)
}
const lookUp = (vatNumber: string, actor: Actor = SYSTEM) =>
  runner.look(customerLookups.vat, { vatNumber }, actor, outside)
const find = (text: string) => runner.look(customerLookups.places, { text }, SYSTEM, outside)
const at = (lat: number, lon: number) => runner.look(customerLookups.placeAt, { lat, lon }, SYSTEM, outside)
describe('the company of a VAT number', () => {
  test('is requested once in any spelling of the number and stored for 90 days', async () => {
    const first = await lookUp(HOTEL)
    expect(first).toMatchObject({
      company: { vat: HOTEL, taxOffice: 'ΝΑΥΠΛΙΟΥ', postcode: '21100', active: true },
      askedAt: '2026-11-20T08:00:00.000Z',
      sameVat: [],
    })
    daysLater(89)
    expect(await lookUp(` EL ${HOTEL} `)).toEqual(first)
    expect(gsis.asked()).toEqual([HOTEL])
    daysLater(2)
    expect((await lookUp(HOTEL)).askedAt).toBe('2027-02-19T08:00:00.000Z')
    expect(gsis.asked()).toEqual([HOTEL, HOTEL])
  })

  test('is returned with the customers who have the number already', async () => {
    const { id } = await runner.run(customerCommands.create, { name: 'Ξενοδοχείο Ακτή', vat: HOTEL }, SYSTEM)
    expect((await lookUp(HOTEL)).sameVat).toEqual([{ id, name: 'Ξενοδοχείο Ακτή' }])
  })

  test('is requested once when many people ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => lookUp(HOTEL)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(gsis.asked()).toEqual([HOTEL])
  })

  test.each(['', '123456789', '000000000', 'DE129273398', '12'])('%j is never asked for', async (vat) => {
    expect(await refusalOf(lookUp(vat))).toMatchObject({ kind: 'refused', code: 'customers.vat-check-digit' })
    expect(gsis.asked()).toEqual([])
  })

  test('an unknown number is stored for a day', async () => {
    const absent = {
      kind: 'refused',
      code: 'customers.vat-not-found',
      details: { vat: UNKNOWN, code: 'RG_WS_PUBLIC_TAXPAYER_NF' },
    }
    expect(await refusalOf(lookUp(UNKNOWN))).toEqual(absent)
    expect(await refusalOf(lookUp(UNKNOWN))).toEqual(absent)
    expect(gsis.asked()).toEqual([UNKNOWN])
    daysLater(1.1)
    expect(await refusalOf(lookUp(UNKNOWN))).toEqual(absent)
    expect(gsis.asked()).toEqual([UNKNOWN, UNKNOWN])
  })

  test('a refusal or failure of the registry is never stored', async () => {
    gsis.failWith('MONTHLY_LIMIT_EXCEEDED')
    expect(await refusalOf(lookUp(HOTEL))).toEqual({
      kind: 'unavailable',
      code: 'customers.registry-refused',
      details: { code: 'RG_WS_PUBLIC_MONTHLY_LIMIT_EXCEEDED' },
    })
    gsis.fail('html-502')
    expect(await refusalOf(lookUp(HOTEL))).toEqual({
      kind: 'unavailable',
      code: 'customers.registry-unavailable',
      details: { reason: 'http-502' },
    })
    expect(await lookUp(HOTEL)).toMatchObject({ company: { vat: HOTEL } })
  })

  test('a stored answer in an outdated form is requested again', async () => {
    await lookUp(HOTEL)
    await db.run(sql`update registry_answers set answer = '{"kind":"found","company":{"vat":"1"}}'::jsonb`)
    expect(await lookUp(HOTEL)).toMatchObject({ company: { taxOffice: 'ΝΑΥΠΛΙΟΥ' } })
    expect(gsis.asked()).toHaveLength(2)
  })

  test('without a registry, or without the right to change customers, the look-up is refused', async () => {
    const none = runner.look(customerLookups.vat, { vatNumber: HOTEL }, SYSTEM, NOTHING_OUTSIDE)
    expect(await refusalOf(none)).toEqual({ kind: 'unavailable', code: 'customers.registry-not-configured' })
    const driver: Actor = { userId: null, name: 'Γιώργος', role: 'driver', section: null }
    expect(await refusalOf(lookUp(HOTEL, driver))).toMatchObject({ kind: 'forbidden' })
    expect(gsis.asked()).toEqual([])
  })
})

describe('places', () => {
  test('of a text are requested once in any spelling and stored for 30 days', async () => {
    const first = await find('Ερμού 15, Αθήνα')
    expect(first.places).toMatchObject([{ street: 'Ερμού 15', city: 'Αθήνα', postcode: '10563', lat: 37.97588 }])
    daysLater(29)
    expect(await find('  ΕΡΜΟΥ   15, Αθηνα ')).toEqual(first)
    expect(nominatim.asked()).toHaveLength(1)
    daysLater(2)
    expect(await find('Ερμού 15, Αθήνα')).toEqual(first)
    expect(nominatim.asked()).toHaveLength(2)
  })

  test('an empty answer is stored too', async () => {
    expect(await find('Οδός Που Δεν Υπάρχει')).toEqual({ places: [] })
    expect(await find('Οδός Που Δεν Υπάρχει')).toEqual({ places: [] })
    expect(nominatim.asked()).toHaveLength(1)
  })

  test('at a point are stored for points within a metre', async () => {
    const first = await at(37.975881, 23.733119)
    expect(first.places).toMatchObject([{ street: 'Ερμού 15' }])
    expect(await at(37.975879, 23.733121)).toEqual(first)
    expect(nominatim.asked()).toHaveLength(1)
    expect(await at(37.9759, 23.7332)).toEqual(first)
    expect(nominatim.asked()).toHaveLength(2)
    expect(await at(38.9, 25.1)).toEqual({ places: [] })
  })

  test('are requested once when many people ask at the same time, and a failure is never stored', async () => {
    nominatim.fail('html-502')
    const failed = await Promise.all([refusalOf(find('Χίου 9')), refusalOf(find('Χίου 9'))])
    expect(failed).toEqual(
      failed.map(() => ({
        kind: 'unavailable',
        code: 'customers.places-unavailable',
        details: { reason: 'http-502' },
      })),
    )
    const answers = await Promise.all(Array.from({ length: 8 }, () => find('Χίου 9')))
    expect(answers.every(({ places }) => places.length === 1)).toBe(true)
    expect(nominatim.asked()).toHaveLength(1)
  })

  test('without a service the look-up is refused', async () => {
    const no = { kind: 'unavailable', code: 'customers.places-not-configured' }
    expect(await refusalOf(runner.look(customerLookups.places, { text: 'Ερμού' }, SYSTEM, NOTHING_OUTSIDE))).toEqual(no)
    expect(await refusalOf(runner.look(customerLookups.placeAt, { lat: 0, lon: 0 }, SYSTEM, NOTHING_OUTSIDE))).toEqual(
      no,
    )
  })
})
