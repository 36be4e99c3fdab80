/** Finds settings by the words of their name, their hint, their area and further words, in the language of the page and in either alphabet. */
import { matchesTyped } from '#kernel/phonetic-key.ts'

/** A setting as the page names it, or a page of the settings. */
export type NamedSetting = {
  readonly form: string
  readonly setting: string
  /** The address that shows it. */
  readonly to: string
  readonly name: string
  readonly hint: string
  readonly area: string
  /** Other words that people use for the setting. */
  readonly words: string
}

/** Returns all the words of a setting. */
const textOf = ({ name, hint, area, words }: NamedSetting): string => `${name} ${hint} ${area} ${words}`

/** Returns the settings that have every typed word: first those with all words in the name, then the others. */
export function findSettings(settings: readonly NamedSetting[], typed: string): readonly NamedSetting[] {
  if (typed.trim() === '') return []
  const has = (text: string) => matchesTyped(text, typed)
  const found = settings.filter((setting) => has(textOf(setting)))
  return [...found.filter(({ name }) => has(name)), ...found.filter(({ name }) => !has(name))]
}
