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
  el: 'Άγνωστο προϊόν',
  en: 'Unknown product',
  it: 'Prodotto sconosciuto',
  es: 'Producto desconocido',
  ru: 'Неизвестный товар',
  sr: 'Непознат производ',
}

test.each(LANGUAGES.map(({ tag }) => tag))(
  'a lent piece of an unknown product is flagged in words: %s',
  async (language) => {
    await loadLanguage(language)
    await i18n.changeLanguage(language)
    const pieces = { quantity: quantity(2_0000), held: quantity(2_0000) }
    await drawPart(
      <CustomerLoans
        loans={[
          { productId: 7, name: 'Ποτήρι', ...pieces },
          { productId: null, name: 'Παλιός δίσκος', ...pieces },
        ]}
      />,
    )
    const words = WORDS[language] ?? ''
    const row = (name: RegExp) => within(screen.getByRole('row', { name }))
    expect(row(/Παλιός δίσκος/).getByText(words)).toBeTruthy()
    expect(row(/Ποτήρι/).queryByText(words)).toBeNull()
  },
)
