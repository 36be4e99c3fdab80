/** Declares the names, inputs and outputs of the page that shows the environment of the server and tries it. */
import { z } from 'zod'
import { defineCommand } from '#kernel/contract.ts'
import { type LanguageCode, LANGUAGES } from '#kernel/languages.ts'
import { ENVIRONMENT_PARTS, zPart, zTrial } from '#kernel/settings/environment.ts'
import { settingsRights } from './rights.ts'

/** Returns the state of each part of the environment. No part contains a secret, a user name or the path of an address. */
export const showEnvironment = defineCommand('settings.show-environment', {
  right: settingsRights.write,
  input: z.strictObject({}),
  output: z.object({ parts: z.array(zPart) }),
})

/** Tries a part by one harmless request, and returns the result. */
export const tryEnvironment = defineCommand('settings.try-environment', {
  right: settingsRights.write,
  input: z.strictObject({
    part: z.enum(ENVIRONMENT_PARTS),
    /** True to send a mail to the e-mail of the person; false to sign in at the mail server only. */
    mail: z.boolean(),
    /** The language of that mail. */
    language: z.enum(LANGUAGES.map(({ code }) => code) as [LanguageCode, ...LanguageCode[]]),
  }),
  output: zTrial,
})
