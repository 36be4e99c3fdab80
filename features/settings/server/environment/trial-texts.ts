/** The texts of the mail with which a person tries the mail server, and of the notification with which they try the push. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LanguageCode, LANGUAGES } from '#kernel/languages.ts'

type Texts = { readonly subject: string; readonly text: string }
type Trials = Readonly<Record<'mail' | 'push-message', Texts>>

const FOLDER = join(import.meta.dirname, '../../web/locales')

const trials = new Map(
  LANGUAGES.map(({ code }) => {
    const { environment } = JSON.parse(readFileSync(join(FOLDER, `${code}.json`), 'utf8')) as { environment: Trials }
    return [code, environment] as const
  }),
)

/** Returns subject and text in a language. */
export function trialTexts(of: keyof Trials, language: LanguageCode, company: string): Texts {
  const texts = trials.get(language)?.[of]
  if (!texts) throw new Error(`There is no trial of ${of} in the language ${language}`)
  const filled = (text: string): string => text.replaceAll('{{company}}', company)
  return { subject: filled(texts.subject).replace(/\s+/g, ' '), text: filled(texts.text) }
}
