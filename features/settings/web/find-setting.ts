/** Finds settings by the words of their name, their hint and their area, in the language of the page. */
import { containsWords } from '#kernel/fold.ts'

/** A setting as the page names it, or a page of the settings. */
export type NamedSetting = {
  readonly form: string
  readonly setting: string
  /** The address that shows it. */
  readonly to: string
  readonly name: string
  readonly hint: string
  readonly area: string
}

/** Returns the settings that have every typed word: first those with all words in the name, then the others. */
export function findSettings(settings: readonly NamedSetting[], typed: string): readonly NamedSetting[] {
  if (typed.trim() === '') return []
  const has = (text: string) => containsWords(text, typed)
  const found = settings.filter(({ name, hint, area }) => has(`${name} ${hint} ${area}`))
  return [...found.filter(({ name }) => has(name)), ...found.filter(({ name }) => !has(name))]
}
