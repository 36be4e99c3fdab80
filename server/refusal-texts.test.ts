/** Tests the texts of refusals that programs and people read outside the pages. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refusal } from '#kernel/refusal.ts'
import { refusalTexts } from './refusal-texts.ts'

test.each([
  ['el', 'έως 28/11/2026'],
  ['en', 'up to 28/11/2026'],
  ['ru', 'по 28.11.2026'],
  ['sr', 'до 28.11.2026'],
])('a refusal names a day in the form of the language %s (C-96)', (language, text) => {
  const textOf = refusalTexts(join(import.meta.dirname, '..'))
  expect(textOf(refusal('refused', 'payments.till-closed', { day: '2026-11-28' }), language)).toContain(text)
})

test('a wrong field is named with what its feature says of it, unless that needs more details', () => {
  const textOf = refusalTexts(join(import.meta.dirname, '..'))
  const fields = { cn_code: 'products.code-form', vat: 'parties.vat-digit', name: 'required' }
  expect(textOf(refusal('invalid', 'input', { fields }), 'en')).toBe(
    'Some of what was entered cannot be accepted. (cn_code: A CN code has 8 digits, a TARIC code 10., vat, name)',
  )
})
