import { expect, test } from 'vitest'
import { sendInvoices, voidNumber } from './contract.ts'
import { OPEN, UNDER_WAY } from './document.ts'
import { whyNoReason } from './reason.ts'
import { noAccounting } from './sending.ts'
import type { Day } from '#kernel/day.ts'
import {
  BY_FILE,
  daysOfOwnWays,
  INSERTED,
  isEndedByLaw,
  LOOK_THERE,
  mayBeInSmart,
  WAYS,
  waitsForPerson,
  whyNoSwitch,
} from './ways.ts'

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
  // the code of a document, whether it may be recorded in Epsilon Smart, and whether a person must enter its MARK
  [null, false, false],
  [BY_FILE, false, true],
  [INSERTED, true, true],
  [LOOK_THERE, true, true],
  ['time-out', false, false],
] as const)(
  'of a document with the code %s: it may be in Epsilon Smart: %s, it waits for a person: %s',
  (code, smart, person) => {
    expect([mayBeInSmart(code), waitsForPerson(code)]).toEqual([smart, person])
  },
)

test('the job continues with a document by itself unless what it found differs from what was sent', () => {
  expect(OPEN.filter((status) => !UNDER_WAY.includes(status))).toEqual(['CONFLICT'])
})

test('a reason that consists of spaces is none', () => {
  expect(whyNoReason('  ')?.code).toBe('invoicing.reason-required')
  expect(whyNoReason(' the customer paid twice ')).toBeNull()
})

test('a missing connection may be there later, and a company without an accounting service stays without one', () => {
  expect(noAccounting('not-configured')).toMatchObject({ kind: 'unavailable', code: 'invoicing.not-configured' })
  expect(noAccounting('no-accounting')).toMatchObject({ kind: 'refused', code: 'invoicing.no-accounting' })
})

test('invoices are sent without any exception, and the service is asked about a number, unless the person says otherwise', () => {
  expect(sendInvoices.input.parse({ ids: [1] })).toEqual({
    ids: [1],
    release: false,
    withoutVat: false,
    closed: false,
    unverified: false,
    vatAbroad: false,
  })
  expect(voidNumber.input.shape.unasked.parse(undefined)).toBe(false)
})

test('the days that are left to a way of the company itself count the last one, and end with it', () => {
  const days = (day: string) => daysOfOwnWays(day as Day)
  expect(['2026-11-29', '2026-12-31', '2027-01-01', '2027-06-01'].map(days)).toEqual([33, 1, 0, 0])
})

test('of the law a company is told that sends files or to Epsilon Smart', () => {
  expect(WAYS.filter(isEndedByLaw)).toEqual(['smart', 'file'])
})
