import { expect, test } from 'vitest'
import { sendInvoices, voidNumber } from './contract.ts'
import { OPEN, UNDER_WAY } from './document.ts'
import { whyNoReason } from './reason.ts'
import { noAccounting } from './sending.ts'
import { BY_FILE, INSERTED, isEndedByLaw, LOOK_THERE, mayBeInSmart, WAYS, waitsForPerson, whyNoSwitch } from './ways.ts'

const records = [{ name: 'ΤΠ 12', to: '/order-detail/7' }]
const free = { waiting: { count: 0, records: [] }, mayBeBooked: [], testConnected: true }

test('the way changes only while no document waits, and to the test environment only if one is connected', () => {
  expect(whyNoSwitch('provider', 'file', free)).toBeNull()
  expect(whyNoSwitch('file', 'provider-test', free)).toBeNull()
  expect(whyNoSwitch('provider', 'file', { ...free, waiting: { count: 2, records } })).toMatchObject({
    code: 'invoicing.documents-wait',
    details: { count: 2, records },
  })
  expect(whyNoSwitch('provider', 'file', { ...free, mayBeBooked: records })).toMatchObject({
    code: 'invoicing.switch-later',
    details: { records },
  })
  expect(whyNoSwitch('provider', 'provider-test', { ...free, testConnected: false })?.code).toBe(
    'invoicing.no-test-environment',
  )
})

test('a form that keeps the way is saved whatever waits', () => {
  const all = { waiting: { count: 9, records }, mayBeBooked: records, testConnected: false }
  expect(whyNoSwitch('file', 'file', all)).toBeNull()
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

test('of the law a company is told that sends files or to Epsilon Smart', () => {
  expect(WAYS.filter(isEndedByLaw)).toEqual(['smart', 'file'])
})
