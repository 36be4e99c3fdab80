/** A new company goes from an empty database to its first delivered order, and the presses are counted. */
import { startGsisSimulator } from '#simulators/gsis-simulator.ts'
import { SIMULATED_COMPANIES } from '#simulators/gsis-companies.ts'
import { demandAccessible } from '../accessibility.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { countPresses } from '../presses.ts'
import { startServer } from '../server-under-test.ts'

const REGISTRY = { username: 'kerino', password: 'kerino' }
const [OWN, CUSTOMER] = SIMULATED_COMPANIES.filter(({ stopDate, legalStatus }) => !stopDate && legalStatus !== '')
if (!OWN || !CUSTOMER) throw new Error('the story needs two companies of the registry that are in business')

const DRIVER = 'Λευτέρης'
const CANDLE = 'Κερί σόγιας'

/** Starts a server whose database is empty and which can ask a company registry. */
async function startEmptyServer(): Promise<{ url: string; [Symbol.asyncDispose](): Promise<void> }> {
  const registry = await startGsisSimulator({ ...REGISTRY, companies: SIMULATED_COMPANIES })
  const server = await startServer({
    demo: false,
    env: {
      ADMIN_EMAIL: '',
      ADMIN_PASSWORD: '',
      REGISTRY_URL: registry.url,
      REGISTRY_USERNAME: REGISTRY.username,
      REGISTRY_PASSWORD: REGISTRY.password,
    },
  })
  return {
    url: server.url,
    [Symbol.asyncDispose]: async () => {
      await server.remove()
      await registry.close()
    },
  }
}

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })
const step = (page: Page, title: string) => steps(page).getByRole('listitem').filter({ hasText: title })

/** Opens the dashboard by the menu and checks which of the first steps are done. */
async function demandDone(page: Page, ...done: readonly string[]): Promise<void> {
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Today' }).click()
  for (const title of done) await expect(step(page, title)).toHaveAttribute('data-done', 'true')
  await expect(steps(page).locator('li[data-done]')).toHaveCount(done.length)
}

const demandStatus = (page: Page, status: string) =>
  expect(page.locator('main').locator(`[data-status="${status}"]`).first()).toBeVisible()

/** Types the VAT number and the rest of the set-up, and does not send it. */
async function fillSetup(page: Page, person: { name: string; email: string }): Promise<void> {
  await expect(page).toHaveURL(/\/setup$/)
  const vat = page.getByRole('textbox', { name: 'VAT number' })
  await vat.fill(OWN?.afm ?? '')
  await vat.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Company name' })).toHaveValue(OWN?.onomasia ?? '')
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue(/\S/)
  await page.getByRole('textbox', { name: 'Telephone' }).fill('210 5551234')
  await page.getByRole('textbox', { name: 'Bank account (IBAN)' }).fill('GR16 0110 1250 0000 0001 2300 695')
  await page.getByRole('radio', { name: 'No' }).check()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(person.name)
  await page.getByLabel('E-mail').fill(person.email)
  await page.locator('input[autocomplete="new-password"]').fill('four wicks on the shelf')
}

const setUp = (page: Page) => page.getByRole('button', { name: 'Set up and sign in' }).click()

async function enterLetterhead(page: Page): Promise<void> {
  await expect(step(page, 'Complete the letterhead')).toContainText('Missing: E-mail')
  await page.getByRole('link', { name: 'Complete the letterhead' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill('office@kerino.test')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('The settings are saved.')).toBeVisible()
}

async function enterCustomer(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Enter the first customer' }).click()
  await page.getByLabel('VAT', { exact: true }).fill(CUSTOMER?.afm ?? '')
  await page.getByRole('button', { name: 'Look up' }).click()
  const lookup = page.getByRole('dialog', { name: 'Look up a VAT number' })
  await lookup.getByLabel('VAT', { exact: true }).press('Enter')
  await lookup.getByRole('button', { name: 'Fill the form' }).click()
  await expect(lookup).toBeHidden()
  await page.getByRole('button', { name: 'Create customer', exact: true }).click()
  await expect(page.getByText(`Customer created: ${CUSTOMER?.onomasia}`)).toBeVisible()
}

/** Creates a product and enters what was counted of it. */
async function enterProduct(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Enter the first product' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(CANDLE)
  await page.getByLabel('Sales price', { exact: true }).fill('12,50')
  await page.getByRole('button', { name: 'Create product' }).click()
  await expect(page).toHaveURL(/\/product-overview\/\d+$/)
  await page.getByRole('button', { name: 'Adjust stock' }).click()
  const count = page.getByRole('dialog', { name: `Adjust stock: ${CANDLE}` })
  await count.getByLabel('Counted').fill('40')
  await count.getByLabel('Reason').fill('first count')
  await count.getByRole('button', { name: 'Adjust stock' }).click()
  await expect(page.getByText('The stock is now 40')).toBeVisible()
}

/** Writes the order by keyboard and returns its number. */
async function writeOrder(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Create the first order' }).click()
  await expect(page.getByRole('combobox', { name: 'Choose customer' })).toBeFocused()
  await page.keyboard.type(CUSTOMER?.afm ?? '')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-chosen-customer]')).toContainText(CUSTOMER?.onomasia ?? '')
  await expect(page.getByRole('combobox', { name: 'Add product' })).toBeFocused()
  await page.keyboard.type(CANDLE)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(`Quantity of ${CANDLE}`)).toBeFocused()
  await page.keyboard.type('4')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL('**/order-detail/*')
  await demandStatus(page, 'STOCK-OK')
  return Number(page.url().split('/').pop())
}

async function packOrder(page: Page, id: number): Promise<void> {
  await page.getByRole('button', { name: 'Send for packaging' }).click()
  await page.getByRole('button', { name: 'Package order' }).click()
  const box = page.getByRole('dialog', { name: `Order ${id}` })
  await box.getByLabel('Packaged by (your name)').fill('Ελένη')
  await box.getByRole('button', { name: 'ORDER PACKAGED' }).click()
  await expect(box).toBeHidden()
  await demandStatus(page, 'PACKAGED')
}

/** The company has no accounting service, so only an administrator can let the order go on (C-32). */
async function invoiceOrder(page: Page, id: number): Promise<void> {
  await page.getByRole('button', { name: 'Invoice', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Confirm shipping of order ${id}` })
  await expect(dialog).toContainText('The company has no accounting service')
  await expect(dialog.getByRole('link', { name: 'Open this setting' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Epsilon' })).toHaveCount(0)
  await demandAccessible(page, 'the invoice of a company without an accounting service')
  await dialog.getByRole('button', { name: 'Red' }).click()
  await dialog.getByLabel('Reason').fill('invoiced by hand')
  await dialog.getByRole('button', { name: 'Invoice without VAT' }).click()
  await demandStatus(page, 'INVOICED')
}

/** Plans the shipment with a driver who is entered at the same place. */
async function shipOrder(page: Page, id: number): Promise<void> {
  await page.getByRole('button', { name: 'Plan shipment' }).click()
  const dialog = page.getByRole('dialog', { name: `Order ${id} on the truck` })
  await dialog.getByRole('button', { name: 'Enter a driver' }).click()
  const lists = page.getByRole('dialog', { name: 'Drivers and vehicles' })
  await lists.getByRole('combobox', { name: 'Drivers without an account' }).fill(DRIVER)
  await lists.getByRole('button', { name: 'Save' }).click()
  await expect(lists).toBeHidden()
  // the only driver is chosen
  await expect(dialog.getByRole('combobox', { name: 'Driver' })).toHaveValue(DRIVER)
  await expect(dialog.getByText('No drivers are entered yet.')).toBeHidden()
  await dialog.getByRole('button', { name: 'Plan shipment' }).click()
  await expect(dialog).toBeHidden()
  await demandStatus(page, 'ON SHIPPING')
}

async function deliverOrder(page: Page, id: number): Promise<void> {
  await page.getByRole('link', { name: 'Deliver the first order' }).click()
  await page.getByRole('row', { name: new RegExp(`(^|\\s)${id}(\\s|$)`) }).click()
  await demandStatus(page, 'ON SHIPPING')
  await page.getByRole('button', { name: 'Delivered', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delivered' }).click()
  await expect(page.getByText(`Order ${id} is delivered.`)).toBeVisible()
  await demandStatus(page, 'SHIPPED')
}

// Quicker proof: app/server/start/set-up.test.ts, features/dashboard/server/first-steps.test.ts,
// features/invoicing/server/ways/ways.test.ts, e2e/sign-in.story.ts, e2e/order-to-paid.story.ts
test('a new company without an accounting service delivers its first order, and a second set-up is refused @in-ci', async ({
  page,
  browser,
}) => {
  await using server = await startEmptyServer()
  const cost = await countPresses(page)
  await page.goto(server.url)
  await fillSetup(page, { name: 'Ελένη', email: 'eleni@kerino.test' })

  await test.step('a second person who has the set-up open is led to the sign-in', async () => {
    const context = await browser.newContext()
    await context.addInitScript(() => localStorage.setItem('I18N_LANGUAGE', 'eng'))
    const second = await context.newPage()
    await second.goto(server.url)
    await fillSetup(second, { name: 'Νίκος', email: 'nikos@kerino.test' })
    await setUp(page)
    await expect(page).toHaveURL(/\/dashboard$/)
    await setUp(second)
    await expect(second.getByText('This company has been set up already. Sign in.')).toBeVisible()
    await second.getByRole('link', { name: 'Sign in' }).click()
    await expect(second).toHaveURL(/\/login$/)
    await context.close()
  })

  await expect(steps(page).getByRole('listitem')).toHaveCount(6)
  await expect(steps(page).locator('li[data-done]')).toHaveCount(0)
  const done = ['Complete the letterhead']
  await enterLetterhead(page)
  await demandDone(page, ...done)
  await enterCustomer(page)
  await demandDone(page, ...done, 'Enter the first customer')
  await enterProduct(page)
  await demandDone(page, ...done, 'Enter the first customer', 'Enter the first product')
  const id = await writeOrder(page)
  await packOrder(page, id)
  await invoiceOrder(page, id)
  await shipOrder(page, id)
  done.push('Enter the first customer', 'Enter the first product', 'Create the first order')
  await demandDone(page, ...done)
  await deliverOrder(page, id)
  await demandDone(page, ...done, 'Deliver the first order')

  await test.step('the list without the colleague is hidden, and stays hidden', async () => {
    await steps(page).getByRole('button', { name: 'Hide' }).click()
    await expect(steps(page)).toHaveCount(0)
    // The page before may still be asking: only the page that is opened again counts.
    await page.reload({ waitUntil: 'commit' })
    const answered = await page.waitForResponse(/dashboard\.first-steps/)
    expect(await answered.json()).toMatchObject({ steps: [] })
    await expect(steps(page)).toHaveCount(0)
  })
  expect(await cost()).toMatchObject({ pointer: 33, commits: 5, shortcuts: 0 })
})
