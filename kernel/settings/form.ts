/**
 * Settings forms. A feature declares a form in its manifest. The declaration gives the stored values, the command that
 * changes them, the page that shows them and the row of the data API. `kinds.ts` has the kinds of settings.
 */
import { z } from 'zod'
import { defineCommand, defineQuery } from '#kernel/contract.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import type { Right } from '#kernel/rights.ts'
import type { SettingsGroup } from './groups.ts'
import {
  isEmptyValue,
  type Setting,
  type SettingValue,
  storedValue,
  typedValue,
  usualOf,
  type ValueOf,
  zSetting,
  zSettingValue,
} from './kinds.ts'

export type { KeptDays, RowsSetting, Setting, SettingValue } from './kinds.ts'

export type SettingsForm = {
  /** The id of the form's record in histories and in the data API. It never changes. */
  readonly id: number
  /** The name of the stored row, and of the contracts: `settings.<name>` and `settings.save-<name>`. */
  readonly name: string
  /** Under which heading the settings page lists it. */
  readonly group: SettingsGroup
  readonly right: Right
  readonly settings: readonly Setting[]
}

/** The values of a form, by the name of the setting. */
export type SettingValues = Readonly<Record<string, SettingValue>>

/** The values of the settings that a declaration lists, each with the type of its kind. */
export type ValuesOf<List extends readonly Setting[]> = {
  readonly [S in List[number] as S['name']]: ValueOf<S>
}

const shapeOf = (settings: readonly Setting[]) =>
  Object.fromEntries(settings.map((setting) => [setting.name, typedValue(setting)]))

/** Returns the schema of all values of a form. */
const allValues = (settings: readonly Setting[]) => z.strictObject(shapeOf(settings))

/** Returns the stored value of each setting. A value that is missing or not allowed counts as the usual one. */
export function storedValues<const List extends readonly Setting[]>(settings: List, stored: unknown): ValuesOf<List> {
  const row = z.record(z.string(), z.unknown()).safeParse(stored).data ?? {}
  return Object.fromEntries(
    settings.map((setting) => [
      setting.name,
      storedValue(setting).safeParse(row[setting.name]).data ?? usualOf(setting),
    ]),
  ) as ValuesOf<List>
}

/** Returns the settings that a company needs and has not entered. */
export const missingSettings = (settings: readonly Setting[], values: SettingValues): Setting[] =>
  settings.filter((setting) => setting.wanted && isEmptyValue(values[setting.name] ?? ''))

/** Returns the refusal if a setting exceeds the one that limits it. */
export function whyBeyond(settings: readonly Setting[], values: SettingValues): Refusal | null {
  for (const setting of settings) {
    if (setting.kind !== 'kept-days' || !setting.within) continue
    const { name, within } = setting
    const [value, limit] = [values[name], values[within.name]]
    if (typeof value !== 'number' || typeof limit !== 'number' || value <= limit) continue
    return refusal('refused', within.refusal, { days: value, limit, fields: { [`values.${name}`]: within.refusal } })
  }
  return null
}

/** Returns the contracts of a form: the query that its page shows, and the command that saves it. */
export const settingsContracts = ({ name, right, settings }: Pick<SettingsForm, 'name' | 'right' | 'settings'>) => ({
  read: defineQuery(`settings.${name}`, {
    right,
    input: z.strictObject({}),
    output: z.object({
      id: z.int(),
      settings: z.array(zSetting),
      values: z.record(z.string(), zSettingValue),
      /** The moment from which saved values are used; null if they are used at once. */
      effectiveAt: z.string().nullable(),
    }),
  }),
  /**
   * Settings that `values` leaves out stay as they are. A setting that no longer has its value in `shown` is not overwritten.
   * `shown` is only compared: a stored value may have a form that is no longer accepted.
   */
  save: defineCommand(`settings.save-${name}`, {
    right,
    input: z.strictObject({
      values: allValues(settings).partial(),
      shown: z.record(z.string(), zSettingValue),
    }),
    output: z.object({ changed: z.array(z.string()) }),
  }),
})
