/** Tries a part of the environment. It asks a real service, so people cannot repeat it as often as they like. */
import { type LanguageCode, tagOf } from '#kernel/languages.ts'
import { refuse } from '#kernel/refusal.ts'
import type { PartName } from '#kernel/settings/environment.ts'
import { lookup, type Reach } from '#server/command.ts'
import type { Rows } from '#server/db/database.ts'
import { turnsAt } from '#server/integrations/service-turns.ts'
import { showEnvironment, tryEnvironment } from '../../domain/environment.ts'
import { readCompany } from '#server/company.ts'
import { productTexts } from '#server/texts/text-book.ts'

/** The seconds between two trials, for all people and processes. The registry informs the company of each question. */
const SECONDS: Partial<Record<PartName, number>> = { registry: 60, accounting: 20 }
const USUAL_SECONDS = 6
const SECONDS_OF_A_MAIL = 30

/** An address that every map of Greece knows, for a company that has not entered its own. */
const KNOWN_ADDRESS = 'Πλατεία Συντάγματος, Αθήνα'

/** Refuses a trial too soon after the last one. */
async function takeTurn({ rows }: Reach, part: PartName, mail: boolean): Promise<void> {
  const seconds = mail ? SECONDS_OF_A_MAIL : (SECONDS[part] ?? USUAL_SECONDS)
  const pace = { gapMilliseconds: seconds * 1000, longestWaitMilliseconds: 0 }
  const mayTry = await turnsAt(rows, `try-${part}${mail ? '-mail' : ''}`, pace)()
  if (!mayTry) refuse('tooMany', 'settings.try-again-soon', { seconds, retryAfterSeconds: seconds })
}

type Texts = { readonly subject: string; readonly text: string }
type Trials = Readonly<Record<'mail' | 'push-message', Texts>>

/** Returns the texts of the mail with which a person tries the mail server, or of the notification with which they try the push. */
function trialTexts(of: keyof Trials, language: LanguageCode, company: string): Texts {
  const { subject, text } = (productTexts.textsOf('settings', tagOf(language))['environment'] as Trials)[of]
  const filled = (words: string): string => words.replaceAll('{{company}}', company)
  return { subject: filled(subject).replace(/\s+/g, ' '), text: filled(text) }
}

/** Returns the e-mail of an account; an empty text if there is none. */
export type EmailOf = (rows: Rows, userId: number | null) => Promise<string>

export const tryEnvironmentLookup = (emailOf: EmailOf) =>
  lookup(tryEnvironment, async (reach, { part, mail, language }) => {
    const wanted = reach.outside.environment.find(({ name }) => name === part)
    if (!wanted?.tryIt) refuse('unavailable', 'settings.cannot-be-tried')
    const withMail = mail && part === 'mail'
    const mailTo = withMail ? await emailOf(reach.rows, reach.actor.userId) : null
    const { vat, address, name } = await readCompany(reach.rows)
    await takeTurn(reach, part, withMail)
    const { userId } = reach.actor
    const texts = trialTexts(part === 'push' ? 'push-message' : 'mail', language, name)
    return wanted.tryIt({ vat, address: address || KNOWN_ADDRESS, mailTo, userId, ...texts })
  })

export const showEnvironmentLookup = lookup(showEnvironment, async ({ outside, rows }) => {
  const { accounting } = await readCompany(rows)
  return {
    parts: outside.environment.map(({ tryIt, ...part }) => ({
      ...part,
      state: part.name === 'accounting' && part.state === 'missing' && !accounting ? ('unused' as const) : part.state,
      tried: tryIt !== undefined,
    })),
  }
})
