/** A person signs in by keyboard and by ear: a wrong password, the right one, and again after the session has ended. */
import { expect, signIn, test } from '../fixtures.ts'
import { PASSWORD } from '../server-under-test.ts'
import { openShop } from '../shop.ts'
import { Ear } from './ear.ts'

// Quicker proof: e2e/sign-in.story.ts (a wrong password by pointer), web/ui/form/inputs.test.tsx (the error of a password)
test('an empty field, a wrong password and the right one: each press says what comes next @in-ci', async ({ page }) => {
  const ear = await Ear.of(page)
  await page.goto('/login')
  // Enter in the empty form leads to the first field that is missing, and says why
  await ear.press('Enter', 'textbox', 'E-mail', { states: ['required'] })
  await ear.at('textbox', 'E-mail', { states: ['invalid'], description: /fill this in/ })
  await ear.type('user@kerino.demo', 'textbox', 'E-mail')
  await ear.press('Tab', 'textbox', 'E-mail')
  await ear.type('not-this-one', 'textbox', 'Password')
  await ear.press('Tab', 'textbox', 'Password')
  // what was typed can be read before it is sent
  await ear.press('Enter', 'button', 'Show or hide the password')
  await ear.at('button', 'Show or hide the password', { states: ['pressed'] })
  await ear.go('button', 'Sign in', 3)
  await ear.press('Enter', 'button', 'Sign in')
  await ear.hears('Invalid credentials supplied.')
  // the button waited for the answer and keeps the focus
  await ear.at('button', 'Sign in')
  await ear.go('textbox', 'Password', 4, 'Shift+Tab')
  await ear.press('Control+a', 'textbox', 'Password')
  await ear.type(PASSWORD, 'textbox', 'Password')
  await ear.press('Enter', 'textbox', 'Password')
  await ear.at('heading', /./)
  await expect(page).not.toHaveURL(/login/)
})

// Quicker proof: app/web/pages/sign-in-dialog.test.tsx, e2e/sign-in.story.ts (the same by pointer)
test('a session that ends while a customer is changed asks for the password in a dialog, and the save goes on @in-ci', async ({
  page,
  callerFor,
}) => {
  const shop = await openShop(await callerFor('admin'), 'Ακουστή')
  const ear = await Ear.of(page)
  await signIn(page, 'user')
  await page.goto(`/customer-detail/${shop.customer.id}?tab=edit`)
  await page.getByRole('textbox', { name: 'Profession', exact: true }).focus()
  await ear.type('Εστίαση', 'textbox', 'Profession')
  await page.context().clearCookies({ name: 'kerino_session' })
  await ear.press('Control+s', 'textbox', 'Profession')
  // the dialog says whose session it was, and Escape does not lead away from what was typed
  await ear.press('Escape', 'textbox', 'Password', { dialog: 'Your session has ended' })
  await ear.type('not-this-one', 'textbox', 'Password', { dialog: 'Your session has ended' })
  await ear.press('Enter', 'textbox', 'Password')
  await ear.hears('Invalid credentials supplied.')
  await ear.press('Control+a', 'textbox', 'Password')
  await ear.type(PASSWORD, 'textbox', 'Password')
  await ear.press('Enter', 'textbox', 'Password')
  await ear.hears(/saved/)
  await page.waitForURL('**/customers')
  await ear.at('heading', 'Customers')
  const office = await callerFor('admin')
  const { party } = (await office.ask('customers.detail', { id: shop.customer.id })).body
  expect(party.profession).toBe('Εστίαση')
})
