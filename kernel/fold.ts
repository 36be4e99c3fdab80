/**
 * Returns `text` as the search compares it: lower case, without accents, with σ for ς. The SQL function `fold` in the
 * migrations does the same.
 */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/ς/g, 'σ')
}

/** Reports whether `text` contains `part`. Capitals and accents do not matter. True if `part` is empty or undefined. */
export const contains = (text: string, part: string | undefined): boolean => !part || fold(text).includes(fold(part))

/** Reports whether `text` contains every word of `search`, in any order. */
export const containsWords = (text: string, search: string): boolean =>
  search.split(/\s+/).every((word) => contains(text, word))

/** Returns `text` with other letters in place of some. */
export const translated = (text: string, letters: ReadonlyMap<string, string>): string =>
  Array.from(text, (letter) => letters.get(letter) ?? letter).join('')

/** The small Greek letters whose capitals look like Latin ones, and those Latin letters. The micro sign looks like one too. */
export const LOOK_ALIKE: ReadonlyMap<string, string> = new Map(
  Array.from('αβεζηικμνορτυχµ', (letter, at) => [letter, 'abezhikmnoptyxm'.charAt(at)] as const),
)

/**
 * Returns a code as it is compared with others of which it must differ, such as an SKU: folded, and letters that look alike in Greek and Latin
 * are one letter (C-100). The SQL function `look_alike_key` is made from the same list (server/db/declared-functions.ts).
 */
export const lookAlikeKey = (code: string): string => translated(fold(code), LOOK_ALIKE)
