import i18n from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '#kernel/languages.ts'
import { loadLanguage, startLanguages } from '#web/i18n.ts'
import { customerTexts } from './customer-texts.ts'

beforeAll(startLanguages)

const facts = { company: 'Kerino', from: '10:15', to: '11:00' }
const wordsOf = (text: string, orders: string) => text.replace(orders, '#')

test.each(LANGUAGES.map(({ tag }) => tag))(
  '%s: the message about two orders is written in the plural',
  async (language) => {
    await loadLanguage(language, ['driver'])
    const t = i18n.getFixedT(language, 'driver')
    const one = customerTexts(t, { ...facts, orders: [245] })
    const two = customerTexts(t, { ...facts, orders: [245, 246] })
    for (const part of ['subject', 'text'] as const) {
      expect(two[part]).toContain('245, 246')
      expect(wordsOf(two[part], '245, 246')).not.toBe(wordsOf(one[part], '245'))
    }
    expect(two.text).toMatch(/Kerino.* 10:15 .* 11:00/)
  },
)

test('the Greek message about two orders says that they arrive', async () => {
  await loadLanguage('el', ['driver'])
  expect(customerTexts(i18n.getFixedT('el', 'driver'), { ...facts, orders: [245, 246] }).text).toBe(
    'Kerino: οι παραγγελίες σας 245, 246 φτάνουν σήμερα μεταξύ 10:15 και 11:00.',
  )
})
