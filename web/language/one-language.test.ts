/** Checks that a start loads the texts of one language, and English where its file cannot be loaded. */
import i18n from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { currentLanguage, startLanguages } from '#web/i18n.ts'
import { readLanguage } from './stored-language.ts'

afterEach(() => {
  vi.doUnmock('./load-texts.ts')
  vi.resetModules()
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
  vi.resetModules()
  vi.doMock('./load-texts.ts', () => ({
    loadTexts: async (code: string) => {
      if (code === 'gr') throw new Error('the line is down')
      return { 'features/orders/web/locales/eng.json': { title: { list: 'Orders' } } }
    },
  }))
  localStorage.setItem('I18N_LANGUAGE', 'gr')
  const { startLanguages: start } = await import('#web/i18n.ts')
  const { default: texts } = await import('i18next')
  await start()
  expect(texts.t('title.list', { ns: 'orders' })).toBe('Orders')
})

test.each([
  ['gr', 'gr'],
  ['el', 'eng'],
  [null, 'eng'],
])('the stored code %s stands for the language %s', (stored, language) => {
  expect(readLanguage(stored)).toBe(language)
})
