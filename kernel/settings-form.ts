/**
 * Settings forms. A feature declares a form in its manifest. The declaration gives the stored values, the command that
 * changes them, the page that shows them and the row of the data API.
 */
import { z } from 'zod'
import { defineCommand, defineQuery } from './contract.ts'
import { type Refusal, refusal } from './refusal.ts'
import type { Right } from './rights.ts'

/**
 * The days for which records are kept. A smaller value deletes records. `usual` is its value until a person sets another.
 */
const zKeptDays = z.object({
  kind: z.literal('kept-days'),
  /** The name in the stored value. Its texts are `field.<form>.<name>` and `setting-hint.<form>.<name>`. */
  name: z.string(),
  usual: z.int(),
  least: z.int(),
  most: z.int(),
  /** Another setting of the form that this one must not exceed, and the code of the refusal that says so. */
  within: z.object({ name: z.string(), refusal: z.string() }).optional(),
})

/** Every kind of setting. A new kind also needs its schema in `schemaOf` and its input in `SettingInput`. */
const zSetting = z.discriminatedUnion('kind', [zKeptDays])
export type Setting = Readonly<z.output<typeof zSetting>>

export type SettingsForm = {
  /** The id of the form's record in histories and in the data API. It never changes. */
  readonly id: number
  /** The name of the stored row, and of the contracts: `settings.<name>` and `settings.save-<name>`. */
  readonly name: string
  readonly right: Right
  readonly settings: readonly Setting[]
}

/** The values of a form, by the name of the setting. */
export type SettingValues = Readonly<Record<string, number>>

/** Returns the schema that checks a value of a setting. */
const schemaOf = (setting: Setting) => z.int().min(setting.least).max(setting.most)

const shapeOf = (settings: readonly Setting[]) =>
  Object.fromEntries(settings.map((setting) => [setting.name, schemaOf(setting)]))

/** Returns the schema of all values of a form. */
const allValues = (settings: readonly Setting[]) => z.strictObject(shapeOf(settings))

/** Returns the stored value of each setting. A value that is missing or not allowed counts as the usual one. */
export function storedValues(settings: readonly Setting[], stored: unknown): SettingValues {
  const row = z.record(z.string(), z.unknown()).safeParse(stored).data ?? {}
  return Object.fromEntries(
    settings.map((setting) => [setting.name, schemaOf(setting).safeParse(row[setting.name]).data ?? setting.usual]),
  )
}

/** Returns the refusal if a setting exceeds the one that limits it. */
export function whyBeyond(settings: readonly Setting[], values: SettingValues): Refusal | null {
  for (const { name, within } of settings) {
    const [value, limit] = [values[name], within && values[within.name]]
    if (!within || value === undefined || limit === undefined || value <= limit) continue
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
      values: z.record(z.string(), z.int()),
      /** The moment from which saved values are used; null if they are used at once. */
      effectiveAt: z.string().nullable(),
    }),
  }),
  /** Settings that `values` leaves out stay as they are. A setting that no longer has its value in `shown` is not overwritten. */
  save: defineCommand(`settings.save-${name}`, {
    right,
    input: z.strictObject({
      values: allValues(settings).partial(),
      shown: allValues(settings).partial(),
    }),
    output: z.object({ changed: z.array(z.string()) }),
  }),
})
