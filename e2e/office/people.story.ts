/** The first day of a new colleague, and their last one. */
import { expect, signIn, test } from '../fixtures.ts'
import { demandAccessible } from '../accessibility.ts'
import { PASSWORD } from '../server-under-test.ts'

test('an administrator approves a new colleague with a role, who begins to work and is signed out on the last day @main', async ({
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

test('the account of a workshop whose name is stored in Latin letters shows it in Greek', async ({ enter }) => {
  const page = await enter('admin')
  await page.goto('/people?q=gemisma')
  const people = page.getByRole('grid', { name: 'People' })
  await people.getByText('gemisma · ΓΕΜΙΣΜΑ').click()
  const account = page.getByRole('dialog', { name: 'Account' })
  await expect(account.getByRole('definition').filter({ hasText: 'ΓΕΜΙΣΜΑ' })).toBeVisible()
  await expect(account.getByText('This account works as the section ΓΕΜΙΣΜΑ')).toBeVisible()
})

// Quicker proof: accounts/server/account-links.test.ts
test('an invited colleague sets the password with the link of the administrator, begins to work, and the link works once @in-ci', async ({
  enter,
  browser,
}) => {
  const page = await enter('admin')
  await page.goto('/people')
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Ορέστης Νεοφερμένος')
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill('orestis@kerino.demo')
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Accounting' }).click()
  await dialog.getByRole('button', { name: 'Create account and link' }).click()
  const link = await dialog.getByRole('textbox', { name: 'One-time link' }).inputValue()
  await demandAccessible(page, 'the link of an invitation')

  const theirs = await (await browser.newContext()).newPage()
  await theirs.addInitScript(() => localStorage.setItem('I18N_LANGUAGE', 'eng'))
  await theirs.goto(link)
  await expect(theirs.getByText('This sets the password of Ορέστης Νεοφερμένος (orestis@kerino.demo).')).toBeVisible()
  await theirs.getByLabel('New password').fill('Ορέστης Νεοφερμένος')
  await theirs.getByLabel('The password again').fill('Ορέστης Νεοφερμένος')
  await theirs.getByRole('button', { name: 'Set password and sign in' }).click()
  await expect(theirs.getByText('The password must not be made of the name')).toBeVisible()
  await theirs.getByLabel('New password').fill('a window on the harbour')
  await theirs.getByLabel('The password again').fill('a window on the harbour')
  await theirs.getByRole('button', { name: 'Set password and sign in' }).click()
  await expect(theirs).toHaveURL(/\/orders$/)

  const again = await (await browser.newContext()).newPage()
  await again.goto(link)
  await expect(again.getByRole('alert')).toContainText('This link cannot be used any more')
  await Promise.all([theirs.context().close(), again.context().close()])
})
