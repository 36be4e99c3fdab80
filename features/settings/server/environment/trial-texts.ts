/** The texts of the mail with which a person tries the mail server, and of the notification with which they try the push. */
import { type LanguageCode, tagOf } from '#kernel/languages.ts'
import { productTexts } from '#server/texts/text-book.ts'

type Texts = { readonly subject: string; readonly text: string }
type Trials = Readonly<Record<'mail' | 'push-message', Texts>>

const trialsIn = (language: LanguageCode): Trials =>
  productTexts.textsOf('settings', tagOf(language))['environment'] as Trials

/** Returns subject and text in a language. */
export function trialTexts(of: keyof Trials, language: LanguageCode, company: string): Texts {
  const texts = trialsIn(language)[of]
  const filled = (text: string): string => text.replaceAll('{{company}}', company)
  return { subject: filled(texts.subject).replace(/\s+/g, ' '), text: filled(texts.text) }
}
