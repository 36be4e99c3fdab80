/** The texts of mails about accounts, in the language of the person who asked for them. */
import { type LanguageCode, tagOf } from '#kernel/languages.ts'
import { productTexts } from '#server/texts/text-book.ts'

export type AccountMail = 'INVITATION' | 'RESET' | 'REGISTERED'
type Text = { readonly subject: string; readonly body: string }

type Mails = Readonly<Record<AccountMail, Text>>

/**
 * Returns subject and body of a mail. It names the company and no person: somebody may have chosen a name for an e-mail that is
 * not theirs.
 */
export function mailText(
  mail: AccountMail,
  language: LanguageCode,
  places: Readonly<Record<'company' | 'link', string>>,
): Text {
  const text = (productTexts.textsOf('users', tagOf(language))['mail'] as Mails)[mail]
  const filled = (one: string): string =>
    one.replace(/\{\{(company|link)\}\}/g, (_, place: 'company' | 'link') => places[place])
  return { subject: filled(text.subject).replace(/\s+/g, ' '), body: filled(text.body) }
}
