/**
 * Numbers that look valid and belong to no real person or product. VAT numbers are from a range that the tax office
 * does not use. The local part of telephone numbers starts with a zero. Barcodes are from the range for use inside a
 * shop.
 */
import type { Dice } from './dice.ts'

const digits = (dice: Dice, count: number): string => Array.from({ length: count }, () => dice.int(0, 9)).join('')

/** Returns the check digit of a Greek VAT number from its first eight digits. */
export function vatCheckDigit(eight: string): number {
  let sum = 0
  for (let place = 0; place < 8; place++) sum += Number(eight[place]) * 2 ** (8 - place)
  return (sum % 11) % 10
}

export function vatNumber(dice: Dice): string {
  const eight = `7${digits(dice, 7)}`
  return `${eight}${vatCheckDigit(eight)}`
}

/** Returns a landline number of a town: `2310 012345` without the blank. */
export const landline = (dice: Dice, areaCode: string): string =>
  `${areaCode}${`0${digits(dice, 9 - areaCode.length)}`}`

export const mobile = (dice: Dice): string => `690${digits(dice, 7)}`

/** Returns an EAN-13 from the range for use inside a shop. */
export function barcode(serial: number): string {
  const twelve = `20${String(serial).padStart(10, '0')}`
  let sum = 0
  for (let place = 0; place < 12; place++) sum += Number(twelve[place]) * (place % 2 === 0 ? 1 : 3)
  return `${twelve}${(10 - (sum % 10)) % 10}`
}

/** Returns a Greek IBAN with valid check digits and a bank code that no bank has. */
export function iban(dice: Dice): string {
  const account = `0990001${digits(dice, 16)}`
  // G is 16 and R is 27
  const check = 98n - (BigInt(`${account}162700`) % 97n)
  return `GR${String(check).padStart(2, '0')}${account}`
}
