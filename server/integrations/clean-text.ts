/**
 * Returns a text of an outside service as it is stored: without control characters, without unpaired surrogates, with
 * single blanks.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
