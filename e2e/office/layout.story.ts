/** A person arranges the frame of their pages, and finds it so in every browser. */
import { demandAccessible } from '../accessibility.ts'
import { expect, intercept, type Locator, type Page, signIn, test } from '../fixtures.ts'
import { demandCalm, demandShape, followShifts } from '../page-shape.ts'
import { PASSWORD } from '../server-under-test.ts'

const PERSON = { email: 'frame@kerino.demo', password: PASSWORD }

const frameOf = (page: Page): Locator => page.locator('[data-topbar]')
const panelOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Page layout' })
const openerOf = (page: Page): Locator => page.getByRole('button', { name: 'Page layout' })

/** Chooses a value of an option in the panel, as people do: by pressing its name. */
async function choose(page: Page, option: string, value: string): Promise<void> {
  await panelOf(page).getByRole('radiogroup', { name: option }).getByText(value, { exact: true }).click()
  await expect(
    panelOf(page).getByRole('radiogroup', { name: option }).getByRole('radio', { name: value }),
  ).toBeChecked()
}

// Quicker proof: accounts/domain/preferences/layout.test.ts, features/preferences/server/preferences.test.ts,
// web/preferences/own-preferences.test.ts
test('a person changes all seven options, and a reload and a second browser begin with them @in-ci', async ({
  callerFor,
  browser,
}) => {
  const admin = await callerFor('admin')
  await admin.press('users.create-user', { ...PERSON, username: 'Πλαίσιος', role: 'user' })
  const desk = async () => {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    await page.addInitScript(() => localStorage.setItem('I18N_LANGUAGE', 'eng'))
    await followShifts(page)
    await signIn(page, PERSON)
    return page
  }
  const page = await desk()
  // An empty list, because the rows of a full one would only take longer to check.
  await page.goto('/products?q=nothing')
  const frame = frameOf(page)
  await openerOf(page).click()
  await expect(openerOf(page)).toBeDisabled()
  await demandAccessible(page, 'the panel of the layout')

  // A save that the server does not accept is kept, said, and sent again.
  let refusals = 1
  await intercept(page, '**/app/preferences.save', (route) =>
    refusals-- > 0 ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  )
  await choose(page, 'Sidebar colour', 'Coloured')
  await expect(panelOf(page).getByText('Kept on this device.')).toBeVisible()
  await expect(frame).toHaveAttribute('data-sidebar', 'colored')
  await expect(panelOf(page).getByText('Kept on this device.')).toHaveCount(0)

  await choose(page, 'Sidebar image', 'Honeycomb')
  await expect(frame).toHaveAttribute('data-sidebar-image', 'honeycomb')
  await choose(page, 'Sidebar type', 'Compact')
  await expect(frame).toHaveAttribute('data-sidebar-size', 'small')
  await choose(page, 'Top bar', 'Dark')
  await expect(frame).toHaveAttribute('data-topbar', 'dark')
  await demandAccessible(page, 'a coloured sidebar with an image below a dark bar')
  // A boxed width has a sidebar of icons.
  await choose(page, 'Width', 'Boxed')
  await expect(frame).toHaveAttribute('data-sidebar-collapsed', 'true')
  await expect(panelOf(page).getByRole('radio', { name: 'Icons' })).toBeChecked()
  // A horizontal layout has a dark bar, and no sidebar with attributes.
  await choose(page, 'Top bar', 'Light')
  await choose(page, 'Layout', 'Horizontal')
  await expect(frame).toHaveAttribute('data-topbar', 'dark')
  await expect(page.locator('[data-sidebar], [data-sidebar-image], [data-sidebar-collapsed]')).toHaveCount(0)
  await expect(panelOf(page).getByRole('radio', { name: 'Compact' })).toBeDisabled()
  const preloader = panelOf(page).getByRole('switch', { name: 'Show a preloader when the page opens' })
  const cover = page.getByRole('status', { name: 'Loading' }).locator('svg')
  await preloader.check()
  await expect(cover).toBeVisible()
  // It covers the panel too, but a key reaches the switch.
  await page.keyboard.press('Space')
  await expect(preloader).not.toBeChecked()
  await expect(cover).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toHaveCount(0)
  await expect(openerOf(page)).toBeEnabled()
  await expect(openerOf(page)).toBeFocused()

  // The menu across the top works by keys, and by a press.
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('button', { name: 'Orders' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'All Orders' })).toBeFocused()
  await demandAccessible(page, 'the menu across the top')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/orders$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeFocused()
  await menu.getByRole('button', { name: 'Orders' }).focus()
  await page.keyboard.press('ArrowRight')
  await menu.getByRole('link', { name: 'Customers' }).click()
  await expect(page).toHaveURL(/\/customers$/)

  await page.reload()
  await expect(frame).toHaveAttribute('data-layout', 'horizontal')
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  await demandCalm(page, 'a page with the menu across the top')
  for (const width of [1000, 640, 360, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await demandShape(page, 'the horizontal layout', width)
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Products', exact: true }).click()
  await expect(page).toHaveURL(/\/products$/)

  const second = await desk()
  await expect(frameOf(second)).toHaveAttribute('data-layout', 'horizontal')
  await expect(frameOf(second)).toHaveAttribute('data-layout-size', 'boxed')
  await openerOf(second).click()
  await panelOf(second).getByRole('button', { name: 'Reset to the usual layout' }).click()
  await expect(frameOf(second)).toHaveAttribute('data-sidebar', 'light')
  await expect(frameOf(second)).toHaveAttribute('data-topbar', 'light')
  await Promise.all([page, second].map((one) => one.context().close()))
})

test('a link that an administrator adds to the apps is in the top bar of an open page, and below the menu of a phone', async ({
  enter,
  callerFor,
}) => {
  const admin = await callerFor('admin')
  const links = [{ name: 'myDATA', address: 'mydata.aade.gr' }]
  const page = await enter('user')
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Apps' })).toHaveCount(0)
  await admin.press('settings.save-apps', { values: { links }, shown: { links: [] } })
  await page.getByRole('button', { name: 'Apps' }).click()
  const link = page.getByRole('menuitem', { name: 'myDATA' })
  await expect(link).toHaveAttribute('href', 'https://mydata.aade.gr')
  await expect(link).toHaveAttribute('target', '_blank')
  await demandAccessible(page, 'the menu of apps')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 320, height: 740 })
  await demandShape(page, 'the top bar with apps', 320)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'myDATA' })).toBeVisible()
  await admin.press('settings.save-apps', { values: { links: [] }, shown: { links } })
  await expect(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'myDATA' })).toHaveCount(0)
})

test('the mark of a lost connection leaves every tool of the top bar in the window, in Greek too', async ({
  enter,
}) => {
  const page = await enter('user')
  await page.addInitScript(() => localStorage.setItem('I18N_LANGUAGE', 'gr'))
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: /^Λογαριασμός: / })).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByRole('status').getByText('Εκτός σύνδεσης')).toBeVisible()
  for (const width of [1440, 1024, 992, 640, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await demandShape(page, 'the top bar without a connection', width)
  }
  await page.context().setOffline(false)
  await expect(page.getByRole('status').getByText('Εκτός σύνδεσης')).toHaveCount(0)
})
