/** The page language that this device stores. */
import { FALLBACK_LANGUAGE, type LanguageCode, LANGUAGES } from '#kernel/languages.ts'

const STORED = 'I18N_LANGUAGE'

/** Returns the language with this code, and English for any other text. */
export function readLanguage(stored: string | null): LanguageCode {
  return LANGUAGES.find((language) => language.code === stored)?.code ?? FALLBACK_LANGUAGE
}

/** Returns the stored language, English if there is none. */
export const storedLanguage = (): LanguageCode => readLanguage(localStorage.getItem(STORED))

/** Stores the language on this device. */
export const storeLanguage = (code: LanguageCode): void => localStorage.setItem(STORED, code)
