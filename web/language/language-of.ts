/** The language of data on a page of another language, for screen readers (WCAG 3.1.2). */

const GREEK = /\p{Script=Greek}/u

/**
 * Returns the value of `lang` for a text that the company wrote: el for Greek letters on a page of another language. Undefined if
 * the language of the page holds.
 */
export const languageOf = (text: string, page: string): 'el' | undefined =>
  page !== 'el' && GREEK.test(text) ? 'el' : undefined
