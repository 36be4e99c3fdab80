/**
 * The languages of the product: stored code, BCP 47 tag, name in its own language. `rs` is Russian and `sr` Serbian
 * (ruling C-20). Each language has a file `<code>.json` in every folder of texts.
 */
export const LANGUAGES = [
  { code: 'gr', tag: 'el', name: 'Ελληνικά' },
  { code: 'eng', tag: 'en', name: 'English' },
  { code: 'it', tag: 'it', name: 'Italiano' },
  { code: 'sp', tag: 'es', name: 'Español' },
  { code: 'rs', tag: 'ru', name: 'Русский' },
  { code: 'sr', tag: 'sr', name: 'Српски' },
] as const

export type LanguageCode = (typeof LANGUAGES)[number]['code']

/** The language of whoever has chosen none, and of texts that a language lacks. */
export const FALLBACK_LANGUAGE: LanguageCode = 'eng'

/** The BCP 47 tag of a language, for `lang` and for number formats. */
export const tagOf = (code: string): string => LANGUAGES.find((language) => language.code === code)?.tag ?? 'en'
