import type { Content } from 'pdfmake'

/**
 * Returns a text in which words of more letters than `longest` may be broken anywhere. pdfmake breaks a word that is too wide by itself
 * where the width of its column is a number. Where the width follows from the content, the word would push the other columns off the paper.
 */
export const breakable = (text: string, longest: number): Content[] =>
  text.split(/(\s+)/).map((word): Content => (word.length > longest ? { text: word, wordBreak: 'break-all' } : word))
