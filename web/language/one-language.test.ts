/** Checks that a start loads the texts of one language, and English where its file cannot be loaded. */
import i18n from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { currentLanguage, startLanguages } from '#web/i18n.ts'
import * as texts from './load-texts.ts'
import { readLanguage } from './stored-language.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('a device with Greek loads the Greek texts and no others', async () => {
  localStorage.setItem('I18N_LANGUAGE', 'gr')
  await startLanguages()
  expect(currentLanguage()).toBe('gr')
  expect(i18n.t('title.list', { ns: 'orders' })).toBe('Παραγγελίες')
  expect(Object.keys(i18n.store.data)).toEqual(['gr'])
})

test('a language whose file cannot be loaded is shown in English', async () => {
  // a test of pages loads files without requests, so no request can fail
  // oxlint-disable-next-line house/no-replaced-modules
  vi.spyOn(texts, 'loadTexts').mockRejectedValueOnce(new Error('no connection'))
  localStorage.setItem('I18N_LANGUAGE', 'gr')
  await startLanguages()
  expect(i18n.t('title.list', { ns: 'orders' })).toBe('Orders')
  expect(Object.keys(i18n.store.data)).toEqual(['eng'])
})

test.each([
  ['gr', 'gr'],
  ['el', 'eng'],
  [null, 'eng'],
])('the stored code %s stands for the language %s', (stored, language) => {
  expect(readLanguage(stored)).toBe(language)
})
