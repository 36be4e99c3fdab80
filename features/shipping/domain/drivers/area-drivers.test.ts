import { expect, test } from 'vitest'
import { type AreaDriver, driverOfArea, duplicateArea } from './area-drivers.ts'

const AREAS = [
  { area: 'Πάτρα', driver: 'Άννα', vehicle: '' },
  { area: '26', driver: 'Βασίλης', vehicle: 'VAN' },
  { area: '262 2', driver: 'Γιώργος', vehicle: 'TRUCK' },
]

test.each([
  ['the town, in any spelling', { city: ' ΠΑΤΡΑ ', postcode: '' }, 'Άννα'],
  ['the beginning of the postcode before the town', { city: 'Πάτρα', postcode: '26442' }, 'Βασίλης'],
  ['the digits of the postcode, however it is written,', { city: 'Πάτρα', postcode: 'GR-264 42' }, 'Βασίλης'],
  ['the longest beginning of the postcode', { city: 'Πάτρα', postcode: '262 23' }, 'Γιώργος'],
])('%s decides', (_what, address, driver) => {
  for (const country of ['', ' Ελλάδα', 'GR']) expect(driverOfArea(AREAS, { country, ...address })?.driver).toBe(driver)
})

test.each([
  ['another town and postcode', { city: 'Πύργος', postcode: '27100' }],
  ['an address without town and postcode', { city: '', postcode: '' }],
  ['a town that only begins alike', { city: 'Πάτρα Κέντρο', postcode: '' }],
  ['an address in another country', { city: 'Oldenburg', postcode: '26122', country: 'Γερμανία' }],
  ['an address in a country that nobody knows', { city: 'Πάτρα', postcode: '26122', country: 'Ατλαντίδα' }],
])('%s has no driver', (_what, address) => {
  expect(driverOfArea([...AREAS, { area: ' ', driver: 'Νίκος', vehicle: '' }], { country: '', ...address })).toBeNull()
})

test.each([
  ['a postcode with other spaces', '26 22', '262 2'],
  ['a postcode with a dash', '26-22', '2622'],
  ['a town in another spelling', 'ΠΑΤΡΑ ', 'Πάτρα'],
])('%s names an area twice, which is refused only where it is new', (_what, again, first) => {
  const [one, two] = [first, again].map((area) => ({ area, driver: 'Άννα', vehicle: '' })) as [AreaDriver, AreaDriver]
  const town = { ...one, area: 'Πύργος' }
  expect(duplicateArea([one, town, two], [one])).toBe(2)
  expect(duplicateArea([one, town, two], [two, one])).toBe(-1)
  expect(duplicateArea([one, town], [])).toBe(-1)
})
