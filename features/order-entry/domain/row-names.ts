/** Recognises rows of two versions of an order. Lines and loans have no permanent number. */

/** Returns rows by id and occurrence: `7/2` is the second row with the id 7. */
export function named<T>(rows: readonly T[], idOf: (row: T) => string): Map<string, T> {
  const seen = new Map<string, number>()
  return new Map(
    rows.map((row) => {
      const id = idOf(row)
      const count = (seen.get(id) ?? 0) + 1
      seen.set(id, count)
      return [`${id}/${count}`, row]
    }),
  )
}

/**
 * Returns the rows of a later version by the names that they had `before`. Of several rows with one id, those that are
 * still the same keep their names, wherever they stand; the others take the free names in their order. That can only be
 * wrong if one person removes a row of a product that stands twice and changes the other one.
 */
export function namedLike<T>(
  before: ReadonlyMap<string, T>,
  rows: readonly T[],
  idOf: (row: T) => string,
  isSame: (one: T, other: T) => boolean,
): Map<string, T> {
  const free = Map.groupBy(before.keys(), (name) => name.slice(0, name.lastIndexOf('/')))
  const names = rows.map((row) => {
    const open = free.get(idOf(row)) ?? []
    const at = open.findIndex((name) => isSame(before.get(name) as T, row))
    return at < 0 ? null : (open.splice(at, 1)[0] ?? null)
  })
  const taken = new Map<string, number>()
  for (const name of before.keys()) {
    const id = name.slice(0, name.lastIndexOf('/'))
    taken.set(id, (taken.get(id) ?? 0) + 1)
  }
  return new Map(
    rows.map((row, index) => {
      const id = idOf(row)
      const known = names[index] ?? free.get(id)?.shift()
      if (known !== undefined) return [known, row]
      const count = (taken.get(id) ?? 0) + 1
      taken.set(id, count)
      return [`${id}/${count}`, row]
    }),
  )
}
