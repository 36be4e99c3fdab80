import { screen, within } from '@testing-library/react'
import i18n from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '#kernel/languages.ts'
import { quantity } from '#kernel/money.ts'
import { loadLanguage, startLanguages } from '#web/i18n.ts'
import { drawPart } from '#app/web/router/test-page.tsx'
import { CustomerLoans } from './CustomerLoans.tsx'

beforeAll(startLanguages)

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
    await drawPart(
      <CustomerLoans
        loans={[
          { productId: 7, name: 'Ποτήρι', ...pieces },
          { productId: null, name: 'Παλιός δίσκος', ...pieces },
        ]}
      />,
    )
    const words = WORDS[code] ?? ''
    const row = (name: RegExp) => within(screen.getByRole('row', { name }))
    expect(row(/Παλιός δίσκος/).getByText(words)).toBeTruthy()
    expect(row(/Ποτήρι/).queryByText(words)).toBeNull()
  },
)
