/**
 * Returns a text of an outside service as it is stored: without control characters, without unpaired surrogates, with
 * single blanks.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** Returns a clean text, cut after so many characters. A pair of surrogates at the end is not separated. */
export const cutText = (text: string, longest: number): string =>
  cleanText(text)
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()

/** Returns a clean code or address; empty if it has more characters, because a part of it would prove nothing. */
export function codeWithin(text: string, longest: number): string {
  const clean = cleanText(text)
  return clean.length > longest ? '' : clean
}
