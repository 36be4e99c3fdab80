/** Loads the files of texts. There is one for each language and area: the frame, the pages of each feature, and what loads later. */
import { files } from 'built-texts'
import type { Language } from '#kernel/languages.ts'
import { WORDS } from './text-files.ts'

/** All areas with texts. */
export const AREAS: readonly string[] = Object.keys(files['en'] ?? {}).filter((file) => file !== WORDS)

type AreaTexts = Awaited<ReturnType<NonNullable<NonNullable<(typeof files)[string]>[string]>>>['default']

/** Loads the texts of a file, by area. The browser requests a file only once, however often it is asked for. */
export async function loadTexts(language: Language, area: string): Promise<AreaTexts> {
  const load = files[language]?.[area]
  if (load === undefined) throw new Error(`no texts of ${area} in ${language}`)
  return (await load()).default
}
