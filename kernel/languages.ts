/**
 * The languages of the product: stored code, BCP 47 tag, name in its own language. `rs` is Russian and `sr` is
 * Serbian (C-20). Each folder of texts has one file `<code>.json` for each language.
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

/** The language of people who have chosen none, and of pages whose texts cannot be loaded. */
export const FALLBACK_LANGUAGE: LanguageCode = 'eng'

/** Returns the BCP 47 tag of a language, for `lang` and for number formats; `en` if `code` is unknown. */
export const tagOf = (code: string): string => LANGUAGES.find((language) => language.code === code)?.tag ?? 'en'
