import { MantineProvider } from '@mantine/core'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { DocumentMark } from './OrderStateCell.tsx'

beforeAll(startLanguages)
afterEach(cleanup)

test('a document that is being sent has a spinner, and one that a person sends as a file says that its MARK is awaited', () => {
  const draw = (status: string) =>
    render(
      <MantineProvider env="test">
        <DocumentMark status={status} />
      </MantineProvider>,
    ).container
  expect(draw('SENDING').querySelector('.mantine-Loader-root')).not.toBeNull()
  const byFile = draw('AWAITS-MARK')
  expect([byFile.querySelector('.mantine-Loader-root'), byFile.querySelector('[data-document]')?.textContent]).toEqual([
    null,
    'Waits for its MARK',
  ])
})
