/** Checks that a refusal never shows its key while what refusals say is not loaded. */
import i18n from 'i18next'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type * as Language from '#web/i18n.ts'

/** The modules of a page that has just begun: no other test has loaded what refusals say. */
let page: typeof Language

beforeEach(async () => {
  vi.resetModules()
  page = await import('#web/i18n.ts')
  await page.startLanguages()
})
afterAll(() => vi.resetModules())

const busy = (): string => i18n.t('refusal.busy', { ns: 'frame' })

test('a refusal that is drawn too early shows nothing, and is drawn again with its text', async () => {
  const again = vi.fn()
  i18n.on('languageChanged', again)
  expect(busy()).toBe('')
  await vi.waitFor(() => expect(again).toHaveBeenCalled())
  i18n.off('languageChanged', again)
  expect(busy()).toMatch(/\w+ \w+/)
})

test('a refusal shows nothing while a form waits for its texts', async () => {
  const { needTexts } = await import('#web/language/needed-texts.ts')
  const { REFUSALS } = await import('#web/language/text-files.ts')
  needTexts(REFUSALS)
  expect(busy()).toBe('')
  await vi.waitFor(() => expect(busy()).toMatch(/\w+ \w+/))
})

test('what refusals say can be loaded before one is shown', async () => {
  await page.loadRefusals()
  expect(busy()).toMatch(/\w+ \w+/)
  expect(i18n.t('refusal.wrong-status', { ns: 'orders' })).not.toContain('refusal')
})

test('other missing texts still show their key', () => {
  expect(i18n.t('no-such-text', { ns: 'frame' })).toBe('no-such-text')
})
