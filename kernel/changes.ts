/** What changed between two versions of a record, field by field: the form in which every history keeps it. */

/** Old and new value of each field that changed. */
export type FieldChanges = Readonly<Record<string, readonly [unknown, unknown]>>

type Version = Readonly<Record<string, unknown>>

/** An empty text says as little as no value; histories keep both as null. */
const told = (value: unknown): unknown => (value === undefined || value === '' ? null : value)

/** Sorts the keys of objects, so that two objects with the same fields are written alike. */
const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one, sorted) === JSON.stringify(other, sorted)

/**
 * Returns the fields of `after` whose value differs from `before`, each with its old and new value. A field that `after`
 * leaves out or holds as undefined stays as it is. A new record is compared with `{}`. Values are compared as JSON.
 */
export function changes(before: Version, after: Version): FieldChanges {
  const changed: Record<string, readonly [unknown, unknown]> = {}
  for (const [field, value] of Object.entries(after)) {
    if (value === undefined) continue
    const [old, now] = [told(before[field]), told(value)]
    if (!isSame(old, now)) changed[field] = [old, now]
  }
  return changed
}
