/** Checks that a refusal never shows its key. */
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

test('what refusals say is there before the first page is drawn', () => {
  expect(busy()).toMatch(/\w+ \w+/)
})

test('what refusals say can be loaded before one is shown', async () => {
  await page.loadRefusals()
  expect(busy()).toMatch(/\w+ \w+/)
  expect(i18n.t('refusal.wrong-status', { ns: 'orders' })).not.toContain('refusal')
})

test('other missing texts still show their key', () => {
  expect(i18n.t('no-such-text', { ns: 'frame' })).toBe('no-such-text')
})
