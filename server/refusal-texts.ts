/** Turns refusals into text, for answers that programs and people read outside our pages. */
import i18next, { type i18n } from 'i18next'
import { dayText } from '#kernel/day.ts'
import { FALLBACK_LANGUAGE, type Language, LANGUAGES, tagOf } from '#kernel/languages.ts'
import { type Refusal, textDetails } from '#kernel/refusal.ts'
import { languageOf } from './accepted.ts'
import { FRAME, openTexts, type Texts } from './texts/text-book.ts'

/** The most fields that one text names. */
const MOST_NAMED = 20

/** Reads the refusal texts of the frame and all features, in all languages. */
function readTexts(root: string): i18n {
  const texts: i18n = i18next.createInstance()
  const book = openTexts(root)
  const refusalsIn = (language: Language) => {
    const of = (area: string) => (book.textsOf(area, language)['refusal'] ?? {}) as Texts
    const features = book.areas().filter((area) => area !== FRAME)
    return { ...of(FRAME), ...Object.fromEntries(features.map((feature) => [feature, of(feature)])) }
  }
  void texts.init({
    // the texts are complete, so nothing is loaded later
    initAsync: false,
    lng: tagOf(FALLBACK_LANGUAGE),
    fallbackLng: tagOf(FALLBACK_LANGUAGE),
    defaultNS: 'refusal',
    ns: ['refusal'],
    resources: Object.fromEntries(LANGUAGES.map(({ tag }) => [tag, { refusal: refusalsIn(tag) }])),
    interpolation: { escapeValue: false },
  })
  texts.services.formatter?.add('day', (day: string, language = '') => dayText(day, language))
  return texts
}

/**
 * Returns a function that gives a wrong field with the values that it may have, `unit: KG | Meter`, or with what its feature says of it. `said`
 * returns the text of a code, which may have placeholders; null if it has none.
 */
function namedField({ details }: Refusal, said: (code: string) => string | null): (name: string) => string {
  const allowed = (details?.['allowed'] ?? {}) as Readonly<Record<string, readonly string[]>>
  const fields = (details?.['fields'] ?? {}) as Readonly<Record<string, unknown>>
  return (name) => {
    if (Object.hasOwn(allowed, name)) return `${name}: ${allowed[name]?.join(' | ')}`
    const code = Object.hasOwn(fields, name) ? fields[name] : undefined
    const text = typeof code === 'string' && code.includes('.') ? said(code) : null
    // the details of the refusal are those of all fields, so they fill no placeholder of one
    return text === null || text.includes('{{') ? name : `${name}: ${text}`
  }
}

/**
 * Returns a function that gives the text of a refusal in the language of `Accept-Language`. It reads the texts when it
 * is called the first time, so that a start does not wait for them.
 */
export function refusalTexts(root: string): (no: Refusal, acceptLanguage: string | undefined) => string {
  let texts: i18n | undefined
  return (no, acceptLanguage) => {
    const language = languageOf(acceptLanguage)
    const book = (texts ??= readTexts(root))
    const said = (code: string): string | null => {
      const text: unknown = book.getResource(tagOf(language), 'refusal', code)
      return typeof text === 'string' ? text : null
    }
    const text = book.t(no.code, { lng: tagOf(language), ...textDetails(no), defaultValue: '' })
    if (text === '') return no.code
    // a program has no form that marks the wrong fields, so the text names them
    const fields = no.code === 'input' ? no.details?.['fields'] : undefined
    const wrong = Object.keys(fields ?? {}).filter((name) => name !== '')
    const first = no.code === 'input' ? no.details?.['first'] : undefined
    if (wrong.length === 0 && typeof first === 'string' && first !== '') wrong.push(first)
    return wrong.length > 0 ? `${text} (${wrong.slice(0, MOST_NAMED).map(namedField(no, said)).join(', ')})` : text
  }
}
