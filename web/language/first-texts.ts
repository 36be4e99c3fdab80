/**
 * Starts to load the texts of the stored language. The start of the product imports it first, so that the browser loads and reads
 * the texts while it runs the other modules.
 */
import { tagOf } from '#kernel/languages.ts'
import { loadTexts } from './load-texts.ts'
import { FRAME } from './text-files.ts'
import { storedLanguage } from './stored-language.ts'

// `startLanguages` asks for the same texts and handles a failure
loadTexts(tagOf(storedLanguage()), FRAME).catch(() => undefined)
