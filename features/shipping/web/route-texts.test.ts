import i18n from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { type Language, LANGUAGES } from '#kernel/languages.ts'
import { loadLanguage, startLanguages } from '#web/i18n.ts'
import { routeTexts } from './route-texts.ts'

beforeAll(startLanguages)

const durations = async (language: Language) => {
  await loadLanguage(language, ['shipping'])
  const { duration } = routeTexts(i18n.getFixedT(language, 'shipping'), 'el')
  return [60, 120, 3_660, 7_320].map(duration)
}

test('the Greek duration of one minute is in the singular, also after hours', async () => {
  expect(await durations('el')).toEqual(['1 λεπτό', '2 λεπτά', '1 ώρ. 1 λεπτό', '2 ώρ. 2 λεπτά'])
})

test.each(LANGUAGES.map(({ tag }) => tag))('%s: every duration shows its figures', async (language) => {
  const texts = await durations(language)
  expect(texts.map((text) => text.match(/\d+/g))).toEqual([['1'], ['2'], ['1', '1'], ['2', '2']])
})
