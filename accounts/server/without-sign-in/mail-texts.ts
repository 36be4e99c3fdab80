/** The texts of mails about accounts, in the language of the person who asked for them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LanguageCode, LANGUAGES } from '#kernel/languages.ts'

const FOLDER = join(import.meta.dirname, '../../../features/users/web/locales')

export type AccountMail = 'INVITATION' | 'RESET' | 'REGISTERED'
type Text = { readonly subject: string; readonly body: string }

const texts = new Map(
  LANGUAGES.map(({ code }) => {
    const { mail } = JSON.parse(readFileSync(join(FOLDER, `${code}.json`), 'utf8')) as {
      mail: Readonly<Record<AccountMail, Text>>
    }
    return [code, mail] as const
  }),
)

/**
 * Returns subject and body of a mail. It names the company and no person: somebody may have chosen a name for an e-mail that is
 * not theirs.
 */
export function mailText(
  mail: AccountMail,
  language: LanguageCode,
  places: Readonly<Record<'company' | 'link', string>>,
): Text {
  const text = texts.get(language)?.[mail]
  if (!text) throw new Error(`There is no mail ${mail} in the language ${language}`)
  const filled = (one: string): string =>
    one.replace(/\{\{(company|link)\}\}/g, (_, place: 'company' | 'link') => places[place])
  return { subject: filled(text.subject).replace(/\s+/g, ' '), body: filled(text.body) }
}
