/** Tests that the texts of cells, which are looked up once, follow the language and the values. */
import { act, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { chooseLanguage, startLanguages, useCellTexts } from '#web/i18n.ts'

beforeAll(startLanguages)
afterEach(() => chooseLanguage('eng'))

function Cells() {
  const t = useCellTexts('operations')
  return (
    <p>
      {[
        t('tasks.ready'),
        t('tasks.working', { open: 1, tasks: 3 }),
        t('tasks.working', { open: 2, tasks: 3 }),
        t('tasks.unknown', { defaultValue: 'A' }),
        t('tasks.unknown', { defaultValue: 'B' }),
      ].join(' | ')}
    </p>
  )
}

test('the texts of cells follow the language, their values and their default', async () => {
  const { container } = render(<Cells />)
  const english = container.textContent?.split(' | ') ?? []
  expect(english[0]).toBe('All tasks finished')
  expect(english[1]).toContain('1')
  expect(english[2]).not.toBe(english[1])
  expect(english.slice(3)).toEqual(['A', 'B'])
  await act(() => chooseLanguage('gr'))
  const greek = container.textContent?.split(' | ') ?? []
  expect(greek[0]).toBe('Όλες οι εργασίες τελείωσαν')
  expect(greek[1]).not.toBe(english[1])
})
