/** Declares what people may ask for without a sign-in. */
import { z } from 'zod'
import { zEmail, zLanguage, zPassword, zUserName } from './contract.ts'

/** What the pages without a sign-in show. */
export const publicState = z.object({
  /** True if mails of this company reach mailboxes. If false, no link is mailed. */
  mail: z.boolean(),
  /** True if people may create an account. */
  registration: z.boolean(),
})

export const forgotPasswordInput = z.strictObject({ email: zEmail, language: zLanguage })
/** The same for every e-mail, so that the answer does not tell which ones have an account. */
export const forgotPasswordOutput = z.object({ done: z.literal(true) })

export const registerInput = z.strictObject({
  email: zEmail,
  username: zUserName,
  password: zPassword,
  language: zLanguage,
})
/** The same for an e-mail that has an account already. */
export const registerOutput = z.object({ done: z.literal(true) })
