import type { Content } from 'pdfmake'

/** Returns a length in the unit of pdfmake, a 72nd of an inch. */
export const mm = (millimetres: number): number => (millimetres * 72) / 25.4

/** Words of more letters may be broken. */
const LONGEST = 20

/**
 * Returns a text in which long words may be broken anywhere. pdfmake breaks a word that is too wide by itself
 * where the width of its column is a number. Where the width follows from the content, the word would push the other columns off the paper.
 */
export const breakable = (text: string): Content[] =>
  text.split(/(\s+)/).map((word): Content => (word.length > LONGEST ? { text: word, wordBreak: 'break-all' } : word))
