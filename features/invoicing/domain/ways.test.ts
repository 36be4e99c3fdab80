import { expect, test } from 'vitest'
import { whyNoSwitch } from './ways.ts'

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
