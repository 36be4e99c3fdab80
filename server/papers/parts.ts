import type { Content, Style } from 'pdfmake'

/** Returns a length in the unit of pdfmake, a 72nd of an inch. */
export const mm = (millimetres: number): number => (millimetres * 72) / 25.4

/**
 * The font of papers and cards, as web/ui/paper/paper.module.css has it: digits of the same width, and no letters that depend on their
 * neighbours, which would make an order of 300 lines three times as slow to draw.
 */
export const FONT = {
  font: 'Paper',
  // the types of pdfmake know only a list of what is switched on
  fontFeatures: { tnum: true, calt: false, liga: false, clig: false } as unknown as Style['fontFeatures'],
  lineHeight: 1.06,
} satisfies Style

/** Words of more letters may be broken. */
const LONGEST = 20

/**
 * Returns a text in which long words may be broken anywhere. pdfmake breaks a word that is too wide by itself
 * where the width of its column is a number. Where the width follows from the content, the word would push the other columns off the paper.
 */
export const breakable = (text: string): Content[] =>
  text.split(/(\s+)/).map((word): Content => (word.length > LONGEST ? { text: word, wordBreak: 'break-all' } : word))
