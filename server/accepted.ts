/** Chooses the language and the encoding of an answer by what the caller accepts. */
import Negotiator from 'negotiator'
import { FALLBACK_LANGUAGE, type LanguageCode, LANGUAGES, tagOf } from '#kernel/languages.ts'

/** English comes first, for callers who accept every language. */
const TAGS = [tagOf(FALLBACK_LANGUAGE), ...LANGUAGES.map(({ tag }) => tag)]

/** Returns the language with the greatest weight in `Accept-Language`; English if the product has none of them. */
export function languageOf(acceptLanguage: string | undefined): LanguageCode {
  const accepted = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).language(TAGS)
  return LANGUAGES.find(({ tag }) => tag === accepted)?.code ?? FALLBACK_LANGUAGE
}

/** Reports whether `Accept-Encoding` prefers gzip to an answer without compression. */
export const acceptsGzip = (acceptEncoding: string | undefined): boolean =>
  new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encoding(['gzip', 'identity']) === 'gzip'
