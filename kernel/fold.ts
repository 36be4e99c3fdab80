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
