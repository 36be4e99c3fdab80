/** The first day of a new colleague, and their last one. */
import { expect, signIn, test } from '../fixtures.ts'
import { demandAccessible } from '../accessibility.ts'
import { PASSWORD } from '../server-under-test.ts'

test('an administrator approves a new colleague with a role, who begins to work and is signed out on the last day', async ({
  enter,
  callerFor,
  browser,
}) => {
  const colleague = { email: 'nefeli@kerino.demo', password: PASSWORD }
  const admin = await callerFor('admin')
  await admin.press('users.create-user', { ...colleague, username: 'Νεφέλη Αρχάρια', role: null })
  const theirs = await (await browser.newContext()).newPage()
  await theirs.addInitScript(() => localStorage.setItem('I18N_LANGUAGE', 'eng'))
  await signIn(theirs, colleague)
  await expect(theirs).toHaveURL(/\/dashboard$/)
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Your account waits for approval')

  const page = await enter('admin')
  await page.goto('/people?q=nefeli')
  const people = page.getByRole('grid', { name: 'People' })
  await expect(people.getByRole('row').filter({ hasText: 'Νεφέλη' })).toContainText('Waits for approval')
  await people.getByText('Νεφέλη Αρχάρια').click()
  const account = page.getByRole('dialog', { name: 'Account' })
  await demandAccessible(page, 'the account of a person who waits')
  await account.getByRole('radio', { name: 'Accounting' }).check()
  await account.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Νεφέλη Αρχάρια is approved.')).toBeVisible()
  await expect(account.getByText('Account approved')).toBeVisible()

  await theirs.goto('/')
  await expect(theirs).toHaveURL(/\/orders$/)
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Orders')

  await account.getByRole('textbox', { name: 'First name' }).fill('xyta')
  await expect(account.getByText('This account works as the section ΧΥΤΑ')).toBeVisible()
  await account.getByRole('textbox', { name: 'First name' }).fill('Νεφέλη')
  await account.getByRole('button', { name: 'Save account' }).click()
  await expect(page.getByText('The account of Νεφέλη Αρχάρια is saved.')).toBeVisible()

  await account.getByRole('button', { name: 'Deactivate' }).click()
  await page
    .getByRole('dialog', { name: 'Deactivate Νεφέλη Αρχάρια?' })
    .getByRole('button', { name: 'Deactivate' })
    .click()
  await expect(account.getByRole('button', { name: 'Activate again' })).toBeVisible()
  // The colleague's page learns it without a press.
  await expect(theirs.getByRole('dialog')).toContainText('Sign in')
  await theirs.context().close()
})
