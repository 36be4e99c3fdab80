/** A value whose kind is not known as text: nothing for nothing, JSON for what has parts. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}

/** What an address holds that nobody reads. */
const UNREAD = ['lat', 'lon']

/** A value of any kind for people: lists by their items, records by what they hold; `word` says each part. */
export function toldText(value: unknown, word: (text: string) => string = (text) => text): string {
  if (Array.isArray(value))
    return value
      .map((item) => toldText(item, word))
      .filter(Boolean)
      .join(' · ')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, part]) => (UNREAD.includes(name) ? '' : toldText(part, word)))
      .filter(Boolean)
      .join(', ')
  return word(plainText(value))
}
