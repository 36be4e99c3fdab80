/** A person whose phone is lost ends its session from the computer, and changes the password. */
import type { BrowserContextOptions } from '@playwright/test'
import { demandAccessible } from '../accessibility.ts'
import { expect, PHONE, signIn, test } from '../fixtures.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

const OLD = 'κερί-βάζο-φιτίλι'
const NEXT = 'φάρος-κύμα-πέτρα'

// Quicker proof: features/users/server/profile/own-sessions.test.ts
test('the session of a lost phone is ended in the profile, and a new password ends all others @in-ci', async ({
  page,
  browser,
  callerFor,
}) => {
  const email = `lost-phone-${Date.now()}@kerino.demo`
  const admin = await callerFor('admin')
  const made = await admin.press('users.create-user', {
    email,
    username: `Δανάη ${Date.now()}`,
    password: OLD,
    role: 'production',
  })
  expect(made.status).toBe(200)
  const closing: (() => Promise<void>)[] = []
  /** Signs in on a further device, and opens a page there. */
  const device = async (options: BrowserContextOptions, address: string) => {
    const context = await browser.newContext(options)
    closing.push(() => context.close())
    await context.addInitScript(() => localStorage.setItem('I18N_LANGUAGE', 'eng'))
    const opened = await context.newPage()
    await signIn(opened, { email, password: OLD })
    await opened.goto(address)
    await expect(opened.getByRole('heading', { level: 1 })).toBeVisible()
    return opened
  }
  const phone = await device({ ...PHONE, userAgent: IPHONE }, '/orders')
  const other = await device({}, '/profile')

  await signIn(page, { email, password: OLD })
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  const devices = page.getByRole('region', { name: 'Signed-in devices' })
  await expect(devices.getByRole('listitem').first()).toContainText('This device')
  await demandAccessible(page, 'the profile')
  await devices.getByRole('button', { name: 'Sign out Phone, Safari on iOS' }).click()
  await expect(page.getByText('One session has ended.')).toBeVisible()
  await expect(devices.getByRole('listitem').filter({ hasText: 'Phone, Safari on iOS' })).toHaveCount(0)
  // the open page of the phone asks for the password at once
  await expect(phone.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  expect((await phone.request.get('/app/users.own-profile')).status()).toBe(403)

  const password = page.getByRole('region', { name: 'Password', exact: true })
  await password.getByLabel('Current password').fill('not the password')
  await password.getByRole('textbox', { name: 'New password', exact: true }).fill(NEXT)
  await password.getByLabel('The new password again').fill(NEXT)
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByRole('alert')).toContainText('This is not your current password.')
  await password.getByLabel('Current password').fill(OLD)
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByRole('status')).toContainText(/The password is changed, and .* ended\./)
  await expect(other.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)

  for (const close of closing) await close()
})
