import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { TableFooter } from './TableFooter.tsx'

beforeAll(async () => {
  localStorage.setItem('I18N_LANGUAGE', 'eng')
  await startLanguages()
})

test.each([
  ['the first of many pages', { page: 1, shown: 150, more: true, total: 1_001 }, '1–150 of 1,000+', 'Page 1 of 7+'],
  [
    'a page beyond what is counted',
    { page: 9, shown: 150, more: true, total: 1_001 },
    '1,201–1,350 of 1,350+',
    'Page 9 of 10+',
  ],
  ['the last page', { page: 9, shown: 20, more: false, total: 1_001 }, '1,201–1,220 of 1,220', 'Page 9 of 9'],
  [
    'a list that is counted whole',
    { page: 2, shown: 150, more: true, total: 1_000 },
    '151–300 of 1,000',
    'Page 2 of 7',
  ],
  ['an older count', { page: 2, shown: 150, more: true, total: 200 }, '151–300 of 300+', 'Page 2 of 3'],
  ['a list without rows', { page: 1, shown: 0, more: true, total: 0 }, '0 rows', 'Page 1'],
  ['a page after the end', { page: 99_999, shown: 0, more: false, total: 412 }, ' ', 'Page 99999'],
  [
    'the page before, while the wanted one is on its way',
    { page: 2, before: 0, shown: 150, more: true, total: 412 },
    '1–150 of 412',
    'Page 2 of 3',
  ],
  ['no count yet', { page: 2, shown: 150, more: true, total: undefined }, '151–300 of …', 'Page 2'],
])('the footer shows the range and the pages of %s', (_what, { page, shown, ...counted }, range, pages) => {
  render(
    <MantineProvider>
      <TableFooter
        page={page}
        data={{ before: (page - 1) * 150, pageSize: 150, rows: Array.from({ length: shown }), ...counted }}
        turn={() => undefined}
      />
    </MantineProvider>,
  )
  expect(screen.getByRole('status').textContent).toBe(range)
  expect(screen.getByText(pages)).toBeTruthy()
})
