/** Returns an unknown value as text: empty for null, JSON for objects. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}

/** Fields of an address that people do not read. */
const UNREAD = ['lat', 'lon']

/**
 * Returns any value as text for people: the items of a list, the values of a record. `word` translates each of them.
 */
export function valueText(value: unknown, word: (text: string) => string = (text) => text): string {
  if (Array.isArray(value))
    return value
      .map((item) => valueText(item, word))
      .filter(Boolean)
      .join(' · ')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, part]) => (UNREAD.includes(name) ? '' : valueText(part, word)))
      .filter(Boolean)
      .join(', ')
  return word(plainText(value))
}
