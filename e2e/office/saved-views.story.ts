/** Saved views of the order list: saved with two presses, opened with one, shared, and changed by a colleague. */
import { demandAccessible } from '../accessibility.ts'
import { type Caller, expect, type Page, test } from '../fixtures.ts'
import { countPresses } from '../presses.ts'
import { done } from '../proofs/callers.ts'
import { openShop, orderLanterns, ordersIn, type Shop } from '../shop.ts'

let office: Caller
let shop: Shop
test.beforeAll(async ({ callerFor }) => {
  office = await callerFor('admin')
  shop = await openShop(office, 'Καλαμιώνας')
  await ordersIn('PACKAGED', 1, office, shop)
  for (const pieces of [1, 2]) await orderLanterns(office, shop, pieces)
})
test.afterAll(async () => {
  const { views } = await done(office.ask('views.list', { list: 'orders' }))
  for (const { id } of views) await done(office.press('views.delete', { id }))
})

const ofShop = () => `/orders?show=ALL&q=${encodeURIComponent(shop.customer.name)}`
const grid = (page: Page) => page.getByRole('grid', { name: 'Orders' })
const rows = (page: Page) => grid(page).locator('tbody tr[data-index]')
const groups = (page: Page) => grid(page).getByRole('rowheader')
const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Saved views' }).getByRole('button', { name, exact: true })

/** Chooses the column of the groups and the sums, in the view of the table. */
async function groupAndSum(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columns and view' }).click()
  await page.getByLabel('Group by').selectOption({ label: 'Status' })
  await page.getByRole('switch', { name: 'Sums of all rows' }).click()
  await page.keyboard.press('Escape')
}

// Quicker proof: features/views/web/list-views.test.tsx, features/views/server/views.test.ts,
// features/views/server/alerts/alerts.test.ts, web/ui/table/DataTable.test.tsx (groups and sums)
test('a view with groups and sums is saved with two presses, and a colleague opens it with one press and sees its changes @in-ci', async ({
  enter,
}) => {
  const clerk = await enter('admin')
  const colleague = await enter('logistirio')
  const pressed = await countPresses(clerk)
  await colleague.goto('/orders')
  await clerk.goto(ofShop())
  await expect(rows(clerk)).toHaveCount(3)
  await groupAndSum(clerk)
  await expect(groups(clerk)).toHaveCount(2)
  await expect(groups(clerk).last()).toContainText('2 rows on this page')
  // 23.81 of the packaged order, 15.50 and 31.00 of the lanterns
  await expect(grid(clerk).locator('tfoot td[data-label="Total order"]')).toHaveText('€70.31')

  const before = await pressed()
  await clerk.getByRole('button', { name: 'Save view' }).click()
  const dialog = clerk.getByRole('dialog', { name: 'Save as a new view' })
  await dialog.getByLabel('Name').fill('Του Καλαμιώνα')
  await dialog.getByLabel('Name').press('Enter')
  await expect(chip(clerk, 'Του Καλαμιώνα')).toHaveAttribute('aria-pressed', 'true')
  const after = await pressed()
  expect(after.pointer + after.commits - before.pointer - before.commits).toBe(2)
  await expect(clerk.getByRole('button', { name: 'Save view' })).toHaveCount(0)

  // the view is shared later, and the colleague then sees it at once
  await expect(chip(colleague, 'Του Καλαμιώνα')).toHaveCount(0)
  await clerk.getByRole('button', { name: 'Actions for the view Του Καλαμιώνα' }).click()
  await clerk.getByRole('menuitem', { name: 'Share with everybody who may read the list' }).click()
  await chip(colleague, 'Του Καλαμιώνα').click()
  await expect(rows(colleague)).toHaveCount(3)
  await expect(groups(colleague)).toHaveCount(2)
  await expect(grid(colleague).locator('tfoot')).toContainText('€70.31')

  // it is not hers to change, but she may get a mail when an order enters it
  await colleague.getByRole('button', { name: 'Actions for the view Του Καλαμιώνα' }).click()
  const mailMe = colleague.getByRole('menuitemcheckbox', { name: 'Mail me when something enters' })
  await expect(mailMe).not.toBeChecked()
  await expect(colleague.getByRole('menuitem')).toHaveCount(0)
  await mailMe.click()
  await expect(chip(colleague, 'Του Καλαμιώνα')).toHaveAttribute('title', /mails you when something enters/)
  await expect(chip(clerk, 'Του Καλαμιώνα')).not.toHaveAttribute('title', /mails you/)

  // the colleague searches within the view, while the owner changes it
  await colleague.getByRole('searchbox').fill('nothing of the kind')
  await expect(rows(colleague)).toHaveCount(0)
  await grid(clerk).getByRole('button', { name: 'Total order' }).click()
  await expect(groups(clerk)).toHaveCount(0)
  await clerk.getByRole('button', { name: 'Save view' }).click()
  await clerk.getByRole('menuitem', { name: 'Save in Του Καλαμιώνα' }).click()
  await expect(colleague.getByText('has changed the view Του Καλαμιώνα.')).toBeVisible()
  await expect(rows(colleague)).toHaveCount(0)
  await colleague.getByRole('button', { name: 'Show the new version' }).click()
  await expect(rows(colleague)).toHaveCount(3)
  await expect(groups(colleague)).toHaveCount(0)
  await expect(grid(colleague).getByRole('columnheader', { name: 'Total order' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )

  // one press opens the usual view, and one press the saved view again
  await chip(colleague, 'Usual view').click()
  await expect(colleague).toHaveURL(/\/orders$/)
  await colleague.goBack()
  await expect(chip(colleague, 'Του Καλαμιώνα')).toHaveAttribute('aria-pressed', 'true')
  await expect(rows(colleague)).toHaveCount(3)
})

// Quicker proof: features/views/web/list-views.test.tsx
test('on a phone the views are a menu, and a deleted view can be brought back @in-ci', async ({ enter }) => {
  const state = { search: shop.customer.name, choices: { show: 'ALL' }, columns: ['name', 'id', 'total'] }
  await done(office.press('views.create', { list: 'orders', name: 'Στο κινητό', state }))
  const phone = await enter('admin', { viewport: { width: 390, height: 800 }, colorScheme: 'dark' })
  await phone.goto('/orders')
  await phone.getByRole('button', { name: 'Usual view' }).click()
  await phone.getByRole('menuitem', { name: 'Στο κινητό' }).click()
  await expect(rows(phone)).toHaveCount(3)
  await phone.getByRole('button', { name: 'Actions for the view Στο κινητό' }).click()
  await expect(phone.getByRole('menuitem', { name: 'Delete view' })).toBeVisible()
  await demandAccessible(phone, 'the menu of a view in dark colours')
  await phone.getByRole('menuitem', { name: 'Delete view' }).click()
  await expect(phone.getByRole('button', { name: 'Actions for the view Στο κινητό' })).toHaveCount(0)
  await phone.getByRole('button', { name: 'Undo' }).click()
  await phone.getByRole('button', { name: 'Usual view' }).click()
  await expect(phone.getByRole('menuitem', { name: 'Στο κινητό' })).toBeVisible()
})
