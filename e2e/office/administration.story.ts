/** An administrator reads who was refused, sees the product as a colleague does, and finds settings and documents by Ctrl+K. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { demandAccessible } from '../accessibility.ts'
import { expect, type Locator, type Page, PHONE, signIn, test } from '../fixtures.ts'
import { demandShape } from '../page-shape.ts'

test('the history shows a failed sign-in and a refused action with its reason, and a filter shows each alone', async ({
  enter,
  server,
  callerFor,
}) => {
  const email = `guess-${randomUUID()}@kerino.demo`
  const guess = await fetch(`${server.url}/app/session.sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'secret-guess', remember: false }),
  })
  expect(guess.status).toBe(401)
  const colleague = await callerFor('operations')
  const order = 900_000_000 + Math.floor(Math.random() * 90_000_000)
  expect((await colleague.press('orders.move-order', { id: order, transition: 'send' })).status).toBe(404)

  const page = await enter('admin')
  const history = page.getByRole('grid', { name: 'History of changes' })
  await expect(async () => {
    await page.goto(`/history?f.userName=${encodeURIComponent(email)}`)
    await expect(history.getByText(email)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(history.getByText(/No account has this e-mail/)).toBeVisible()
  await expect(history.getByText('secret-guess')).toHaveCount(0)
  await demandAccessible(page, 'the history')

  await page.goto('/history?f.command=REFUSAL')
  const refused = history.getByText(`There is no order ${order}.`)
  await expect(refused).toBeVisible()
  await refused.click()
  const details = page.getByRole('dialog', { name: 'What happened' })
  await expect(details.getByText(`There is no order ${order}.`)).toBeVisible()
  await expect(details.getByRole('heading', { name: /^Refused: / })).toBeVisible()
})

/**
 * Opens the dialog that shows the product as a role, with the role of drivers. The session is one of its own, because the stories
 * share those of `enter`.
 */
async function chooseDriver(context: BrowserContext): Promise<{ page: Page; dialog: Locator }> {
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('I18N_LANGUAGE', 'eng'))
  await signIn(page, 'admin')
  await page.goto('/rights')
  await page.getByRole('button', { name: 'See as a role' }).click()
  const dialog = page.getByRole('dialog', { name: 'See as a role' })
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Driver' }).click()
  return { page, dialog }
}

// Quicker proof: accounts/server/seeing/see-as.test.ts
test('an administrator sees what accounting sees, is told that nothing can be changed, and ends it @in-ci', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url, locale: 'en' })
  const { page, dialog } = await chooseDriver(context)
  await expect(dialog.getByRole('button', { name: 'See', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Accounting' }).click()
  await dialog.getByRole('button', { name: 'See', exact: true }).click()

  const banner = page.getByRole('region', { name: 'Seen as a role' })
  await expect(banner).toContainText('You see what the role “Accounting” sees. Nothing can be changed.')
  await expect(page).toHaveURL(/\/orders/)
  await demandAccessible(page, 'a page seen as a role')
  await expect(page.getByRole('link', { name: 'Rights' })).toHaveCount(0)

  await banner.getByRole('button', { name: 'End' }).click()
  await expect(page.getByRole('heading', { name: 'Rights', exact: true })).toBeVisible()
  await expect(banner).toHaveCount(0)
  await context.close()
})

// Quicker proof: accounts/server/seeing/see-as.test.ts
test('an administrator sees the page of one driver under the name of the driver, without sideways scrolling on a phone @in-ci', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url, locale: 'en', ...PHONE })
  const { page, dialog } = await chooseDriver(context)
  await dialog.getByRole('combobox', { name: 'Whose pages' }).click()
  await page.getByRole('option', { name: 'Γιώργος Οδηγός' }).click()
  await dialog.getByRole('button', { name: 'See', exact: true }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Driver: Γιώργος Οδηγός' })).toBeVisible()
  const banner = page.getByRole('region', { name: 'Seen as a role' })
  await expect(banner).toContainText('You see what Γιώργος Οδηγός sees')
  await demandShape(page, 'the page of a driver that is seen', PHONE.viewport.width)

  await banner.getByRole('button', { name: 'End' }).click()
  await expect(page.getByRole('heading', { name: 'Rights', exact: true })).toBeVisible()
  await context.close()
})

// Quicker proof: features/settings/web/find-setting.test.ts, app/web/layouts/palette/CommandPalette.test.tsx
test('Ctrl+K finds a setting by another word in Latin letters, and jumps to its field @in-ci', async ({ enter }) => {
  const page = await enter('admin')
  await page.goto('/customers')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: 'Search orders, customers, products …' })
  await search.fill('gemi')
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /Registry number/ })
    .click()
  await expect(page.getByLabel('Registry number (ΓΕΜΗ)')).toBeFocused()

  await page.keyboard.press('Control+k')
  await search.fill('lock scr')
  await expect(page.getByRole('dialog').getByRole('option', { name: 'Lock screen' })).toBeVisible()
})
