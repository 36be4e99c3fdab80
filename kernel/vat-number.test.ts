import { expect, test } from 'vitest'
import { plainVat, whyNotVat } from './vat-number.ts'

test.each([
  ['094014201', '094014201'],
  [' EL 094 014 201 ', '094014201'],
  ['gr094014201', '094014201'],
  ['ΕΛ094014201', '094014201'],
  ['ελ 094.014.201', '094014201'],
  ['94014201', '094014201'],
  ['094\u202f014\u2009201\ufeff', '094014201'],
  ['EL94014201', '094014201'],
])('%j is read as %s', (typed, vat) => {
  expect(plainVat(typed)).toBe(vat)
  expect(whyNotVat(vat)).toBeNull()
})

test.each(['', '123456789', '000000000', '4014201', '1094014201', 'DE129273398', 'IT09401420', 'αβγδεζηθι'])(
  '%j is no number the registry is asked for',
  (typed) => {
    expect(whyNotVat(plainVat(typed))).toMatchObject({ code: 'customers.vat-check-digit' })
  },
)

test('the letters of a foreign number become capitals', () => {
  expect(plainVat('bg 131.129-282')).toBe('BG131129282')
})
