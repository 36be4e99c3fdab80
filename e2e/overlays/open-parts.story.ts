/** What a press opens over a page is as accessible as the page: menus, calendars and the search of everything. */
import { demandAccessible } from '../accessibility.ts'
import { expect, follow, type Locator, type Page, test } from '../fixtures.ts'
import { openShop, ordersIn, type Shop } from '../shop.ts'

let shop: Shop

test.beforeAll(async ({ callerFor }) => {
  if (shop) return
  const office = await callerFor('admin')
  shop = await openShop(office, 'Πινέζα')
  await ordersIn('STOCK-OK', 1, office, shop)
})

/** Opens a part of the page, checks the whole page in light and dark, and closes the part. */
async function lookAt(page: Page, press: Locator, opened: Locator, where: string): Promise<void> {
  await press.click()
  await checkOpened(page, opened, where)
}

/** Checks the whole page with a part that is open, in light and dark, and closes the part. */
async function checkOpened(page: Page, opened: Locator, where: string): Promise<void> {
  await expect(opened.first(), where).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await demandAccessible(page, `${where}, ${colorScheme}`)
  }
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

test('the menus of a list and of the top bar', async ({ enter }) => {
  const page = await enter('admin')
  await page.goto(`/orders?show=ALL&q=${encodeURIComponent('Πινέζα')}`)
  await expect(page.locator('tbody tr[data-index]').first()).toBeVisible()
  await lookAt(page, button(page, 'Export'), page.getByRole('menu'), 'export')
  await lookAt(page, button(page, /^Account of/), page.getByRole('menu'), 'person')
  await lookAt(page, button(page, /^Language/), page.getByRole('menu'), 'language')
})

test('the search of everything with what it found, and the tabs in the line of a title below it', async ({ enter }) => {
  const page = await enter('admin')
  await page.goto('/cheques')
  const tabs = page.getByRole('navigation', { name: /^Pages of/ })
  await expect(tabs.getByRole('link', { name: 'Cheques' })).toHaveAttribute('aria-current', 'page')
  await demandAccessible(page, 'a page with tabs')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('pineza')
  await expect(page.getByRole('option', { name: /Ταβέρνα Πινέζα/ }).first()).toBeVisible()
  await checkOpened(page, page.getByRole('listbox'), 'search of everything')
})

test('the calendar of a date and its clear button', async ({ enter }) => {
  const page = await enter('admin')
  await page.goto('/createorder')
  const date = page.getByLabel('Expected delivery')
  await date.fill('24/12/2027')
  await date.press('Tab')
  await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible()
  await lookAt(page, date, page.getByRole('table'), 'calendar')
})

test('the menu of a window of middle width, beside the menu of icons', async ({ enter }) => {
  const page = await enter('admin', { viewport: { width: 800, height: 900 } })
  // few rows, because the rules of accessibility look at each
  await page.goto(`/products?q=${encodeURIComponent('Πινέζα')}`)
  await lookAt(page, button(page, 'Menu'), page.getByRole('dialog', { name: 'Menu' }), 'menu')
})

test('on a phone the tab of the open page is in view, also if it is the last one', async ({ enter }) => {
  const page = await enter('admin', { viewport: { width: 360, height: 740 } })
  await page.goto('/drivers-cash')
  const tab = page.getByRole('navigation', { name: /^Pages of/ }).locator('[aria-current="page"]')
  await expect(tab).toBeInViewport({ ratio: 1 })
  await follow(page, '/payments-list')
  await expect(tab).toBeInViewport({ ratio: 1 })
  // a phone that is turned
  await page.setViewportSize({ width: 740, height: 360 })
  await follow(page, '/drivers-cash')
  await expect(tab).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(tab).toBeInViewport({ ratio: 1 })
})
