import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasWrongCheckDigit } from '#kernel/vat-number.ts'
import { whyNotName, whyNotPlace, withPlace } from './party.ts'

describe('whyNotName', () => {
  test('refuses fewer than four characters, not counting spaces around them', () => {
    expect(whyNotName('ΟΤΕ ')?.code).toBe('customers.short-name')
    expect(whyNotName(' ΔΕΗ ΑΕ ')).toBeNull()
  })
})

describe('the place of an address', () => {
  const before = { address: 'Ερμού 1', city: 'Αθήνα', postcode: '', country: '' }

  test('is lost with a new address text', () => {
    const gone = { lat: null, lon: null }
    expect(withPlace(before, { postcode: '10563' })).toEqual({ postcode: '10563', ...gone })
    expect(withPlace(before, { city: 'Αθήνα' })).toEqual({ city: 'Αθήνα' })
    expect(withPlace(before, { city: 'Πάτρα', lat: 38.2, lon: 21.7 })).toEqual({ city: 'Πάτρα', lat: 38.2, lon: 21.7 })
  })

  test('has both coordinates or none, and the equator is valid', () => {
    expect(whyNotPlace({ lat: 0, lon: 0 })).toBeNull()
    expect(whyNotPlace({})).toBeNull()
    expect(whyNotPlace({ lat: 38 })?.details).toEqual({ fields: { lon: 'customers.half-place' } })
  })
})

describe('hasWrongCheckDigit', () => {
  test('accepts real numbers, with and without the country code', () => {
    // The numbers of OTE and PPC, which both companies publish.
    for (const vat of ['094019245', '090000045', 'EL094019245']) expect(hasWrongCheckDigit(vat)).toBe(false)
    expect(hasWrongCheckDigit('094019246')).toBe(true)
    expect(hasWrongCheckDigit('000000000')).toBe(true)
  })

  test('ignores numbers of other forms', () => {
    for (const vat of ['', 'DE129273398', '12345', 'αβγ']) expect(hasWrongCheckDigit(vat)).toBe(false)
  })

  test('accepts exactly one of the ten possible last digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (number) => {
        const stem = String(number).padStart(8, '0')
        const right = Array.from({ length: 10 }, (_, digit) => `${stem}${digit}`).filter(
          (vat) => !hasWrongCheckDigit(vat),
        )
        expect(right).toHaveLength(1)
      }),
    )
  })
})
