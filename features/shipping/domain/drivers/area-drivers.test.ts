import { expect, test } from 'vitest'
import { driverOfArea } from './area-drivers.ts'

const AREAS = [
  { area: 'Πάτρα', driver: 'Άννα', vehicle: '' },
  { area: '26', driver: 'Βασίλης', vehicle: 'VAN' },
  { area: '262 2', driver: 'Γιώργος', vehicle: 'TRUCK' },
]

test.each([
  ['the town, in any spelling', { city: ' ΠΑΤΡΑ ', postcode: '' }, 'Άννα'],
  ['the beginning of the postcode before the town', { city: 'Πάτρα', postcode: '26442' }, 'Βασίλης'],
  ['the longest beginning of the postcode', { city: 'Πάτρα', postcode: '262 23' }, 'Γιώργος'],
])('%s decides', (_what, address, driver) => {
  expect(driverOfArea(AREAS, address)?.driver).toBe(driver)
})

test.each([
  ['another town and postcode', { city: 'Πύργος', postcode: '27100' }],
  ['an address without town and postcode', { city: '', postcode: '' }],
  ['a town that only begins alike', { city: 'Πάτρα Κέντρο', postcode: '' }],
])('%s has no driver', (_what, address) => {
  expect(driverOfArea([...AREAS, { area: ' ', driver: 'Νίκος', vehicle: '' }], address)).toBeNull()
})
