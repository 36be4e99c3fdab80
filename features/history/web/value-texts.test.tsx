import { renderHook } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { NOTHING } from '#web/format.ts'
import { useWords } from './value-texts.ts'

beforeAll(startLanguages)

test('what programs wrote is named by the method, and by a text of the table where it has one', () => {
  const { command } = renderHook(useWords).result.current
  expect(command('data-api.patch-customers')).toBe('Changed by a program')
  expect(command('data-api.post-loans')).toBe('Loan recorded by a program')
  expect(command('data-api.unknown')).toBe('Changed')
})

test('the history of all records says in words that the logo was set or removed', () => {
  const { value } = renderHook(useWords).result.current
  const logo = { entity: 'settings', field: 'logo' }
  expect(value(logo, 'SET')).toBe('Picture')
  expect(value(logo, null)).toBe(NOTHING)
})
