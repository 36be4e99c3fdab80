/** Declares how the language and the layout of a person are stored. */
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

/** What a person has chosen. Null where they have chosen nothing. */
export const zPreferences = z.object({ language: zLanguage.nullable(), layout: zLayout.nullable() })
export type Preferences = Readonly<z.output<typeof zPreferences>>

/** Stores what is given and leaves the rest. The whole layout is sent, so that the last command decides all of it. */
export const savePreferences = defineCommand('preferences.save', {
  right: preferencesRights.keep,
  input: z.strictObject({ language: zLanguage.optional(), layout: zLayout.optional() }),
  output: z.object({ saved: z.literal(true) }),
})
