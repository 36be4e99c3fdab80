/** Declares what people may ask for without a sign-in. */
import { z } from 'zod'
import { type LanguageCode, LANGUAGES } from '#kernel/languages.ts'
import { zEmail } from './contract.ts'

/** The language of the page, in which the person gets the mail. */
const zLanguage = z.enum(LANGUAGES.map(({ code }) => code) as [LanguageCode, ...LanguageCode[]])

/** What the pages without a sign-in show. */
export const publicState = z.object({
  /** True if mails of this company reach mailboxes. Without it nobody gets a link by mail. */
  mail: z.boolean(),
})

export const forgotPasswordInput = z.strictObject({ email: zEmail, language: zLanguage })
/** The same for every e-mail, so that the answer does not tell which ones have an account. */
export const forgotPasswordOutput = z.object({ done: z.literal(true) })
