import { expect, test } from 'vitest'
import { mayBeInSmart, waitsForPerson, whyNoSwitch } from './ways.ts'

const free = { waiting: 0, mayBeBooked: false, testConnected: true }

test('the way changes only while no document waits, and to the test environment only if one is connected', () => {
  expect(whyNoSwitch('provider', 'file', free)).toBeNull()
  expect(whyNoSwitch('file', 'provider-test', free)).toBeNull()
  expect(whyNoSwitch('provider', 'file', { ...free, waiting: 2 })).toMatchObject({
    code: 'invoicing.documents-wait',
    details: { count: 2 },
  })
  expect(whyNoSwitch('provider', 'file', { ...free, mayBeBooked: true })?.code).toBe('invoicing.switch-later')
  expect(whyNoSwitch('provider', 'provider-test', { ...free, testConnected: false })?.code).toBe(
    'invoicing.no-test-environment',
  )
})

test('a form that keeps the way is saved whatever waits', () => {
  expect(whyNoSwitch('file', 'file', { waiting: 9, mayBeBooked: true, testConnected: false })).toBeNull()
})

test.each([
  ['whose file a person sends', 'by-file', { person: true, smart: false }],
  ['that Epsilon Smart recorded', 'inserted', { person: true, smart: true }],
  ['that may have arrived at Epsilon Smart', 'look-there', { person: true, smart: true }],
  ['that only the test environment issued', 'test-only', { person: false, smart: false }],
  ['without an error', null, { person: false, smart: false }],
])(
  'a document %s waits for a person, and may be in Epsilon Smart, only if no service can be asked for it',
  (_, code, expected) => {
    expect({ person: waitsForPerson(code), smart: mayBeInSmart(code) }).toEqual(expected)
  },
)
