import { expect, test } from 'vitest'
import { crewOf, openShipmentOfCrew, type Remembered } from './crew.ts'

const CHOICES = {
  drivers: [
    { userId: 3, name: 'Νίκος' },
    { userId: null, name: 'Άννα' },
  ],
  vehicles: ['VAN'],
  open: [{ id: 12, driver: 'Νίκος', driverUserId: 3, vehicle: 'VAN' }],
  company: { name: '', address: '', placed: false },
}
const kept = (more: Partial<Remembered>): Remembered => ({ driverType: 'Driver', driver: '', vehicle: '', ...more })

test.each([
  ['the last driver and vehicle', kept({ driver: 'Νίκος', vehicle: 'VAN' }), ['Νίκος', 3, 'VAN']],
  ['a driver without an account', kept({ driver: 'Άννα' }), ['Άννα', null, '']],
  ['nobody of several instead of one who left', kept({ driver: 'Κανένας', vehicle: 'TRUCK' }), ['', null, '']],
])('%s is chosen', (_what, remembered, [driver, driverUserId, vehicle]) => {
  expect(crewOf(remembered, CHOICES)).toEqual({ driverType: 'Driver', driver, driverUserId, vehicle })
})

test('the only driver is chosen, and what is remembered stays until the lists are known', () => {
  expect(crewOf(kept({}), { ...CHOICES, drivers: [{ userId: 3, name: 'Νίκος' }] }).driver).toBe('Νίκος')
  expect(crewOf(kept({ driver: ' Κανένας ', vehicle: 'TRUCK' }), undefined)).toMatchObject({
    driver: 'Κανένας',
    vehicle: 'TRUCK',
  })
})

test('only a driver has an open shipment, and a courier has no vehicle', () => {
  expect(openShipmentOfCrew(crewOf(kept({ driver: 'Νίκος' }), CHOICES), CHOICES)).toBe(12)
  const courier = crewOf(kept({ driverType: 'ACS', driver: 'Νίκος', vehicle: 'VAN' }), CHOICES)
  expect(courier).toEqual({ driverType: 'ACS', driver: 'Νίκος', driverUserId: null, vehicle: '' })
  expect([openShipmentOfCrew(courier, CHOICES), openShipmentOfCrew(crewOf(kept({}), CHOICES), undefined)]).toEqual([
    null,
    null,
  ])
})
