/** Words of a service outside as we store them: no control characters, no halves of signs, single blanks. */
export const plainWords = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
