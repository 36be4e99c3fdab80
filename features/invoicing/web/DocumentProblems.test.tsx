import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadLanguage, startLanguages } from '#web/i18n.ts'
import { DocumentProblems } from './DocumentProblems.tsx'

vi.mock('#web/navigation.tsx', () => ({
  PageLink: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))
vi.mock('#web/may-open.ts', () => ({ useMayOpen: (path: string) => path !== '/settings/$form' }))

beforeAll(async () => {
  await startLanguages()
  await loadLanguage('eng')
  await i18n.changeLanguage('eng')
})
afterEach(cleanup)

test('each problem is said in words, with a link to its page for people who may open it', () => {
  render(
    <MantineProvider env="test">
      <DocumentProblems
        problems={[
          {
            code: 'customer-vat',
            of: 'customers',
            id: 7,
            field: 'vat',
            details: { name: 'Kerzen', vat: '123', country: 'DE' },
          },
          { code: 'issuer-vat', of: 'company', id: null, field: 'vat', details: { vat: '' } },
        ]}
      />
    </MantineProvider>,
  )
  expect(screen.getByText(/VAT number 123 of customer Kerzen is not valid in DE/)).toBeTruthy()
  expect(screen.getByText(/VAT number of your company/)).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/customer-detail/7?tab=edit&field=vat',
  ])
})
