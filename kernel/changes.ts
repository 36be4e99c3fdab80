/** Compares two versions of a record, for its history. */

/** The old and the new value of each changed field. */
export type FieldChanges = Readonly<Record<string, readonly [unknown, unknown]>>

type Version = Readonly<Record<string, unknown>>

/** Returns null for an empty text, which means the same as no value. */
const comparable = (value: unknown): unknown => (value === undefined || value === '' ? null : value)

/** Sorts the keys of an object, so that objects with the same fields become the same JSON. */
const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** Reports whether two values are the same JSON, whatever the order of the keys of their objects. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, sorted) === JSON.stringify(other, sorted)

/**
 * Returns the fields of `after` whose value differs from `before`, each with its old and new value. A field that `after`
 * leaves out or holds as undefined stays as it is. A new record is compared with `{}`. Values are compared as JSON.
 */
export function changes(before: Version, after: Version): FieldChanges {
  const changed: Record<string, readonly [unknown, unknown]> = {}
  for (const [field, value] of Object.entries(after)) {
    if (value === undefined) continue
    const [old, now] = [comparable(before[field]), comparable(value)]
    if (!isSame(old, now)) changed[field] = [old, now]
  }
  return changed
}
