/** Declares how the language, the layout and the pinned pages of a person are stored. */
import { z } from 'zod'
import { defineCommand } from '#kernel/contract.ts'
import { LANGUAGES } from '#kernel/languages.ts'
import { LAYOUT_VALUES } from './layout.ts'
import { preferencesRights } from './rights.ts'

const zLayout = z.strictObject({
  layoutType: z.enum(LAYOUT_VALUES.layoutType),
  layoutWidth: z.enum(LAYOUT_VALUES.layoutWidth),
  topbarTheme: z.enum(LAYOUT_VALUES.topbarTheme),
  leftSideBarType: z.enum(LAYOUT_VALUES.leftSideBarType),
  leftSideBarTheme: z.enum(LAYOUT_VALUES.leftSideBarTheme),
  leftSideBarThemeImage: z.enum(LAYOUT_VALUES.leftSideBarThemeImage),
  isPreloader: z.boolean(),
})

const zLanguage = z.enum(LANGUAGES.map(({ code }) => code))

/** A person pins at most this many pages. */
export const MOST_PINS = 12

/** The addresses of the pages that a person has pinned to the top of the menu, in the order in which they were pinned. */
const zPins = z
  .array(
    z
      .string()
      .regex(/^\/[\w/-]*$/)
      .max(100),
  )
  .max(MOST_PINS)

/** What a person has chosen. Null where they have chosen nothing. `slashKey` is false if `/` alone opens no search. */
export const zPreferences = z.object({
  language: zLanguage.nullable(),
  layout: zLayout.nullable(),
  pins: zPins.nullable(),
  slashKey: z.boolean().nullable(),
})
export type Preferences = Readonly<z.output<typeof zPreferences>>

/** Stores what is given and leaves the rest. The whole layout and all pins are sent, so that the last command decides all of it. */
export const savePreferences = defineCommand('preferences.save', {
  right: preferencesRights.keep,
  input: z.strictObject({
    language: zLanguage.optional(),
    layout: zLayout.optional(),
    pins: zPins.optional(),
    slashKey: z.boolean().optional(),
  }),
  output: z.object({ saved: z.literal(true) }),
})
