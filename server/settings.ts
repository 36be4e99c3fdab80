/** Reads the stored values of settings forms, for the code that uses them. */
import type { Moment } from '#kernel/day.ts'
import type { Refusal } from '#kernel/refusal.ts'
import {
  type Setting,
  type SettingsForm,
  type SettingValues,
  storedValues,
  type ValuesOf,
} from '#kernel/settings/form.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Actor } from '#server/work.ts'

/** A form as a feature declares it in its manifest. */
export type DeclaredForm = SettingsForm & {
  /** Returns the moment from which saved values are used. Without it they are used at once. */
  readonly effectiveAt?: (rows: Rows) => Promise<Moment>
  /**
   * Refuses new values that other records do not allow, such as a list without an entry that one of them has, or that this person
   * may not save yet.
   */
  readonly refuses?: (rows: Rows, after: SettingValues, before: SettingValues, actor: Actor) => Promise<Refusal | null>
}

/** Returns the value of each setting of the form. A setting without an allowed stored value has its usual one. */
export async function readSettings<const List extends readonly Setting[]>(
  rows: Rows,
  { name, settings }: { readonly name: string; readonly settings: List },
): Promise<ValuesOf<List>> {
  return storedValues(settings, await readStored(rows, name))
}

/** Returns what is stored for a form, as it is. */
export async function readStored(rows: Rows, name: string): Promise<unknown> {
  const row = await rows.maybe<{ value: unknown }>(sql`select value from settings where name = ${name}`)
  return row?.value
}
