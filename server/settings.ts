/** Reads the stored values of settings forms, for the code that uses them. */
import type { Moment } from '#kernel/day.ts'
import { type SettingsForm, type SettingValues, storedValues } from '#kernel/settings-form.ts'
import { type Rows, sql } from '#server/db/database.ts'

/** A form as a feature declares it in its manifest. */
export type DeclaredForm = SettingsForm & {
  /** Returns the moment from which saved values are used. Without it they are used at once. */
  readonly effectiveAt?: (rows: Rows) => Promise<Moment>
}

/** Returns the value of each setting of the form. A setting without an allowed stored value has its usual one. */
export async function readSettings(
  rows: Rows,
  { name, settings }: Pick<SettingsForm, 'name' | 'settings'>,
): Promise<SettingValues> {
  const row = await rows.maybe<{ value: unknown }>(sql`select value from settings where name = ${name}`)
  return storedValues(settings, row?.value)
}
