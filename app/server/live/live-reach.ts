/**
 * Decides who is notified of which change. People who may read a record are notified of it. People who only see figures
 * based on such records are notified only of the kind.
 */
import { usersRights } from '#accounts/domain/rights.ts'
import { type Holder, may, type Right } from '#kernel/rights.ts'
import { entities, notifiedOf, presence } from '#app/server/features.ts'

/** The right to read every record of a kind. */
const READ: ReadonlyMap<string, Right> = new Map(entities.map(({ name, read }) => [name, read]))
/** Used for a kind that no feature declares: only administrators are notified. */
const OTHERS = usersRights.write

/** The right by which people see who has a record of a place open, and are seen themselves. */
const PRESENCE: ReadonlyMap<string, Right> = new Map(presence.map(({ place, right }) => [place, right]))

/** Reports whether a person takes part in who has a record open, such as `packaging:12`. */
export function mayTakePart(who: Holder, record: string): boolean {
  const right = PRESENCE.get(record.slice(0, record.indexOf(':')))
  return right !== undefined && may(who, right)
}

/** Returns the topics that a person of the office or of a section may be notified of. */
export function topicsFor(who: Holder, topics: readonly string[]): string[] {
  return topics.filter((topic) => {
    const at = topic.indexOf(':')
    const kind = at < 0 ? topic : topic.slice(0, at)
    if (may(who, READ.get(kind) ?? OTHERS)) return true
    return at < 0 && notifiedOf.some((figures) => figures.kind === kind && may(who, figures.right))
  })
}
