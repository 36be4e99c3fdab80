/** Stores and reads what each person has chosen for their own pages. */
import type { z } from 'zod'
import { command, demandPerson } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type Preferences, savePreferences, zPreferences } from '#accounts/domain/preferences/contract.ts'

/** Saves for the person who asks. It leaves no entry in the history, because it changes no data of the company. */
export const savePreferencesCommand = command(savePreferences, async ({ tx, actor }, input) => {
  await savePreferencesOf(tx, demandPerson(actor), input)
  return { saved: true as const }
})

/** Stores what is given for a person, and leaves the rest. */
export async function savePreferencesOf(
  tx: Rows,
  userId: number,
  { language, layout, pins, slashKey }: z.output<typeof savePreferences.input>,
): Promise<void> {
  await tx.run(sql`
    insert into preferences (user_id, language, layout, pins, slash_key)
    values (${userId}, ${language ?? null}, ${layout ? JSON.stringify(layout) : null}::jsonb,
      ${pins ? JSON.stringify(pins) : null}::jsonb, ${slashKey ?? null})
    on conflict (user_id) do update set
      language = coalesce(excluded.language, preferences.language),
      layout = coalesce(excluded.layout, preferences.layout),
      pins = coalesce(excluded.pins, preferences.pins),
      slash_key = coalesce(excluded.slash_key, preferences.slash_key),
      changed_at = now()`)
}

/** Returns what a person has chosen. A stored value that the product no longer offers counts as not chosen. */
export async function readPreferences(rows: Rows, userId: number): Promise<Preferences> {
  const stored = await rows.maybe<Record<keyof Preferences, unknown>>(sql`
    select language, layout, pins, slash_key "slashKey" from preferences where user_id = ${userId}`)
  const { language, layout, pins, slashKey } = zPreferences.shape
  return {
    language: language.safeParse(stored?.language).data ?? null,
    layout: layout.safeParse(stored?.layout).data ?? null,
    pins: pins.safeParse(stored?.pins).data ?? null,
    slashKey: slashKey.safeParse(stored?.slashKey).data ?? null,
  }
}
