/** A new colleague's first day: registers, waits, is approved and works. Later the colleague forgets the password and sets a new one by mail. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, signIn, test } from '../fixtures.ts'

/** A repetition of the story on the same server registers somebody else. */
const colleague = (repetition: number) => ({
  email: `thaleia${repetition}@kerino.demo`,
  name: `Θάλεια Νέα ${repetition}`,
})
const FIRST = 'τέσσερα φυτίλια στο ράφι'
const SECOND = 'πέντε καλούπια στο νερό'

/** Returns the addresses in the mails to a person that were written to the folder of the server. */
async function linksMailedTo(dataDir: string, email: string): Promise<string[]> {
  const folder = join(dataDir, 'mail')
  const files = readdirSync(folder).filter((file) => file.endsWith('.eml'))
  const mails = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))))
  return mails
    .filter(({ to }) => to?.some(({ address }) => address === email))
    .flatMap(({ text }) => text?.match(/http\S+\/new-password#\S+/g) ?? [])
}

// Quicker proof: accounts/server/without-sign-in/register.test.ts,
// accounts/server/without-sign-in/forgotten-password.test.ts, e2e/office/people.story.ts
test('a new colleague registers, is approved, works, and sets a forgotten password with a link by mail @in-ci', async ({
  page,
  enter,
  server,
}, { repeatEachIndex }) => {
  const { email, name } = colleague(repeatEachIndex)
  const admin = await enter('admin')
  await admin.goto('/people')
  const people = admin.getByRole('grid', { name: 'People' })
  await expect(people).toBeVisible()
  const waits = admin.getByRole('navigation', { name: 'Menu' }).getByText(/Accounts that wait for approval: \d+/)
  const before = Number((await waits.textContent())?.match(/\d+/)?.[0])

  await page.goto('/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByText('By registering you accept the terms of use')).toBeVisible()
  const register = page.getByRole('button', { name: 'Register' })
  await register.click()
  await expect(page.getByText('Please fill this in.')).toHaveCount(3)
  await page.getByLabel('E-mail').fill('thaleia')
  await page.getByLabel('User name').fill(name)
  await page.locator('input[type="password"]').fill('password123')
  await expect(page.getByText('This is not an e-mail address.')).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await register.click()
  await expect(page.getByRole('alert')).toContainText('too common')
  await page.locator('input[type="password"]').fill(FIRST)
  await register.click()
  await expect(page.getByText('Register User Successfully', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'I have an account: sign in' }).click()
  await signIn(page, { email, password: FIRST })
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account waits for approval')

  // The open page of the administrator shows that somebody waits, without a reload.
  await expect(waits).toHaveText(`Accounts that wait for approval: ${before + 1}`)
  await people.getByRole('row', { name: new RegExp(name) }).click()
  await admin.getByRole('radio', { name: 'Production' }).check()
  await admin.getByRole('button', { name: 'Approve' }).click()
  await expect(admin.getByText(`${name} is approved.`)).toBeVisible()
  // the page that waited goes on by itself
  await expect(page).toHaveURL(/\/tasks$/)

  await page.goto('/logout')
  await page.waitForURL('**/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // the page of the sign-in has a field for the e-mail too
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot password?' })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Reset' }).click()
  const sent = 'Reset link are sended to your mailbox, check there first'
  await expect(page.getByText(sent, { exact: true })).toBeVisible()
  await expect.poll(() => linksMailedTo(server.dataDir, email).catch(() => [])).toHaveLength(1)
  const [link = ''] = await linksMailedTo(server.dataDir, email)
  expect(link.startsWith(`${server.url}/`)).toBe(true)
  await page.goto(link)
  await page.getByLabel('New password').fill(SECOND)
  await page.getByLabel('The password again').fill(SECOND)
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await expect(page).toHaveURL(/\/tasks$/)
  await page.goto('/logout')
  await page.waitForURL('**/login')
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This link cannot be used any more')
  // The e-mail of nobody gets the same answer.
  await page.goto('/forgot-password')
  await page.getByLabel('E-mail').fill('nobody@kerino.demo')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText(sent, { exact: true })).toBeVisible()
})
