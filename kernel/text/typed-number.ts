/** Says where a number that a person types has two readings. */
import type { DecimalSign } from '../money.ts'

/** A number of a typed text whose point may group or begin the decimals. It may stand beside other signs, such as in `5*1.500` or `1.500 kg`. */
const TYPED_UNCLEAR = /(?<![\d.,]\s?)(?!0\.)(\d{1,3})\.(\d{3})(?![\d.,])/

/**
 * Returns both readings of a typed text whose point may group thousands or begin the decimals, each as a text with one meaning: `1.500` is
 * `1500` or `1,5`. Null for any other text, and in languages with a decimal point (C-90).
 */
export function twoReadings(text: string, languageSign: DecimalSign): readonly [string, string] | null {
  const found = languageSign === ',' ? TYPED_UNCLEAR.exec(text) : null
  if (!found) return null
  const [unclear, whole = '', fraction = ''] = found
  const decimals = fraction.replace(/0+$/, '')
  const withNumber = (number: string): string =>
    `${text.slice(0, found.index)}${number}${text.slice(found.index + unclear.length)}`
  return [withNumber(`${whole}${fraction}`), withNumber(decimals === '' ? whole : `${whole},${decimals}`)]
}
