/** Tests which address, postcode and town an order is delivered to. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { ADDRESS, CITY, POSTCODE } from './delivery-place.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db?.close())

const SEAT = { address: 'Ακτή Μιαούλη 1', postcode: '21100', city: 'Ναύπλιο' }
type Part = keyof typeof SEAT
const placeOf = async (own: Partial<Record<Part, string>>, seat: Record<Part, string> = SEAT) =>
  Object.values(
    await db.one<Record<Part, string>>(sql`
      select ${ADDRESS} as address, ${POSTCODE} as postcode, ${CITY} as city
      from (select ${JSON.stringify(own)}::jsonb as delivery_address) o,
        (select ${seat.address}::text as address, ${seat.postcode}::text as postcode, ${seat.city}::text as city) c`),
  )

test.each([
  ['an order without an address of its own', {}, ['Ακτή Μιαούλη 1', '21100', 'Ναύπλιο']],
  ['its fields', { address: 'Ζαμπελίου 33', postcode: '731 32', city: 'Χανιά' }, ['Ζαμπελίου 33', '731 32', 'Χανιά']],
  ['its text', { address: 'Ζαμπελίου 33, 731 32 Χανιά' }, ['Ζαμπελίου 33, 731 32 Χανιά', '731 32', 'Χανιά']],
  [
    'its text in two lines',
    { address: 'Αθηνάς 3\n10551 Αθήνα, Ελλάδα' },
    [expect.any(String), '10551', 'Αθήνα, Ελλάδα'],
  ],
  ['a street alone', { address: 'Αργοναυτών 8', postcode: ' ', city: '' }, ['Αργοναυτών 8', '21100', 'Ναύπλιο']],
  ['the same town', { address: 'Αργοναυτών 8', city: 'ΝΑΥΠΛΙΟ' }, ['Αργοναυτών 8', '21100', 'ΝΑΥΠΛΙΟ']],
  ['the same postcode', { address: 'Αργοναυτών 8', postcode: '211 00' }, ['Αργοναυτών 8', '211 00', 'Ναύπλιο']],
  // another town has no postcode of the seat, and another postcode not its town
  ['another town', { address: 'Ζαμπελίου 33', city: 'Χανιά' }, ['Ζαμπελίου 33', '', 'Χανιά']],
  ['another postcode', { address: 'Ζαμπελίου 33', postcode: '73132' }, ['Ζαμπελίου 33', '73132', '']],
])('%s has one postcode and one town', async (_what, own, place) => {
  expect(await placeOf(own)).toEqual(place)
})

test('a customer whose postcode and town are in the text of the address has both', async () => {
  const seat = { address: 'Ορφέως 114, 118 55 Αθήνα', postcode: '', city: '' }
  expect(await placeOf({}, seat)).toEqual(['Ορφέως 114, 118 55 Αθήνα', '118 55', 'Αθήνα'])
  expect(await placeOf({ address: 'Ερμού 1', city: 'αθηνα' }, seat)).toEqual(['Ερμού 1', '118 55', 'αθηνα'])
})
