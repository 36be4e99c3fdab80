/** Checks that a start loads the texts of one language and of the areas that are shown, and English where they cannot be loaded. */
import i18n from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { currentLanguage, startLanguages, withTexts } from '#web/i18n.ts'
import * as texts from './load-texts.ts'
import { neededAreas, needTexts } from './needed-texts.ts'
import { readLanguage } from './stored-language.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

/** Returns the languages whose files are asked for from now on. Files that an earlier test has asked for may arrive later. */
function languagesAsked(): () => readonly string[] {
  // the texts themselves are loaded as ever
  // oxlint-disable-next-line house/no-replaced-modules
  const asked = vi.spyOn(texts, 'loadTexts')
  return () => [...new Set(asked.mock.calls.map(([language]) => language))]
}

test('a device with Greek loads the Greek texts and no others', async () => {
  const asked = languagesAsked()
  localStorage.setItem('I18N_LANGUAGE', 'gr')
  await startLanguages()
  expect(currentLanguage()).toBe('gr')
  expect(i18n.t('title.list', { ns: 'orders' })).toBe('Παραγγελίες')
  expect(asked()).toEqual(['el'])
})

test('a page is there with the texts of the areas that it names, and without those of others', async () => {
  localStorage.setItem('I18N_LANGUAGE', 'gr')
  await startLanguages()
  // the code of a page says so itself
  await withTexts(async () => needTexts('what-if'), 'stock-proof')
  const areasOf = (group: string) =>
    Object.entries(i18n.store.data['el'] ?? {}).flatMap(([area, texts]) =>
      Object.keys(texts).includes(group) ? [area] : [],
    )
  expect(areasOf('products')).toContain('what-if')
  expect(areasOf('figure')).toContain('stock-proof')
  const others = texts.AREAS.filter((area) => !neededAreas().includes(area))
  expect(others.filter((area) => areasOf('action').includes(area))).toEqual([])
  expect(areasOf('title')).toEqual(expect.arrayContaining(['orders', 'what-if']))
})

test('a language whose files cannot be loaded is shown in English', async () => {
  const load = texts.loadTexts
  // a test of pages loads files without requests, so no request can fail
  // oxlint-disable-next-line house/no-replaced-modules
  vi.spyOn(texts, 'loadTexts').mockImplementation((language, area) =>
    language === 'el' ? Promise.reject(new Error('no connection')) : load(language, area),
  )
  localStorage.setItem('I18N_LANGUAGE', 'gr')
  await startLanguages()
  expect(i18n.t('title.list', { ns: 'orders' })).toBe('Orders')
})

test.each([
  ['gr', 'gr'],
  ['el', 'eng'],
  [null, 'eng'],
])('the stored code %s stands for the language %s', (stored, language) => {
  expect(readLanguage(stored)).toBe(language)
})
