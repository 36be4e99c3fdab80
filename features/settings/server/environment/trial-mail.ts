/** The texts of the mail with which a person tries the mail server. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LanguageCode, LANGUAGES } from '#kernel/languages.ts'

type Mail = { readonly subject: string; readonly text: string }

const FOLDER = join(import.meta.dirname, '../../web/locales')

const mails = new Map(
  LANGUAGES.map(({ code }) => {
    const { environment } = JSON.parse(readFileSync(join(FOLDER, `${code}.json`), 'utf8')) as {
      environment: { mail: Mail }
    }
    return [code, environment.mail] as const
  }),
)

/** Returns subject and text in a language. */
export function trialMail(language: LanguageCode, company: string): Mail {
  const mail = mails.get(language)
  if (!mail) throw new Error(`There is no trial mail in the language ${language}`)
  const filled = (text: string): string => text.replaceAll('{{company}}', company)
  return { subject: filled(mail.subject).replace(/\s+/g, ' '), text: filled(mail.text) }
}
