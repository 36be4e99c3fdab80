/** Tests what the card of a task on the board says. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { drawPart } from '#app/web/router/test-page.tsx'
import { quantity } from '#kernel/money.ts'
import type { Day } from '#kernel/day.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { BoardCard } from './BoardCard.tsx'

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
afterEach(cleanup)

test('a card names the quantity and the product in the language of the product, and an earlier section as it is shown', async () => {
  const task = {
    id: 7,
    version: 1,
    product: 'Κερί κολώνα',
    unit: 'Item',
    quantity: quantity(10_0000),
    left: quantity(8_0000),
    status: 'PENDING' as const,
    orderId: null,
    customer: '',
    day: null,
    plannedOn: null,
    delivery: null,
    isBlocked: false,
    before: { section: 'GEMISMA', day: '2026-12-02' as Day },
    after: [],
    fixed: null,
  }
  await drawPart(<BoardCard task={task} isLate={false} mayPlan={false} choose={() => undefined} />)
  const product = screen.getByRole('link', { name: /^8 .*Κερί κολώνα$/ })
  expect(product.lang).toBe('el')
  const card = screen.getByRole('listitem')
  expect(card.textContent).toContain('ΓΕΜΙΣΜΑ')
  expect(card.textContent).not.toContain('GEMISMA')
})
