import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rate } from '#kernel/money.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { hasWrongCheckDigit } from '#kernel/vat-number.ts'
import { plainKeys } from './fields.ts'
import { whyNotFields, whyNotName, whyNotParty, whyNotPlace, withPlace } from './party.ts'

describe('whyNotName', () => {
  test('refuses fewer than four characters, not counting spaces around them', () => {
    expect(whyNotName('ΟΤΕ ')?.code).toBe('customers.short-name')
    expect(whyNotName(' ΔΕΗ ΑΕ ')).toBeNull()
    expect(whyNotName('Ακτή')).toBeNull()
  })
})

describe('the fields of a customer or provider', () => {
  const addresses = (count: number) => Array.from({ length: count }, (_, at) => `a${at}@b.gr`).join('; ')
  const valid = { name: 'Ακτή', email: 'a@b.gr', category: 'Category1', vatType: rate(2400) }
  test.each([
    ['that are valid', valid, []],
    ['that are not changed', {}, []],
    ['that are emptied', { email: ' ', category: '' }, []],
    ['with a short name', { ...valid, name: 'Ακτ' }, ['name']],
    ['with a wrong address of mail', { ...valid, email: 'a@' }, ['email']],
    ['with two addresses of mail', { ...valid, email: 'a@b.gr, c@d.gr' }, []],
    ['with ten addresses of mail', { ...valid, email: addresses(10) }, []],
    ['with eleven addresses of mail', { ...valid, email: addresses(11) }, ['email']],
    ['with one wrong address of two', { ...valid, email: 'a@b.gr; c@' }, ['email']],
    ['with an unknown category', { ...valid, category: 'Category3' }, ['category']],
    ['with another VAT rate', { ...valid, vatType: rate(1300) }, ['vatType']],
    [
      'that are all wrong',
      { name: '', email: 'x', category: 'x', vatType: rate(1) },
      ['name', 'email', 'category', 'vatType'],
    ],
  ])('%s are accepted, or refused by the names of the wrong ones', (_, fields, wrong) => {
    const fieldsOf = (refusal: Refusal | null) =>
      Object.keys((refusal?.details?.['fields'] as object | undefined) ?? {})
    expect(whyNotFields(fields).flatMap(fieldsOf)).toEqual(wrong)
    expect(fieldsOf(whyNotParty(fields))).toEqual(wrong)
  })

  test('keep the reason of the only wrong one, and name the first of several', () => {
    expect(whyNotParty({ ...valid, email: 'x' })?.code).toBe('customers.wrong-email')
    expect(whyNotParty({ email: 'x', category: 'x' })).toMatchObject({ code: 'input', details: { first: 'email' } })
  })

  test('contain at most thirty further ones of programs, with plain names', () => {
    const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`πεδίο ${at}`, '']))
    expect([plainKeys(named(30)), plainKeys(named(31)), plainKeys({ '<b>': '' })]).toEqual([true, false, false])
  })
})

describe('the place of an address', () => {
  const before = { address: 'Ερμού 1', city: 'Αθήνα', postcode: '', country: '' }

  test('is lost with a new address text', () => {
    const gone = { lat: null, lon: null }
    expect(withPlace(before, { postcode: '10563' })).toEqual({ postcode: '10563', ...gone })
    expect(withPlace(before, { city: 'Αθήνα' })).toEqual({ city: 'Αθήνα' })
    expect(withPlace(before, { city: 'Πάτρα', lat: 38.2 })).toEqual({ city: 'Πάτρα', lat: 38.2 })
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
