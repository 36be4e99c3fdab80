import { expect, test } from 'vitest'
import { isSameNumber, readHistoricState, whyNotBooked, whyNotHistoricType } from './invoice.ts'

test('an invoice is booked once it has a provider, a code of two characters, a number of four and a line', () => {
  const entered = { hasProvider: true, refcode: ' 24 ', number: ' 4711 ', lineCount: 1 }
  expect(whyNotBooked(entered)).toBeNull()
  const refusals = [{ hasProvider: false }, { refcode: ' 2 ' }, { number: ' 471 ' }, { lineCount: 0 }]
  expect(refusals.map((more) => whyNotBooked({ ...entered, ...more })?.code)).toEqual([
    'purchases.missing-provider',
    'purchases.missing-code',
    'purchases.missing-number',
    'purchases.missing-line',
  ])
})

test('a number of a provider is the same in upper and lower case and with spaces around it', () => {
  expect([isSameNumber('τ-7', ' Τ-7 '), isSameNumber('Τ-7', 'Τ-70')]).toEqual([true, false])
  expect([isSameNumber('ΑΒ-10', 'AB-10'), isSameNumber('ΑΗ-10', 'ΑΙ-10')]).toEqual([true, false])
})

test.each([
  ['', undefined],
  [' inbound ', undefined],
  ['request-pm', 'purchases.import-request'],
  ['OUTBOUND', 'purchases.type'],
])(
  'an earlier system states the type %j: an invoice is taken over, and a request or another type is refused',
  (type, code) => {
    expect(whyNotHistoricType(type)?.code).toBe(code)
  },
)

test.each([
  ['', 'BOOKED'],
  [' booked', 'BOOKED'],
  ['Canceled', 'CANCELED'],
  ['OPEN', null],
])('an earlier system states %j, which means %j for an invoice', (given, state) => {
  expect(readHistoricState(given)).toBe(state)
})
