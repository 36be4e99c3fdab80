/** An administrator takes a right from a role while a colleague works, and gives it back. */
import { demandAccessible } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'

// Quicker proof: features/users/server/rights/change-right.test.ts, app/server/every-endpoint/changed-rights.test.ts,
// web/session.test.ts, e2e/every-page.story.ts (the accessibility of the page)
test('an open page loses the button of a right that an administrator takes, the server refuses it, and the button returns with the right @in-ci', async ({
  enter,
  callerFor,
}) => {
  // the stories share one company; no other one creates customers as production
  const theirs = await enter('production')
  await theirs.goto('/customers')
  const create = theirs.getByRole('link', { name: 'New customer' })
  await expect(create).toBeVisible()

  const page = await enter('admin')
  await page.goto('/rights')
  await page.getByRole('textbox', { name: 'Find a right' }).fill('change customers')
  const cell = page.getByRole('button', { name: /^Production, Create and change customers/ })
  await expect(cell).toHaveAccessibleName(/: held$/)
  await demandAccessible(page, 'the rights')
  await cell.click()
  const dialog = page.getByRole('dialog', { name: 'Take this right from Production' })
  await expect(dialog.getByText(/^\d+ (person loses|people lose) it\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Take this right' }).click()
  await expect(page.getByText('Production no longer holds: Create and change customers.')).toBeVisible()
  await expect(cell).toHaveAccessibleName(/: not held, changed$/)

  await expect(create).toHaveCount(0)
  const colleague = await callerFor('production')
  const refused = await colleague.press('customers.create-customer', { name: 'Χωρίς δικαίωμα' })
  expect(refused).toMatchObject({ status: 403, body: { refusal: { details: { right: 'customers.write' } } } })

  await cell.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Back to default' }).click()
  await expect(cell).toHaveAccessibleName(/: held$/)
  await expect(create).toBeVisible()

  // a fixed right says why it cannot be changed
  await page.getByRole('textbox', { name: 'Find a right' }).fill('take them')
  await page.getByRole('button', { name: /^Administrator, Give rights to roles/ }).click()
  await expect(page.getByRole('dialog').getByText('This right cannot be changed')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('main').getByRole('button', { name: 'Production', exact: true }).click()
  const history = page.getByRole('dialog', { name: 'Changes of Production' })
  await expect(history.getByText('Create and change customers').first()).toBeVisible()
})
