import { expect, test } from 'vitest'
import { languageOf } from './language-of.ts'

test.each([
  ['Κεριά Αθηνών', 'en', 'el'],
  ['Order 12 · Κεριά Αθηνών', 'ru', 'el'],
  ['Κεριά Αθηνών', 'el', undefined],
  ['Athens Candles', 'en', undefined],
  ['Свечи', 'en', undefined],
])('the text %s on a page in %s has the language %s', (text, page, language) => {
  expect(languageOf(text, page)).toBe(language)
})
