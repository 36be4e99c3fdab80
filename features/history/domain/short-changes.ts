type Changes = Readonly<Record<string, [unknown, unknown]>>

/** Longer texts are shown in the entry itself, and not in the list. */
const LONGEST = 80

const isShort = (value: unknown): boolean =>
  typeof value === 'string' ? value.length <= LONGEST : value === null || typeof value !== 'object'

/** Separates the changes that fit into a row of the list from the names of the other changed fields. */
export function shortChanges(changes: Changes): { changes: Changes; otherFields: string[] } {
  const all = Object.entries(changes)
  const fits = all.filter(([, values]) => values.every(isShort))
  return {
    changes: Object.fromEntries(fits),
    otherFields: all.filter((change) => !fits.includes(change)).map(([field]) => field),
  }
}
