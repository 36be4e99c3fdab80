/**
 * Notifications of what a process remembers about people: that an account, a session or a right has changed. The server listens to them
 * (server/live/notifications.ts).
 */
import type { Sql } from '#server/db/database.ts'
import { anyChanged, type Derived, rowTriggers, textOf } from './derived.ts'

/** `user` and `session` name the row, `keys` means all keys of programs and `*` everybody. */
type Whom = 'user' | 'session' | 'keys' | '*'

type Told = {
  /** A new row with this condition, by `new`. */
  readonly added?: Sql
  /** A change of one of these columns; with `when` only such a change. */
  readonly changed?: readonly string[] | 'anything'
  readonly when?: Sql
  readonly removed?: true
}

/** Declares which changes of a table are told. */
export function tellsAccess(table: string, whom: Whom, { added, changed, when, removed }: Told): Derived {
  return {
    name: table,
    functions: [],
    triggers: rowTriggers(table, 'tell_access', `tell_access('${whom}')`, [
      ...(added ? [{ event: 'insert' as const, when: textOf(added) }] : []),
      ...(changed === 'anything' ? [{ event: 'update' as const }] : []),
      ...(changed && changed !== 'anything'
        ? [{ event: 'update' as const, columns: changed, when: when ? textOf(when) : anyChanged(changed) }]
        : []),
      ...(removed ? [{ event: 'delete' as const }] : []),
    ]),
    proof: null,
  }
}
