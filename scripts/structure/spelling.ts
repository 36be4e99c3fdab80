/** Checks the rules of writing that docs/glossary.md gives for the screens in Italian, Spanish, Russian and Serbian. */
import type { Language } from '#kernel/languages.ts'

type Rule = { readonly languages: readonly Language[]; readonly wrong: RegExp; readonly says: string }

const RULES: readonly Rule[] = [
  {
    languages: ['it', 'es', 'ru', 'sr'],
    wrong: /['"]/,
    says: 'has a typewriter quote: write ’, or the quotation marks',
  },
  { languages: ['it', 'es', 'ru'], wrong: /[„“”]/, says: 'has foreign quotation marks: write «…»' },
  { languages: ['sr'], wrong: /[«»”]/, says: 'has foreign quotation marks: write „…“' },
  {
    languages: ['ru', 'sr'],
    wrong: /\p{Script=Latin}\p{Script=Cyrillic}|\p{Script=Cyrillic}\p{Script=Latin}/u,
    says: 'mixes Latin and Cyrillic letters in one word',
  },
]

/** Returns what is written wrong in a text of a language. Placeholders do not count. */
export function spellingFaults(language: Language, text: string): string[] {
  const words = text.replace(/\{\{.*?\}\}/g, '')
  return RULES.filter(({ languages, wrong }) => languages.includes(language) && wrong.test(words)).map(
    ({ says }) => says,
  )
}

/**
 * Reports whether a plural form of a language stands for several numbers, as `one` does for 1, 21 and 31 in Russian
 * and Serbian. Such a form must show its number.
 */
export function standsForSeveral(language: Language, form: string): boolean {
  const rules = new Intl.PluralRules(language)
  let found = 0
  for (let count = 0; count <= 200 && found < 2; count += 1) if (rules.select(count) === form) found += 1
  return found > 1
}
