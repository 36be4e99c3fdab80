/** People sign in, arrive at their landing page, and continue after their session has ended. */
import { type Account, expect, type Page, signIn, test } from './fixtures.ts'
import { openShop } from './shop.ts'
import { PASSWORD, startServer } from './server-under-test.ts'
import { FULL_LENGTH } from '#testing/length.ts'

const pathOf = (page: Page): string => decodeURIComponent(new URL(page.url()).pathname)

const LANDINGS: readonly (readonly [Account, string])[] = [
  ['admin', '/customers'],
  ['user', '/customers'],
  ['logistirio', '/orders'],
  ['production', '/tasks'],
  ['operations', '/operations'],
  ['driver', '/driverpage'],
  // The first name of a workshop account decides before its role (C-03).
  ['xyta', '/single/ΧΥΤΑ'],
  ['gemisma', '/single/GEMISMA'],
  ['waiting', '/dashboard'],
]

// Quicker proof: app/web/pages/landing.test.ts, app/web/router/router.test.ts, e2e/every-page.story.ts
test('every account lands on the page of its work, and is led there from the root, the sign-in page and a wrong address @in-ci', async ({
  page,
}) => {
  // Where each role lands is a rule with its own tests, so CI signs in one account of each kind.
  const kinds = ['user', 'driver', 'xyta', 'waiting']
  for (const [account, landing] of LANDINGS.filter(([account]) => FULL_LENGTH || kinds.includes(account))) {
    await page.goto('/logout')
    await page.waitForURL('**/login')
    await signIn(page, account)
    await expect.poll(() => pathOf(page), { message: account }).toBe(landing)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (!kinds.includes(account)) continue

    for (const address of ['/', '/login']) {
      await page.goto(address)
      await expect.poll(() => pathOf(page), { message: `${account} at ${address}` }).toBe(landing)
    }
    await page.goto('/Backup/')
    await expect(page).toHaveURL(/\/backup$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You don’t have access to this page')

    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist')
    // Accounts without the right to search see no search.
    await expect(page.getByRole('button', { name: /^Search/ }), account).toHaveCount(account === 'user' ? 1 : 0)
    await page.getByRole('link', { name: 'To the start page' }).click()
    await expect.poll(() => pathOf(page), { message: `${account} leaves a wrong address` }).toBe(landing)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You don’t have access to this page')
  }
})

test.describe('the way in', () => {
  // Quicker proof: app/web/pages/landing.test.ts
  test('the sign-in returns to the page that was opened, except for the root @in-ci', async ({ page }) => {
    await page.goto('/shipping')
    await expect(page).toHaveURL(/\/login$/)
    await signIn(page, 'operations')
    await expect(page).toHaveURL(/\/shipping$/)

    await page.goto('/logout')
    await page.waitForURL('**/login')
    await page.goto('/')
    await expect(page).toHaveURL(/\/login$/)
    await signIn(page, 'driver')
    await expect(page).toHaveURL(/\/driverpage$/)

    // The account may not open the remembered page, so it lands on its own page.
    await page.goto('/logout')
    await page.waitForURL('**/login')
    await page.goto('/customers')
    await expect(page).toHaveURL(/\/login$/)
    await signIn(page, 'driver')
    await expect(page).toHaveURL(/\/driverpage$/)
  })

  // Quicker proof: app/web/pages/landing.test.ts
  test('a section account that opens the page of another section lands on its own page @in-ci', async ({ page }) => {
    await page.goto('/single/bafh')
    await expect(page).toHaveURL(/\/login$/)
    await signIn(page, 'xyta')
    await expect.poll(() => pathOf(page)).toBe('/single/ΧΥΤΑ')
  })

  // Quicker proof: app/server/http/acceptance/acceptance-session.test.ts, web/ui/form/form.test.tsx, e2e/sign-in.story.ts
  // (a wrong password in the dialog of an ended session). Only this story shows the texts at the fields of the sign-in
  // page
  test('a wrong password shows a red message, and a malformed e-mail shows an error at its field @in-ci', async ({
    page,
  }) => {
    await page.goto('/login')
    await page.getByLabel('E-mail').fill('nobody')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('This is not an e-mail address.')).toBeVisible()
    await expect(page.getByText('Please fill this in.')).toBeVisible()
    await page.getByLabel('E-mail').fill('user@kerino.demo')
    await page.locator('input[type="password"]').fill('wrong-password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toContainText('Invalid credentials supplied.')
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate(() => localStorage.getItem('authUser'))).toBeNull()
  })

  test('a signed-out person sees no data', async ({ page }) => {
    const others = ['/order-detail/1', '/packaging', '/dashboard', '/operations']
    for (const path of ['/orders', '/driverpage', ...(FULL_LENGTH ? others : [])]) {
      await page.goto(path)
      await expect(page, path).toHaveURL(/\/login$/)
    }
  })
})

test('the stored person contains no secret and is removed at sign-out', async ({ page, context }) => {
  await signIn(page, 'user')
  const stored = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
  const tag = JSON.parse(JSON.parse(stored)[0].authUser)
  expect(tag).toMatchObject({ username: 'Μαρία Πωλητή', email: 'user@kerino.demo', first_name: 'Μαρία', role: 'user' })
  const cookie = (await context.cookies()).find((one) => one.name === 'kerino_session')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', expires: -1 })
  expect(stored).not.toContain(cookie?.value ?? 'no cookie')
  expect(stored).not.toMatch(/token|jwt/i)
  // what the server must know of the window to draw a page for it
  const readable = await page.evaluate(() => document.cookie.split('; ').map((one) => one.split('=')[0]))
  expect(readable).toEqual(['kerino_screen'])

  await page.getByRole('button', { name: 'Account of Μαρία Πωλητή' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('authUser'))).toBeNull()
  await page.goto('/customers')
  await expect(page).toHaveURL(/\/login$/)
})

// Quicker proof: app/server/http/guarded-endpoints.test.ts, accounts/server/sign-in.test.ts
test('a person who chooses to be remembered gets a cookie that outlives the browser @in-ci', async ({
  page,
  context,
}) => {
  await page.goto('/login')
  await page.getByLabel('Remember me').check()
  await signIn(page, 'user')
  const cookie = (await context.cookies()).find((one) => one.name === 'kerino_session')
  expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 24 * 3600)
})

test('a session that ends during typing opens a sign-in dialog over the form, and the save continues @main', async ({
  enter,
  callerFor,
}) => {
  const shop = await openShop(await callerFor('admin'), 'Ληγμένη')
  const clerk = await enter('user')
  await clerk.goto(`/customer-detail/${shop.customer.id}?tab=edit`)
  await clerk.getByRole('textbox', { name: 'Profession', exact: true }).fill('Εστίαση')
  await clerk.getByRole('textbox', { name: 'Representative', exact: true }).fill('Άννα')
  await clerk.context().clearCookies({ name: 'kerino_session' })
  await clerk.getByRole('button', { name: 'Save' }).click()

  const dialog = clerk.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toContainText('user@kerino.demo')
  // Escape is often pressed without looking; it must not lead away from what was typed
  await clerk.keyboard.press('Escape')
  await dialog.locator('input[type="password"]').fill('not-this-one')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Invalid credentials supplied.')
  await dialog.locator('input[type="password"]').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await clerk.waitForURL('**/customers')
  await clerk.goto(`/customer-detail/${shop.customer.id}?tab=edit`)
  await expect(clerk.getByRole('textbox', { name: 'Profession', exact: true })).toHaveValue('Εστίαση')
})

// Quicker proof: features/order-entry/web/stored-draft.test.ts, app/web/pages/landing.test.ts, e2e/sign-in.story.ts (the
// dialog of an ended session), e2e/order-form.story.ts (a draft survives a reload)
test('a person who does not sign in again keeps the draft of an order @in-ci', async ({ enter, callerFor }) => {
  const shop = await openShop(await callerFor('admin'), 'Πρόχειρο')
  const clerk = await enter('logistirio')
  await clerk.goto('/createorder')
  await expect(clerk.getByRole('combobox', { name: 'Choose customer' })).toBeFocused()
  await clerk.keyboard.type(shop.customer.vat)
  await clerk.keyboard.press('Enter')
  await expect(clerk.locator('[data-chosen-customer]')).toBeVisible()
  await clerk.keyboard.type(shop.lantern.name)
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByLabel(`Quantity of ${shop.lantern.name}`)).toBeFocused()
  await clerk.context().clearCookies({ name: 'kerino_session' })
  await clerk.keyboard.press('Control+Enter')
  const dialog = clerk.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByRole('button', { name: 'To the sign-in page' }).click()
  await expect(clerk).toHaveURL(/\/login$/)
  await signIn(clerk, 'logistirio')
  await expect(clerk).toHaveURL(/\/createorder$/)
  await expect(clerk.locator('[data-chosen-customer]')).toContainText(shop.customer.name)
  await expect(clerk.getByLabel(`Quantity of ${shop.lantern.name}`)).toBeVisible()
})

// Quicker proof: app/server/every-endpoint/permissions.test.ts, app/server/every-endpoint/permissions-credentials.test.ts (no stream of updates),
// e2e/office/people.story.ts (the page of an account that waits). Only this story shows that its pages open no stream of
// updates
test('an account that waits for approval sees only that it waits @in-ci', async ({ page }) => {
  // The account receives no updates, so it has no connection that could be lost.
  const streams: string[] = []
  page.on('request', (request) => request.resourceType() === 'eventsource' && streams.push(request.url()))
  await signIn(page, 'waiting')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account waits for approval')
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link')).toHaveCount(0)
  for (const path of ['/customers', '/orders', '/packaging', '/tasks']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('You don’t have access to this page')
    await expect(page.getByText('Reconnecting')).toHaveCount(0)
  }
  expect(streams).toEqual([])
})

// router.test.ts proves every page in every spelling, and every-page.story.ts opens each page in two of them
// Quicker proof: app/web/router/router.test.ts, e2e/every-page.story.ts
test('another spelling of an address opens its page, and only /Tasks and /tasks differ by case @in-ci', async ({
  enter,
}) => {
  const page = await enter('user')
  const canonical = {
    '/Tasks/': '/Tasks',
    '/Orders/?show=ALL': '/orders?show=ALL',
    '/Order-Detail': '/orders',
  }
  for (const [typed, opened] of Object.entries(canonical)) {
    await page.goto(typed)
    await expect(page, typed).toHaveURL((url) => url.pathname + url.search === opened)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await page.goto('/tasks')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tasks Overview')
  await expect(menu).toBeVisible()
  await page.goto('/Tasks')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sections')
  await expect(menu).toHaveCount(0)
  await expect(page).toHaveURL(/\/Tasks$/)
})

test('the first visit to an empty database sets the company up and loads the demo company @both-engines', async ({
  page,
}) => {
  await using server = await startServer({ bare: true, demo: false, env: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' } })
  await page.goto(server.url)
  await expect(page).toHaveURL(/\/setup$/)
  await page.getByRole('textbox', { name: 'Company name' }).fill('Κέρινο ΑΕ')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('Ερμού 1, Αθήνα')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ελένη')
  await page.getByLabel('E-mail').fill('eleni@kerino.test')
  await page.locator('input[autocomplete="new-password"]').fill('a-good-password')
  await page.getByLabel('Load the demo company').check()
  await page.getByRole('button', { name: 'Set up and sign in' }).click()
  await expect(page.getByText('Please fill this in.')).toBeVisible()
  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.getByRole('button', { name: 'Set up and sign in' }).click()
  await expect(page).toHaveURL(/\/customers$/, { timeout: 90_000 })
  await expect(page.getByRole('status').filter({ hasText: /of 1\d\d/ })).toBeVisible()

  // A company can be set up only once.
  await page.goto(`${server.url}/logout`)
  await expect(page).toHaveURL(/\/login$/)
  await page.goto(`${server.url}/setup`)
  // The server has just loaded a company, and a busy machine may still be working on it.
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, { email: 'ELENI@kerino.test', password: 'a-good-password' })
  await expect(page).toHaveURL(/\/customers$/)
})
