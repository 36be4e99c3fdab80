/** Tests that the text of a stored quantity reads back as the same quantity. */
import fc from 'fast-check'
import i18n from 'i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '#kernel/languages.ts'
import { PLACES } from '#kernel/money.ts'
import { decimalSign, writeDecimal } from '#web/format.ts'
import { loadLanguage, startLanguages } from '#web/i18n.ts'
import { UNITS } from '../../domain/product.ts'
import { readTypedQuantity } from '../../domain/typed-quantity.ts'

beforeAll(async () => {
  await startLanguages()
  await Promise.all(LANGUAGES.map(({ tag }) => loadLanguage(tag, ['frame'])))
})
const before = document.documentElement.lang
afterEach(() => {
  document.documentElement.lang = before
})

test('the text of a stored recipe line is read as the same quantity and unit, in every language and of every size', () => {
  const anyQuantity = fc.oneof(
    fc.integer({ min: 1, max: 99_999_9999 }),
    fc.integer({ min: 1, max: 999_999 }).map((whole) => whole * 1_0000),
  )
  fc.assert(
    fc.property(fc.constantFrom(...LANGUAGES), fc.constantFrom(...UNITS), anyQuantity, (language, unit, quantity) => {
      document.documentElement.lang = language.tag
      const sign = i18n.getResource(language.tag, 'frame', `unit.${unit}`)
      const text = `${writeDecimal(quantity, PLACES.quantity)} ${sign}`
      expect(readTypedQuantity(text, unit, decimalSign())).toEqual({ quantity, unit, problem: null })
    }),
    {
      numRuns: 500,
      examples: [
        [LANGUAGES[0], 'Gram', 1500_0000],
        [LANGUAGES[1], 'Gram', 1500_0000],
      ],
    },
  )
})
