/** The logo of the letterhead. */
import { z } from 'zod'
import { defineCommand, defineQuery } from '#kernel/contract.ts'
import { settingsRights } from './rights.ts'

/** A paper contains the logo, and many papers are printed together. */
export const MOST_LOGO_BYTES = 64 * 1024
/** The longest side in pixels. It is enough for print in the size of a letterhead. */
export const MOST_LOGO_PIXELS = 800

const CHARACTERS = Math.ceil((MOST_LOGO_BYTES * 4) / 3) + 4

/** Returns the logo as a `data:` URL, or null. */
export const companyLogo = defineQuery('settings.logo', {
  right: settingsRights.write,
  input: z.strictObject({}),
  output: z.object({ logo: z.string().nullable() }),
})

/** Saves the logo, a PNG or JPEG as base64, or removes it with null. */
export const saveLogo = defineCommand('settings.save-logo', {
  right: settingsRights.write,
  input: z.strictObject({ picture: z.base64().min(1).max(CHARACTERS).nullable() }),
  output: z.object({ logo: z.string().nullable() }),
})
