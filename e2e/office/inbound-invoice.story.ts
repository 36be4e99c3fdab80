/** A clerk enters an inbound invoice by keyboard alone, meets a number that exists already, and cancels the invoice. */
import { demandAccessible } from '../accessibility.ts'
import { expect, type Page, signIn, test } from '../fixtures.ts'
import { countPresses } from '../presses.ts'
import { done } from '../proofs/callers.ts'
import { openShop, PIECE } from '../shop.ts'

const EXISTS = 'The Invoice Exsist on the Server with same number for this customer'

const entry = (page: Page) => page.getByRole('combobox', { name: 'Add a product' })
const missing = (page: Page) => page.locator('[data-missing]')

test('a clerk enters six lines by keyboard alone, is told that the number exists already, cancels the invoice, and signs in again @main', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shops = await Promise.all(['Παραλαβή', 'Εισαγωγή'].map((mark) => openShop(office, mark)))
  const products = shops.flatMap(({ glass, candle, lantern }) => [lantern, glass, candle])
  const provider = 'Κηρέμπορος Παραλαβής'
  const { id: providerId } = await done(office.press('providers.create-provider', { name: provider }))
  const [lantern, glass] = products
  // the code of the last invoice is proposed for the next one
  const lines = [{ productId: lantern?.id, quantity: PIECE, price: 7_0000 }]
  await done(office.press('purchases.create-invoice', { providerId, refcode: '24.00.01', number: 'ΤΔΑ-1000', lines }))

  const clerk = await enter('user')
  const cost = await countPresses(clerk)
  await clerk.goto('/createinvoice')
  await expect(clerk.getByRole('combobox', { name: 'Provider' })).toBeFocused()
  await expect(missing(clerk)).toHaveText(/provider, category code, number of at least 4 characters, one line/)
  await clerk.keyboard.type('kirempor paralav')
  await clerk.keyboard.press('Enter')
  await expect(clerk.locator('[data-chosen-provider]')).toContainText(provider)
  await expect(clerk.getByRole('textbox', { name: 'Number' })).toBeFocused()
  await expect(clerk.getByRole('combobox', { name: 'Category code' })).toHaveValue(/^24\.00\.01/)
  await clerk.keyboard.type('ΤΔΑ-1000')
  await expect(clerk.getByText(/^Entered already: ΤΔΑ-1000/)).toBeVisible()
  await clerk.keyboard.press('Enter')
  for (const [index, product] of products.entries()) {
    await expect(entry(clerk)).toBeFocused()
    await clerk.keyboard.type(product.name)
    await clerk.keyboard.press('Enter')
    await expect(clerk.getByRole('textbox', { name: `Quantity: ${product.name}` })).toBeFocused()
    await clerk.keyboard.type(`${index + 2}*1,5`)
    if (index < products.length - 1) await clerk.keyboard.press('Enter')
  }
  // 2 + 3 + … + 7 pieces at 1.50 are 40.50, and 9.72 of VAT
  await expect(clerk.locator('[data-totals]')).toContainText('€50.22')
  await clerk.keyboard.press('Control+Enter')
  await expect(clerk.getByRole('alert').filter({ hasText: EXISTS })).toBeVisible()
  const number = clerk.getByRole('textbox', { name: 'Number' })
  await number.fill('ΤΔΑ-1001')
  // what is no number stays as it was typed, and nothing is computed anew
  const price = clerk.getByRole('textbox', { name: `New cost: ${glass?.name ?? ''}` })
  await price.fill('ενάμισι')
  await expect(missing(clerk)).toContainText('a figure that can be read')
  await expect(clerk.locator('[data-totals]')).toContainText('€50.22')
  await expect(price).toHaveValue('ενάμισι')
  await price.fill('1,5')
  await demandAccessible(clerk, 'the form of an inbound invoice')
  await clerk.keyboard.press('Control+Enter')
  await clerk.waitForURL('**/invoice-detail/*')
  const { pointer, commits, keys } = await cost()
  expect(pointer).toBe(0)
  // one Ctrl+Enter was refused
  expect(commits - 1).toBeLessThanOrEqual(14)
  expect(keys - 1).toBeLessThanOrEqual(30)

  const id = Number(clerk.url().split('/').pop())
  await expect(clerk.getByRole('heading', { level: 1 })).toContainText('ΤΔΑ-1001')
  await expect(clerk.locator('[data-paper]')).toHaveAttribute('data-paper', 'green')
  const stockOf = async (productId: number): Promise<number> =>
    (await done(office.ask('products.detail', { id: productId }))).product.stock / PIECE
  const before = await stockOf(glass?.id ?? 0)
  await clerk.getByRole('button', { name: 'Cancel the invoice…' }).click()
  await clerk.getByRole('textbox', { name: 'Reason' }).fill('διπλή καταχώριση')
  await clerk.getByRole('button', { name: 'Cancel the invoice', exact: true }).click()
  await expect(clerk.getByText(/^Cancelled by .*διπλή καταχώριση$/)).toBeVisible()
  expect(await stockOf(glass?.id ?? 0)).toBe(before - 3)
  expect((await done(office.ask('purchases.invoice', { id }))).invoice.state).toBe('CANCELED')

  // a session that ends while a person types loses nothing (C-25)
  await clerk.goto('/createinvoice')
  await clerk.getByRole('combobox', { name: 'Provider' }).fill('kirempor paralav')
  await clerk.keyboard.press('Enter')
  await expect(clerk.locator('[data-chosen-provider]')).toContainText(provider)
  await number.fill('ΤΔΑ-1002')
  await entry(clerk).fill(glass?.name ?? '')
  await clerk.keyboard.press('Enter')
  await clerk.getByRole('textbox', { name: `Quantity: ${glass?.name ?? ''}` }).fill('4')
  await expect(missing(clerk)).toHaveCount(0)
  await clerk.context().clearCookies({ name: 'kerino_session' })
  await clerk.keyboard.press('Control+Enter')
  const dialog = clerk.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByRole('button', { name: 'To the sign-in page' }).click()
  await expect(clerk).toHaveURL(/\/login$/)
  await signIn(clerk, 'user')
  await expect(clerk).toHaveURL(/\/createinvoice$/)
  await expect(number).toHaveValue('ΤΔΑ-1002')
  await expect(clerk.locator('[data-chosen-provider]')).toContainText(provider)
  await clerk.keyboard.press('Control+Enter')
  await clerk.waitForURL('**/invoice-detail/*')
  await expect(clerk.getByRole('heading', { level: 1 })).toContainText('ΤΔΑ-1002')
})
