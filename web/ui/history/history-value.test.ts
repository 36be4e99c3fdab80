/** Checks how stored values of a history are shown. */
import i18n from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { COMMON_WORDS } from '#kernel/history/words.ts'
import { startLanguages } from '#web/i18n.ts'
import { historyValue } from './history-value.ts'

beforeAll(startLanguages)

test('the VAT of a product is a percentage, and the VAT number of a customer or provider is a text', () => {
  const show = (value: unknown) => historyValue(i18n.t, COMMON_WORDS, 'vat', value)
  expect(show(24)).toBe('24 %')
  expect(show('094014201')).toBe('094014201')
})

test('a day, a local time and a moment are shown as people write them, in Athens', () => {
  const show = (value: unknown) => historyValue(i18n.t, COMMON_WORDS, 'departed', value)
  expect(show('2026-11-20')).toBe('20/11/2026')
  expect(show('2026-11-20 10:00:00')).toBe('20/11/2026 10:00')
  expect(show('2026-11-20T08:00:00.000Z')).toBe('20/11/2026 10:00')
})
