import { expect, test } from 'vitest'
import { type ClosedStop, whyNotUndone } from './undo.ts'

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
