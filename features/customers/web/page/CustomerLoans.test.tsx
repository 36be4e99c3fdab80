import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, within } from '@testing-library/react'
import i18n from 'i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { LANGUAGES } from '#kernel/languages.ts'
import { quantity } from '#kernel/money.ts'
import { loadLanguage, startLanguages } from '#web/i18n.ts'
import { CustomerLoans } from './CustomerLoans.tsx'

vi.mock('#web/navigation.tsx', () => ({
  PageLink: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))

beforeAll(startLanguages)
afterEach(cleanup)

const WORDS: Record<string, string> = {
  gr: 'Άγνωστο προϊόν',
  eng: 'Unknown product',
  it: 'Prodotto sconosciuto',
  sp: 'Producto desconocido',
  rs: 'Неизвестный товар',
  sr: 'Непознат производ',
}

test.each(LANGUAGES.map(({ code }) => code))(
  'a lent piece of an unknown product is flagged in words: %s',
  async (code) => {
    await loadLanguage(code)
    await i18n.changeLanguage(code)
    const pieces = { quantity: quantity(2_0000), held: quantity(2_0000) }
    render(
      <MantineProvider env="test">
        <CustomerLoans
          loans={[
            { productId: 7, name: 'Ποτήρι', ...pieces },
            { productId: null, name: 'Παλιός δίσκος', ...pieces },
          ]}
        />
      </MantineProvider>,
    )
    const words = WORDS[code] ?? ''
    const row = (name: RegExp) => within(screen.getByRole('row', { name }))
    expect(row(/Παλιός δίσκος/).getByText(words)).toBeTruthy()
    expect(row(/Ποτήρι/).queryByText(words)).toBeNull()
  },
)
