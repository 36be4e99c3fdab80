/** A shared tablet: a person locks its screen in the middle of their work, and goes on where they were. */
import { demandAccessible } from '../accessibility.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { PASSWORD } from '../server-under-test.ts'

const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true } as const
const PIN = '7391'

async function lockScreen(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('menuitem', { name: 'Lock screen' }).click()
}
const cover = (page: Page) => page.getByRole('dialog', { name: 'The screen is locked' })

async function unlock(page: Page, label: string, secret: string): Promise<void> {
  await cover(page).getByLabel(label, { exact: true }).fill(secret)
  await cover(page).getByRole('button', { name: 'Unlock' }).click()
}

test('the lock keeps the page and what was typed, in every tab and over a reload, and opens with PIN or password', async ({
  enter,
}) => {
  const page = await enter('logistirio', TABLET)
  await page.goto('/profile')
  const pinPanel = page.getByRole('region', { name: 'PIN of the lock screen' })
  await pinPanel.getByLabel('New PIN').fill(PIN)
  await pinPanel.getByLabel('Current password').fill(PASSWORD)
  await pinPanel.getByRole('button', { name: 'Set PIN' }).click()
  await expect(pinPanel.getByText('The PIN is set.')).toBeVisible()

  // an address is being typed when the person is called away
  const addresses = page.getByRole('region', { name: 'Extra addresses' })
  await addresses.getByLabel('Address', { exact: false }).first().fill('Ερμού 12')
  const second = await page.context().newPage()
  await second.goto('/orders')
  await expect(second.getByRole('grid')).toBeVisible()

  await lockScreen(page)
  for (const tab of [page, second]) await expect(cover(tab)).toBeVisible()
  await demandAccessible(page, 'the locked screen')
  // nothing of the page can be seen or pressed at any place of the screen
  const uncovered = await page.evaluate(() =>
    [0.02, 0.3, 0.6, 0.98].flatMap((x) =>
      [0.02, 0.3, 0.6, 0.98].filter(
        (y) => document.elementFromPoint(innerWidth * x, innerHeight * y)?.closest('dialog') == null,
      ),
    ),
  )
  expect(uncovered).toEqual([])
  const asked = await page.request.get('/app/users.own-profile')
  expect([asked.status(), (await asked.json()).refusal.code]).toEqual([403, 'session-locked'])

  // the second tab is loaded again: nothing of its page is drawn
  await second.reload()
  await expect(cover(second)).toBeVisible()
  await expect(second.getByRole('grid', { includeHidden: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await unlock(page, 'PIN', '0000')
  await expect(cover(page).getByRole('alert')).toContainText('4 tries are left')
  await unlock(page, 'PIN', PIN)

  for (const tab of [page, second]) await expect(cover(tab)).toHaveCount(0)
  await expect(second.getByRole('grid')).toBeVisible()
  await expect(addresses.getByLabel('Address', { exact: false }).first()).toHaveValue('Ερμού 12')
  await addresses.getByRole('button', { name: 'Add Address' }).click()
  await expect(addresses.getByRole('listitem').filter({ hasText: 'Ερμού 12' }).first()).toBeVisible()

  // after five wrong PINs only the password opens it
  await lockScreen(second)
  for (let time = 0; time < 5; time++) {
    await unlock(second, 'PIN', `000${time}`)
    await expect(cover(second).getByRole('alert')).toBeVisible()
    await expect(cover(second).getByLabel(time < 4 ? 'PIN' : 'Password', { exact: true })).toHaveValue('')
  }
  await unlock(second, 'Password', PASSWORD)
  for (const tab of [page, second]) await expect(cover(tab)).toHaveCount(0)
  await expect(second.getByRole('grid')).toBeVisible()
})
