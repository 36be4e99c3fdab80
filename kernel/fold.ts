/** Text as search sees it: no accents, no case, one sigma. The twin in SQL is the function `fold` of the migrations. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/ς/g, 'σ')
}
