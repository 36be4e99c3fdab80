/** The dashboard names what waits, and its keys do the next step of each record. */
import { demandAccessible } from '../accessibility.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { athensDay, openShop, orderLanterns } from '../shop.ts'

const rowOf = (page: Page, line: string, id: number) => page.locator(`[data-named="${line}:orders:${id}"]`)

// Quicker proof: features/dashboard/web/WaitingLines.test.tsx (keys, focus and steps),
// features/dashboard/server/lines.test.ts (what is named), features/orders/domain/verbs.test.ts
test('late and returned orders are named with their next steps, E does one, the next row has the focus, and the page of another person follows @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const { lines } = (await office.ask('dashboard.lines', {})).body
  const firstOf = (line: string) => lines.find(({ name }: { name: string }) => name === line).named[0]
  const late = firstOf('late')
  const returned = firstOf('returned')
  const page = await enter('admin')
  const other = await enter('user')
  for (const one of [page, other]) {
    await one.goto('/dashboard')
    await expect(rowOf(one, 'late', late.id).getByText(/\d+ days? late/)).toBeVisible()
    await expect(rowOf(one, 'returned', returned.id).getByRole('link', { name: returned.name })).toBeVisible()
  }
  await demandAccessible(page, 'the dashboard with named records')

  const rows = page.locator('[data-named]')
  const keys = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-named')))
  const next = rows.nth(keys.indexOf(`returned:orders:${returned.id}`) + 1)
  const address = (await next.getByRole('link').first().getAttribute('href')) ?? ''
  const link = page.locator(`[data-named] a[href="${address}"]`).first()
  await rowOf(page, 'returned', returned.id).getByRole('link').first().focus()
  await page.keyboard.press('j')
  await expect(link).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('e')
  await expect(page.getByText(`Order ${returned.id} waits for a new shipment.`)).toBeVisible()
  for (const one of [page, other]) await expect(rowOf(one, 'returned', returned.id)).toHaveCount(0)
  await expect(link).toBeFocused()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys of the page' })).toBeVisible()
  await page.keyboard.press('Escape')
  // a key that is pressed while the dialog closes would reach the dialog
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${address}`)
})

test('an order that is sent to packaging leaves the dashboards of all, and Undo brings it back', async ({
  enter,
  callerFor,
}) => {
  const shop = await openShop(await callerFor('admin'), 'Σημερινά')
  const office = await callerFor('admin')
  const id = await orderLanterns(office, shop, 1, { expectedDelivery: `${athensDay(1)} 00:00:00` })
  const page = await enter('admin')
  const other = await enter('operations')
  for (const one of [page, other]) {
    await one.goto('/dashboard')
    await expect(rowOf(one, 'to-send', id)).toBeVisible()
  }
  await rowOf(page, 'to-send', id).getByRole('link').first().focus()
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  // the message stays while its button has the focus
  await page.keyboard.press('F8')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  for (const one of [page, other]) await expect(rowOf(one, 'to-send', id)).toHaveCount(0)
  await page.keyboard.press('Enter')
  for (const one of [page, other]) await expect(rowOf(one, 'to-send', id)).toBeVisible()
})
