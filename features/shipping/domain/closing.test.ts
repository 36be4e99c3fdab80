import { expect, test } from 'vitest'
import { momentSent, whyNotClosed } from './closing.ts'
import { DELIVERY_REASONS } from './delivery.ts'
import { type ClosedStop, whyNotUndone } from './undo.ts'

test('an order that is not delivered needs a reason, and a text if the reason is `other`', () => {
  for (const action of ['to-planning', 'return'] as const) {
    expect(whyNotClosed({ action })?.code).toBe('shipping.reason-required')
    expect(whyNotClosed({ action, reason: 'κλειστό' })?.code).toBe('shipping.reason-required')
    expect(whyNotClosed({ action, reasonCode: 'other' })?.code).toBe('shipping.note-required')
    expect(whyNotClosed({ action, reasonCode: 'other', reason: null })?.code).toBe('shipping.note-required')
    expect(whyNotClosed({ action, reasonCode: 'other', reason: 'γάμος στον δρόμο' })).toBeNull()
    for (const reasonCode of DELIVERY_REASONS.filter((code) => code !== 'other'))
      expect(whyNotClosed({ action, reasonCode })).toBeNull()
  }
  expect(whyNotClosed({ action: 'deliver' })).toBeNull()
})

test('a proof and delivered quantities are refused for an order that is not delivered', () => {
  const proof = { signature: null }
  expect(whyNotClosed({ action: 'deliver', proof, delivered: [] })).toBeNull()
  expect(whyNotClosed({ action: 'return', reasonCode: 'absent', proof })?.code).toBe('shipping.only-when-delivered')
  expect(whyNotClosed({ action: 'return', reasonCode: 'absent', delivered: [] })?.code).toBe(
    'shipping.only-when-delivered',
  )
})

test('a signature beyond the maximum length is refused', () => {
  const stroke = Array.from({ length: 1000 }, (): [number, number] => [1000, 400])
  expect(whyNotClosed({ action: 'deliver', proof: { signature: [stroke] } })).toBeNull()
  expect(whyNotClosed({ action: 'deliver', proof: { signature: [stroke, stroke, stroke] } })?.code).toBe(
    'shipping.signature-too-long',
  )
  // the points take 20,000 characters as JSON, with commas and brackets
  const short = Array.from({ length: 1992 }, (): [number, number] => [100, 400])
  const long = Array.from({ length: 7 }, (): [number, number] => [1000, 400])
  expect(whyNotClosed({ action: 'deliver', proof: { signature: [[...short, ...long]] } })).toBeNull()
  expect(
    whyNotClosed({ action: 'deliver', proof: { signature: [[...short.slice(1), ...long, [1000, 400]]] } })?.code,
  ).toBe('shipping.signature-too-long')
})

test('the time of a phone is ignored if it is missing or more than 30 days off', () => {
  const now = '2026-11-21T15:00:00.000Z'
  for (const plausible of ['2026-11-20T08:00:00Z', '2026-10-22T15:00:00Z', '2026-12-21T15:00:00Z'])
    expect(momentSent(plausible, now)).toBe(plausible)
  for (const absurd of [undefined, '2026-10-22T14:59:59Z', '2026-12-21T15:00:01Z', '9999-12-31T23:59:59Z'])
    expect(momentSent(absurd, now)).toBe(now)
})

const PRESSED_AT = '2026-11-20T08:00:00.000Z'
const closed: ClosedStop = { orderId: 7, closedAt: PRESSED_AT, finished: false, partly: false, followed: false }

// biome-ignore format: a table is read in columns
test.each<[what: string, stop: Partial<ClosedStop>, minutes: number, code: string | null]>([
  ['a press at once',                       {},                                       0,     null],
  ['a press after nine minutes',            {},                                       9,     null],
  ['exactly ten minutes later',             {},                                       10,    null],
  ['the time in another notation',          { closedAt: '2026-11-20T10:00:00+02:00' }, 1,    null],
  ['later than ten minutes',                {},                                       10.02, 'shipping.undo-late'],
  ['a finished shipment',                   { finished: true },                       1,     'shipping.already-finished'],
  ['a delivery of a part',                  { partly: true },                         1,     'shipping.undo-partly'],
  ['an order that something else followed', { followed: true },                       1,     'shipping.undo-followed'],
  ['an order that was closed again since',  { closedAt: '2026-11-20T08:01:00.000Z' }, 2,     'shipping.undo-followed'],
  ['something followed, and it is late',    { followed: true },                       60,    'shipping.undo-followed'],
])('undoing %s: %j after %d minutes: %s', (_what, stop, minutes, code) => {
  const undoneAt = new Date(Date.parse(PRESSED_AT) + minutes * 60_000).toISOString()
  expect(whyNotUndone({ ...closed, ...stop }, PRESSED_AT, undoneAt)?.code ?? null).toBe(code)
})
