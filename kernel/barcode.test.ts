import { describe, expect, test } from 'vitest'
import { barcodeKey, hasWrongGtinDigit, searchedCode } from './barcode.ts'

describe('a barcode of 8, 12, 13 or 14 digits', () => {
  test.each(['96385074', '036000291452', '5201234567894', '15201234567891'])('%s has the right check digit', (code) => {
    expect(hasWrongGtinDigit(code)).toBe(false)
  })

  test.each(['96385075', '036000291453', '5201234567890', '15201234567890'])('%s has a wrong check digit', (code) => {
    expect(hasWrongGtinDigit(code)).toBe(true)
  })

  test('is the same with and without its leading zeros', () => {
    expect(barcodeKey('036000291452')).toBe(barcodeKey('0036000291452'))
    expect(barcodeKey('00036000291452')).toBe(barcodeKey('0036000291452'))
    expect(searchedCode(' 0036000291452 ')).toBe(searchedCode('036000291452'))
    expect(barcodeKey('5201234567894')).not.toBe(barcodeKey('15201234567894'))
  })
})

test.each(['', '5201', '05201', '1234567890', 'KOL-10', 'kol-10', '520 1234 567 894'])(
  "%j is the company's own code and is compared as it is written",
  (code) => {
    expect(hasWrongGtinDigit(code)).toBe(false)
    expect(barcodeKey(code)).toBe(code)
    expect(searchedCode(code)).toBe(code)
  },
)
