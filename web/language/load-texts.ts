/** Loads the file of texts of a language. */
import type { LanguageCode } from '#kernel/languages.ts'

/** The texts of the frame or of a feature. */
export type Texts = Record<string, unknown>
/** The texts of a language by the path of their file. */
type Files = Record<string, Texts>

// Each language is one chunk, because a file for each feature would take twenty requests.
const files = import.meta.glob<Files>(['../texts/*.ts', '!../texts/*.test.ts'], { import: 'texts' })
const loaded = new Map<LanguageCode, Promise<Files>>()

/** Loads the texts of a language once. A failed load is tried again at the next call. */
export function loadTexts(code: LanguageCode): Promise<Files> {
  const known = loaded.get(code)
  if (known !== undefined) return known
  const load = files[`../texts/${code}.ts`]
  if (load === undefined) throw new Error(`no texts in ${code}`)
  const running = load()
  loaded.set(code, running)
  running.catch(() => loaded.delete(code))
  return running
}
