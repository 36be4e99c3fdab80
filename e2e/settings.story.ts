/** An administrator changes how long records are kept. */
import { expect, test } from './fixtures.ts'
import { demandAccessible } from './accessibility.ts'

test('an administrator changes how long records are kept, and a slip is stopped', async ({ enter, callerFor }) => {
  const page = await enter('admin')
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'General settings', level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'General' })).toBeVisible()
  await expect(page.getByText(/the next nightly run, on \d\d\/\d\d\/\d{4}/)).toBeVisible()
  const save = page.getByRole('button', { name: 'Save settings' })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await demandAccessible(page, 'the settings form')

  const mails = page.getByLabel('E-mails, in days', { exact: true })
  const answers = page.getByLabel('Answers of the map search, in days')
  await expect(mails).toHaveValue('2192')

  // A forgotten digit is below the lower limit.
  await mails.fill('36')
  await mails.press('Control+s')
  await expect(mails).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByText('At least 365.', { exact: true })).toBeVisible()

  // A shorter time is asked about. Declining leaves the form as it is.
  await mails.fill('365')
  await answers.fill('60')
  await save.click()
  const question = page.getByRole('dialog', { name: 'Keep records for a shorter time?' })
  await expect(question).toContainText('E-mails: 2192 → 365 days')
  await expect(question).not.toContainText('map search')
  await question.getByRole('button', { name: 'Back' }).click()
  await expect(question).toBeHidden()
  await expect(mails).toHaveValue('365')

  // A longer time is saved at once.
  await mails.fill('3653')
  await save.click()
  await expect(page.getByText('The settings are saved.')).toBeVisible()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Days that records are kept changed')
  await expect(history).toContainText('E-mails: 2192 → 3653')

  // Another administrator changes the same setting in the meantime.
  const other = await callerFor('admin')
  const theirs = { values: { mails: 1000, sessions: 365 }, shown: { mails: 3653, sessions: 180 } }
  expect((await other.press('settings.save-retention', theirs)).status).toBe(200)
  await mails.fill('4000')
  await save.click()
  await expect(page.getByText('Another person has saved 1000.')).toBeVisible()
  await expect(page.getByLabel('Ended sessions, in days')).toHaveValue('365')
  await save.click()
  await expect(history).toContainText('E-mails: 1000 → 4000')
  await page.reload()
  await expect(mails).toHaveValue('4000')
  await expect(answers).toHaveValue('60')

  // Changes that are not saved are not lost by a press on the menu.
  await mails.fill('5000')
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Customers', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Stay here')
})

test('an employee who is no administrator finds no settings', async ({ enter }) => {
  const page = await enter('user')
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'General settings' })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByText('System Settings')).toHaveCount(0)
})
