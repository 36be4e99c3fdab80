/** Tells the numbers of the standard for goods (GTIN) from the codes that a company makes itself (C-100). */

/** The digits of the longest GTIN. A shorter one is the same number with zeros in front. */
const LONGEST = 14
const GTIN = /^(\d{8}|\d{12,14})$/

/** Reports whether the last digit fits the others: counted from it, each second digit counts three times, and the sum ends in 0 (GS1). */
const hasRightDigit = (digits: string): boolean =>
  Array.from(digits)
    .toReversed()
    .reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) %
    10 ===
  0

/** Reports whether a barcode has the length of a GTIN and a wrong check digit. It is mistyped, or the company's own code. */
export const hasWrongGtinDigit = (barcode: string): boolean => GTIN.test(barcode) && !hasRightDigit(barcode)

/**
 * Returns a barcode as it is compared with others: a GTIN with all its leading zeros, and any other code as it is written. The SQL function
 * `barcode_key` in the migrations does the same.
 */
export const barcodeKey = (barcode: string): string => (GTIN.test(barcode) ? barcode.padStart(LONGEST, '0') : barcode)

/** Returns a text as searches look for it: a GTIN without its leading zeros, so that it is found however many are stored. */
export const searchedCode = (text: string): string => {
  const code = text.trim()
  return GTIN.test(code) ? code.replace(/^0+(?=\d)/, '') : text
}
