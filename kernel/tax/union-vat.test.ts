import { expect, test } from 'vitest'
import type { Day } from '../day.ts'
import { standingOf, unionNumberOf } from './union-vat.ts'

const on = (day: string) => `${day}T10:00:00Z`

test.each([
  ['no answer', null, 'unverified'],
  ['a valid answer of today', { valid: true, askedAt: on('2026-11-27') }, 'valid'],
  ['a valid answer of 90 days ago', { valid: true, askedAt: on('2026-08-29') }, 'valid'],
  ['a valid answer of 91 days ago', { valid: true, askedAt: on('2026-08-28') }, 'unverified'],
  ['an invalid answer of yesterday', { valid: false, askedAt: on('2026-11-26') }, 'invalid'],
  ['an invalid answer of two days ago', { valid: false, askedAt: on('2026-11-25') }, 'unverified'],
  // 23:30 in Athens is still the day before in UTC
  ['a valid answer in the night', { valid: true, askedAt: '2026-08-28T21:30:00Z' }, 'valid'],
] as const)('after $0 a number is $2', (_what, last, standing) => {
  expect(standingOf(last, '2026-11-27' as Day)).toBe(standing)
})

test('VIES knows only right numbers of companies in other countries of the union', () => {
  const customer = { vat: 'DE 136695976', country: 'Γερμανία', taxKind: '' } as const
  expect(unionNumberOf(customer)).toEqual({ country: 'DE', vat: '136695976' })
  for (const change of [
    { country: 'Ελλάδα', vat: '094014201' },
    { country: 'Ελβετία' },
    { vat: '' },
    { vat: 'DE 136695977' },
    { taxKind: 'private' },
  ] as const)
    expect(unionNumberOf({ ...customer, ...change })).toBeNull()
})
