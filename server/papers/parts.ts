import type { Content } from 'pdfmake'

/** Words of more letters may be broken. */
const LONGEST = 20

/**
 * Returns a text in which long words may be broken anywhere. pdfmake breaks a word that is too wide by itself
 * where the width of its column is a number. Where the width follows from the content, the word would push the other columns off the paper.
 */
export const breakable = (text: string): Content[] =>
  text.split(/(\s+)/).map((word): Content => (word.length > LONGEST ? { text: word, wordBreak: 'break-all' } : word))
