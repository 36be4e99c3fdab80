/**
 * Decides who is told of which change. People who may read a record are told of it. People who only see figures based
 * on such records are told only the kind.
 */
import { usersRights } from '#features/users/domain/rights.ts'
import { may, type Right } from '#kernel/rights.ts'
import { entities, hears } from '#server/features.ts'
import type { Actor } from '#server/work.ts'

/** The right to read every record of a kind. */
const READ: ReadonlyMap<string, Right> = new Map(entities.map(({ name, read }) => [name, read]))
/** Used for a kind that no feature declares: only administrators are told. */
const OTHERS = usersRights.write

/** Returns the topics that a person of the office or of a section may be told of. */
export function topicsFor({ role }: Pick<Actor, 'role'>, topics: readonly string[]): string[] {
  return topics.filter((topic) => {
    const at = topic.indexOf(':')
    const kind = at < 0 ? topic : topic.slice(0, at)
    if (may(role, READ.get(kind) ?? OTHERS)) return true
    return at < 0 && hears.some((heard) => heard.kind === kind && may(role, heard.right))
  })
}
