/** Checks that a merge says in words what it moves: each table that refers to customers or providers has a text in all languages. */
import { expect, test } from 'vitest'
import { LANGUAGES } from '#kernel/languages.ts'
import { productTexts, type Texts } from '#server/texts/text-book.ts'
import { FEATURES } from './features.ts'

const NAMES = FEATURES.flatMap(({ references }) => references.map(({ name }) => name))

test.each(LANGUAGES.map(({ tag }) => tag))('what a merge moves has a text in %s', (tag) => {
  const moves = productTexts.textsOf('merge', tag)['moves'] as Texts
  expect(NAMES.filter((name) => typeof moves[name] !== 'string')).toEqual([])
  expect(NAMES.length).toBeGreaterThan(10)
})
