/** Prices and stock of five selected products change at once, by keyboard, and a change of somebody else is shown first. */
import { demandAccessible } from '../accessibility.ts'
import { type Caller, expect, type Page, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { PIECE } from '../shop.ts'

const LETTERS = ['Α', 'Β', 'Γ', 'Δ', 'Ε'] as const

/** Creates five products whose names contain `mark`, for 10 € each and with a cost of 8 €. */
const five = async (office: Caller, mark: string): Promise<number[]> => {
  const ids: number[] = []
  for (const letter of LETTERS) {
    const product = { name: `Κερί ${mark} ${letter}`, salesPrice: 10_0000, costPrice: 8_0000 }
    ids.push((await done(office.press('products.create-product', product))).id)
  }
  return ids
}

const detailOf = async (office: Caller, id: number): Promise<{ version: number; salesPrice: number; stock: number }> =>
  (await done(office.ask('products.detail', { id }))).product

/** Lists the five products, selects them all and opens a dialog from the bar. */
async function openFor(clerk: Page, mark: string, action: string): Promise<void> {
  await clerk.goto(`/products?q=${encodeURIComponent(mark)}`)
  const names = LETTERS.map((letter) => clerk.getByRole('row').filter({ hasText: `Κερί ${mark} ${letter}` }))
  for (const name of names) await expect(name).toBeVisible()
  await expect(clerk.getByRole('row')).toHaveCount(6)
  await clerk.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await clerk.getByRole('region', { name: '5 selected' }).getByRole('button', { name: action }).click()
}

test('the prices of five products rise by a typed percentage, after a change of somebody else is shown @both-engines', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const ids = await five(office, 'πολλών τιμών')
  const clerk = await enter('user')
  await openFor(clerk, 'πολλών τιμών', 'Change prices')
  const dialog = clerk.getByRole('dialog', { name: 'Change prices' })
  const row = (letter: string) => dialog.getByRole('row').filter({ hasText: `Κερί πολλών τιμών ${letter}` })
  await expect(dialog.getByRole('textbox', { name: 'Change in percent' })).toBeFocused()
  await clerk.keyboard.type('3,5')
  await expect(row('Ε')).toContainText('€10.00 → €10.35')
  await expect(row('Ε')).toContainText('20 % → 22.71 %')
  await demandAccessible(clerk, 'preview of new prices')

  // the new figures wait, so that the clerk saves the old ones
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await clerk.route('**/app/products.preview-prices*', async (route) => {
    await released
    await route.continue()
  })
  await done(office.press('products.change-product', { id: ids[1], version: 1, changes: { salesPrice: 20_0000 } }))
  await clerk.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Change prices of 5 products' })).toBeFocused()
  await clerk.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('nothing was stored: Κερί πολλών τιμών Β.')
  expect((await detailOf(office, ids[0] ?? 0)).salesPrice).toBe(10_0000)
  release()
  await expect(row('Β')).toContainText('€20.00 → €20.70')
  await dialog.getByRole('button', { name: 'Change prices of 5 products' }).click()
  await expect(clerk.getByText('The prices of 5 products were changed.')).toBeVisible()
  await expect(dialog).toBeHidden()
  const prices = await Promise.all(ids.map((id) => detailOf(office, id)))
  expect(prices.map(({ salesPrice }) => salesPrice)).toEqual([10_3500, 20_7000, 10_3500, 10_3500, 10_3500])
})

// Quicker proof: features/stock/web/many/NewStocks.test.tsx
test('the stock of five products is adjusted by keyboard with one reason, and a stock that moved is shown anew @both-engines @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const ids = await five(office, 'πολλών αποθεμάτων')
  const clerk = await enter('user')
  await openFor(clerk, 'πολλών αποθεμάτων', 'Adjust stock')
  const dialog = clerk.getByRole('dialog', { name: 'Adjust stock' })
  const row = (letter: string) => dialog.getByRole('row').filter({ hasText: `Κερί πολλών αποθεμάτων ${letter}` })
  await expect(dialog.getByRole('textbox', { name: 'New stock of Κερί πολλών αποθεμάτων Α' })).toBeFocused()
  for (const stock of ['12', '7,5', '3', '', '9']) {
    await clerk.keyboard.type(stock)
    await clerk.keyboard.press('Enter')
  }
  await expect(dialog.getByRole('textbox', { name: 'Reason for all differences' })).toBeFocused()
  await clerk.keyboard.type('απογραφή ραφιού')
  await expect(row('Β')).toContainText('+7.5')
  await demandAccessible(clerk, 'new stock of many products')

  await done(office.press('stock.adjust-stock', { productId: ids[2], newStock: 5 * PIECE, reason: 'βρέθηκαν' }))
  await clerk.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Adjust stock of 4 products' })).toBeFocused()
  await clerk.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('nothing was changed: Κερί πολλών αποθεμάτων Γ.')
  await expect(row('Γ')).toContainText('−2')
  await dialog.getByRole('button', { name: 'Adjust stock of 4 products' }).click()
  await expect(clerk.getByText('The stock of 4 products changed')).toBeVisible()
  const stocks = await Promise.all(ids.map((id) => detailOf(office, id)))
  expect(stocks.map(({ stock }) => stock / PIECE)).toEqual([12, 7.5, 3, 0, 9])
})
