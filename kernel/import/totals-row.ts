/** Recognises the rows of totals that stand below the rows of a file. */
import { fold } from '../fold.ts'
import { type Cell, cellText } from './cells.ts'

/** The words with which a row of totals begins, folded and without other characters than letters. */
const TOTALS = new Set([
  'συνολο',
  'συνολα',
  'γενικο συνολο',
  'γενικα συνολα',
  'υποσυνολο',
  'μερικο συνολο',
  'αθροισμα',
  'total',
  'totals',
  'grand total',
  'subtotal',
  'sum',
])

/** Returns the word with which a row of totals begins; null for any other row. */
export function totalsWord(cells: readonly Cell[]): string | null {
  const first = cells.map((cell) => cellText(cell).trim()).find((cell) => cell !== '') ?? ''
  const word = fold(first)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
  return TOTALS.has(word) ? first : null
}
