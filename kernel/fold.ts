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
