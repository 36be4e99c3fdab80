/** Loads the file of texts of a language. */
import type { LanguageCode } from '#kernel/languages.ts'

/** The texts of the frame or of a feature. */
type Texts = Record<string, unknown>
/** The texts of a language by the path of their file. */
type Files = Record<string, Texts>

// Each language is one chunk, because a file for each feature would take twenty requests.
const files = import.meta.glob<Files>(['../texts/*.ts', '!../texts/*.test.ts'], { import: 'texts' })

/** Loads the texts of a language. The browser requests a file only once, however often it is asked for. */
export async function loadTexts(code: LanguageCode): Promise<Files> {
  const load = files[`../texts/${code}.ts`]
  if (load === undefined) throw new Error(`no texts in ${code}`)
  return load()
}
