/** The second factor: a person sets it up, signs in with codes, loses the phone, and an attacker who knows the password is stopped. */
import { codeAt } from '#accounts/server/second-factor/app-code.ts'
import { CODE_SECONDS } from '#accounts/domain/second-factor.ts'
import { demandAccessible } from '../accessibility.ts'
import { expect, type Page, test } from '../fixtures.ts'

const PASSWORD = 'φυτίλι-ράφι-καλούπι'

/** Returns the code of an app. The server accepts the one before and the one after, and none that is older than the last one. */
const codeOf = (secret: string, steps: number): string =>
  codeAt(secret, new Date(Date.now() + steps * CODE_SECONDS * 1000))

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.locator('input[type="password"]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: false }).fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

// Quicker proof: accounts/server/second-factor/own-factor.test.ts,
// accounts/server/second-factor/sign-in-with-code.test.ts, app/web/lock/demanded-factor.test.tsx
test('a second factor is set up with an app, asked at every sign-in, replaced by a recovery code, and stops who guesses @in-ci', async ({
  page,
  browser,
  enter,
  callerFor,
}) => {
  const name = `Ροδάνθη ${Date.now()}`
  const email = `rodanthi-${Date.now()}@kerino.demo`
  const caller = await callerFor('admin')
  const made = await caller.press('users.create-user', {
    email,
    username: name,
    password: PASSWORD,
    role: 'production',
  })
  expect(made.status).toBe(200)
  await enterPassword(page, email)
  await expect(page).toHaveURL(/\/tasks$/)

  await page.goto('/profile')
  const panel = page.getByRole('region', { name: 'Second factor' })
  await panel.getByRole('button', { name: 'Set up' }).click()
  await expect(panel.getByLabel('Current password')).toBeFocused()
  await panel.getByLabel('Current password').fill(PASSWORD)
  await panel.getByRole('button', { name: 'Continue' }).click()
  await expect(panel.getByLabel('Code from the app')).toBeFocused()
  await expect(panel.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await demandAccessible(page, 'the set-up of the second factor')
  const shown = await panel.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()
  const secret = (shown ?? '').replaceAll(' ', '')
  await panel.getByLabel('Code from the app').fill('000000')
  await panel.getByRole('button', { name: 'Switch on' }).click()
  await expect(panel.getByText('The code is wrong or was used already.').first()).toBeVisible()
  await panel.getByLabel('Code from the app').fill(codeOf(secret, 0))
  await panel.getByRole('button', { name: 'Switch on' }).click()
  const listed = panel.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  await expect(panel.getByRole('heading', { name: 'Recovery codes' })).toBeFocused()
  const codes = await listed.allTextContents()
  await panel.getByRole('button', { name: 'I have kept the codes' }).click()
  await expect(panel.getByText('10 recovery codes are left.')).toBeVisible()

  // a page that asks for the password again also asks for the code
  const other = await (await browser.newContext()).newPage()
  await other.addInitScript(() => localStorage.setItem('I18N_LANGUAGE', 'eng'))
  await enterPassword(other, email)
  await expect(other.getByRole('heading', { level: 1, name: 'Second step' })).toBeVisible()
  await demandAccessible(other, 'the second step of the sign-in')
  expect((await other.request.get('/app/users.own-profile')).status()).toBe(400)
  await enterCode(other, codeOf(secret, 1))
  await expect(other).toHaveURL(/\/tasks$/)

  // the phone is lost: a recovery code signs in, once
  const [recovery = ''] = codes
  await other.goto('/logout')
  await other.waitForURL('**/login')
  await enterPassword(other, email)
  await enterCode(other, recovery.toLowerCase())
  await expect(other).toHaveURL(/\/tasks$/)
  await other.goto('/profile')
  await expect(other.getByText('9 recovery codes are left.')).toBeVisible()
  await other.goto('/logout')
  await other.waitForURL('**/login')
  await enterPassword(other, email)
  await enterCode(other, recovery)
  await expect(other.getByRole('alert')).toContainText('The code is wrong or was used already.')
  await other.context().close()

  // an attacker knows the password and guesses the code
  const attacker = await (
    await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.50' } })
  ).newPage()
  await attacker.addInitScript(() => localStorage.setItem('I18N_LANGUAGE', 'eng'))
  await enterPassword(attacker, email)
  const alert = attacker.getByRole('alert')
  for (let guess = 0; guess < 10; guess++) {
    await enterCode(attacker, recovery)
    await expect(alert).toContainText('The code is wrong')
    await expect(attacker.getByLabel('Code')).toHaveValue('')
  }
  await enterCode(attacker, codeOf(secret, 1))
  await expect(alert).toContainText('Too many attempts')
  // the right password gives no further tries
  await enterPassword(attacker, email)
  await enterCode(attacker, codeOf(secret, 1))
  await expect(alert).toContainText('Too many attempts')
  await attacker.context().close()

  // the administrator helps: the factor is reset and the devices are signed out
  const admin = await enter('admin')
  await admin.goto('/people')
  await admin.getByRole('searchbox', { name: 'Search' }).fill(name)
  // a row that moves while the list is searched takes no press
  await expect(admin.getByRole('grid').locator('tbody tr')).toHaveCount(1)
  await admin.getByRole('row', { name: new RegExp(name) }).click()
  await admin.getByRole('button', { name: 'Reset second factor' }).click()
  await admin
    .getByRole('dialog', { name: /^Reset the second factor/ })
    .getByRole('button', { name: 'Reset' })
    .click()
  await expect(admin.getByText(`The second factor of ${name} is reset.`)).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  await page.getByRole('dialog').locator('input[type="password"]').fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
  await expect(panel.getByText('It is switched off.')).toBeVisible()
})
