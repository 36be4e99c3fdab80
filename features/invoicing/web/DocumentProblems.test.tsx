import { screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { DocumentProblems } from './DocumentProblems.tsx'

beforeAll(startLanguages)
afterEach(() => signIn(null))

test('each problem is said in words, with a link to its page for people who may open it', async () => {
  // the office may open customers and not the settings
  signIn({ uid: 1, role: 'user' })
  await drawPart(
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
    />,
  )
  expect(screen.getByText(/VAT number 123 of customer Kerzen is not valid in DE/)).toBeTruthy()
  expect(screen.getByText(/VAT number of your company/)).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/customer-detail/7?tab=edit&field=vat',
  ])
})
