/**
 * The languages of the product. The program uses the BCP 47 tag. The code is what the database, the data API, the wire and the
 * storage of a browser know (C-20): `rs` is Russian and `sr` is Serbian. `name` is in the language itself.
 */
export const LANGUAGES = [
  { code: 'gr', tag: 'el', name: 'Ελληνικά' },
  { code: 'eng', tag: 'en', name: 'English' },
  { code: 'it', tag: 'it', name: 'Italiano' },
  { code: 'sp', tag: 'es', name: 'Español' },
  { code: 'rs', tag: 'ru', name: 'Русский' },
  { code: 'sr', tag: 'sr', name: 'Српски' },
] as const

/** The BCP 47 tag of a language. */
export type Language = (typeof LANGUAGES)[number]['tag']
/** The stored code of a language. */
export type LanguageCode = (typeof LANGUAGES)[number]['code']

/** The language of people who have chosen none, and of pages whose texts cannot be loaded. */
export const FALLBACK_LANGUAGE: LanguageCode = 'eng'

/** Returns the tag of a stored code, for texts, `lang` and number formats; `en` if `code` is unknown. */
export const tagOf = (code: string): Language => LANGUAGES.find((language) => language.code === code)?.tag ?? 'en'

/** Returns the stored code of a tag; that of English if `tag` is unknown. */
export const codeOf = (tag: string): LanguageCode =>
  LANGUAGES.find((language) => language.tag === tag)?.code ?? FALLBACK_LANGUAGE
