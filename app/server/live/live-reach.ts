/**
 * Decides who is notified of which change. People who may read a record are notified of it. People who only see figures
 * based on such records are notified that some record of the kind changed.
 */
import { type Holder, may, type Right } from '#kernel/rights.ts'
import { anyOf, kindIn } from '#kernel/live/topics.ts'
import { entities, FEATURES, notifiedOf, presence } from '#app/server/features.ts'
import { kindOf } from '#app/server/live/kinds.ts'

/** The right to read every record of a kind. */
const READ: ReadonlyMap<string, Right> = new Map(entities.map(({ name, read }) => [name, read]))
/** The rights of the feature that owns a table which belongs to no kind of records. Whoever holds one is notified of its changes. */
const OWNERS: ReadonlyMap<string, readonly Right[]> = new Map(
  FEATURES.flatMap(({ owns, rights }) => owns.map((table) => [kindOf(table), Object.values(rights)] as const)),
)

/** The right by which people see who has a record of a place open, and are seen themselves. */
const PRESENCE: ReadonlyMap<string, Right> = new Map(presence.map(({ place, right }) => [place, right]))

/** Reports whether a person takes part in who has a record open, such as `packaging:12`. */
export function mayTakePart(who: Holder, record: string): boolean {
  const right = PRESENCE.get(record.slice(0, record.indexOf(':')))
  return right !== undefined && may(who, right)
}

/** Returns the topics that a person of the office or of a section may be notified of. */
export function topicsFor(who: Holder, topics: readonly string[]): string[] {
  const heard = topics.flatMap((topic) => {
    const kind = kindIn(topic)
    const read = READ.get(kind)
    if (read && may(who, read)) return [topic]
    return mayHearOf(who, kind) ? [kind, anyOf(kind)] : []
  })
  return [...new Set(heard)]
}

/** Reports whether a person may be notified that some record of a kind changed. */
export function mayHearOf(who: Holder, kind: string): boolean {
  const read = READ.get(kind)
  const notified = notifiedOf.filter((figures) => figures.kind === kind).map(({ right }) => right)
  const rights = [...(read ? [read] : (OWNERS.get(kind) ?? [])), ...notified]
  // nobody owns tables of the frame, such as what registries answered
  return rights.length === 0 || rights.some((right) => may(who, right))
}
