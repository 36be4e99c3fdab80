/** What a customer bought and paid appears on the customer page, on the statement and in its PDF. */
import { readPdf } from '#testing/read-pdf.ts'
import { cardOf, deliver } from './driver/driver-page.ts'
import { expect, type Page, PHONE, test } from './fixtures.ts'
import { planShipment, openShop, orderLanterns, ordersIn, type Shop } from './shop.ts'

/** The name of the demo driver in the planning. */
const DRIVER = 'Γιώργος Οδηγός'

/** Returns a figure of the customer page by its title. */
const figure = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Statistics' }).locator('dl > div', { hasText: title }).locator('dd')

const panel = (page: Page, title: string | RegExp) => page.getByRole('region', { name: title })

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test.describe('the account of a customer', () => {
  let shop: Shop
  let orders: number[]
  let offer: number

  test.beforeAll(async ({ callerFor }) => {
    const office = await callerFor('admin')
    shop = await openShop(office, 'Λογαριασμός')
    orders = await ordersIn('INVOICED', 2, office, shop)
    offer = await orderLanterns(office, shop, 1, { offer: true })
  })

  // Quicker proof: features/customers/server/account.test.ts, e2e/order-to-paid.story.ts
  test('the customer page shows what was delivered and paid, to the cent @in-ci', async ({ enter, callerFor }) => {
    const [first = 0, second = 0] = orders
    const shipment = await planShipment(await callerFor('admin'), orders, DRIVER)
    const clerk = await enter('user')
    await clerk.goto(`/customer-detail/${shop.customer.id}`)
    await expect(panel(clerk, 'Pending orders (2)')).toContainText(`#${second}`)
    await expect(panel(clerk, 'Pending offers (1)').getByRole('link', { name: `#${offer}` })).toBeVisible()
    await expect(figure(clerk, 'Balance')).toContainText('0.00')
    await expect(clerk.getByRole('group', { name: 'Transactions' })).toHaveText('There is no data.')

    await test.step('the driver delivers both orders and takes a payment for one', async () => {
      const driver = await enter('driver', PHONE)
      await driver.goto(`/driverpage?shipment=${shipment}`)
      await cardOf(driver, first).getByRole('button', { name: 'PAYMENTS' }).click()
      const dialog = driver.getByRole('dialog', { name: 'Payment' })
      await dialog.getByLabel('Receipt Number').fill('ΑΠ-77')
      await dialog.getByLabel('Amount - Euros').fill('10,10')
      await dialog.getByRole('button', { name: 'Submit Payment' }).click()
      await expect(dialog).toBeHidden()
      for (const id of [first, second]) await deliver(driver, id, 'eng')
    })

    await test.step('the open page of the office updates by itself', async () => {
      // Two orders cost 19.20 together, and 10.10 of it is paid.
      await expect(figure(clerk, 'Sales')).toContainText('38.40')
      await expect(figure(clerk, 'Received')).toContainText('10.10')
      await expect(figure(clerk, 'Balance')).toContainText('28.30')
      await expect(figure(clerk, 'Sold since 1 January')).toContainText('38.40')
      await expect(figure(clerk, 'Average order')).toContainText('19.20')
      await expect(figure(clerk, 'Last order')).toContainText(`#${second}`)
      await expect(figure(clerk, 'Lent pieces')).toHaveText('4')
      await expect(panel(clerk, 'Balance by age').locator('[data-age="days30"]')).toContainText('28.30')
      await expect(rowOf(clerk, shop.glass.name)).toContainText('4')
      await expect(panel(clerk, 'Pending orders (0)')).toBeVisible()
      const account = clerk.getByRole('group', { name: 'Transactions' })
      await expect(account).toHaveCSS('max-height', '400px')
      await expect(account.getByRole('row').filter({ hasText: 'Payment: cash' })).toContainText('-€10.10')
      await account.getByRole('link', { name: `Order #${first}` }).click()
      await clerk.waitForURL(`**/order-detail/${first}`)
    })
  })

  // Quicker proof: features/customers/server/account.test.ts, features/mail/web/MailDialog.test.tsx
  test('the statement is printed, opened as PDF and mailed @in-ci', async ({ enter }) => {
    const clerk = await enter('user')
    await clerk.goto(`/customer-detail/${shop.customer.id}`)
    await clerk.getByRole('link', { name: 'Statement of account' }).click()
    await clerk.waitForURL(`**/customer-statement/${shop.customer.id}`)
    const sheet = clerk.getByRole('article')
    // Papers are in Greek, whatever the language of the page.
    await expect(sheet).toContainText('ΚΑΡΤΕΛΑ ΠΕΛΑΤΗ')
    await expect(rowOf(clerk, 'Σύνολα περιόδου')).toContainText('38,4010,1028,30')
    const entries = clerk.getByRole('table').filter({ hasText: 'Σύνολα περιόδου' })
    await expect(entries.getByRole('row').filter({ hasText: `Παραγγελία ${orders[0]}` })).toContainText('19,20')
    // a payment settles the oldest order first, and nothing is overdue on the day of the delivery
    const open = clerk.getByRole('table').filter({ hasText: 'Σύνολο ανοιχτών' })
    await expect(open.getByRole('row').filter({ hasText: `Παραγγελία ${orders[0]}` })).toContainText('9,10')
    await expect(open.getByRole('row').filter({ hasText: 'ληξιπρόθεσμα' })).toContainText('0,00')

    await test.step('print shows the paper without the rest of the page', async () => {
      const { pages } = await readPdf(await clerk.pdf({ format: 'A4' }))
      expect(pages).toHaveLength(1)
      expect(pages[0]).toContain('Σύνολα περιόδου 38,40 10,10 28,30')
      expect(pages[0]).not.toContain('Back to the customer')
    })

    await test.step('the PDF has the same content', async () => {
      const href = await clerk.getByRole('link', { name: 'PDF' }).getAttribute('href')
      const { pages } = await readPdf(await (await clerk.request.get(String(href))).body())
      expect(pages[0]).toContain(shop.customer.name)
      expect(pages[0]).toContain('Πληρωμή, μετρητά, ΑΠ-77 10,10')
      expect(pages[0]).toContain('Σύνολα περιόδου 38,40 10,10 28,30')
    })

    await test.step('a period without sales shows nothing owed', async () => {
      await clerk.getByRole('button', { name: 'Last year' }).click()
      await expect(rowOf(clerk, 'Σύνολα περιόδου')).toContainText('0,000,000,00')
      await clerk.getByRole('button', { name: 'This year' }).click()
      await expect(rowOf(clerk, 'Σύνολα περιόδου')).toContainText('28,30')
    })

    await test.step('the statement is mailed, and the history of the customer names the mail', async () => {
      await clerk.getByRole('button', { name: 'Send by e-mail' }).click()
      const dialog = clerk.getByRole('dialog', { name: 'Send by e-mail' })
      await dialog.getByLabel('To').fill('pelatis@kerino.test')
      await expect(dialog.getByLabel('Message')).toHaveValue(/28,30 €/)
      await dialog.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(dialog).toBeHidden()
      await clerk.goto(`/customer-detail/${shop.customer.id}`)
      await expect(panel(clerk, 'E-mails')).toContainText('pelatis@kerino.test')
      await clerk.getByRole('tab', { name: 'History' }).click()
      await expect(panel(clerk, 'History')).toContainText('Statement sent by e-mail')
    })
  })

  // Quicker proof: features/customers/server/customers.test.ts
  test('a customer is found by the end of the phone number, by VAT number and in Latin letters @in-ci', async ({
    enter,
  }) => {
    const { name, phone, vat } = shop.customer
    const clerk = await enter('user')
    await clerk.goto('/customers')
    const typed = [phone.slice(-4), `+30 ${phone.slice(0, 3)} ${phone.slice(3)}`, vat.slice(0, 7), 'logariasmos']
    await test.step('Ctrl+K finds the customer on every page', async () => {
      const palette = clerk.getByRole('dialog', { name: 'Search orders, customers, products …' })
      await expect(clerk.getByRole('row').nth(1)).toBeVisible()
      for (const text of typed) {
        await clerk.keyboard.press('Control+k')
        await palette.getByRole('combobox').fill(text)
        // Only the entry of the customer shows the VAT number.
        await expect(palette.getByText(vat), text).toBeVisible()
        await clerk.keyboard.press('Escape')
        await expect(palette).toBeHidden()
      }
    })
    await test.step('the customer picker of the order form finds the customer by each of its columns', async () => {
      await clerk.goto('/createorder')
      await clerk.getByRole('button', { name: 'All customers' }).click()
      const picker = clerk.getByRole('dialog', { name: 'Choose customer' })
      for (const text of [...typed, 'Λογαριασμός ΑΕ']) {
        await picker.getByRole('searchbox', { name: 'Search' }).fill(text)
        await expect(picker.getByRole('row', { name: new RegExp(name) })).toBeVisible()
      }
      await picker.getByRole('row', { name: new RegExp(name) }).click()
      await expect(picker).toBeHidden()
      await expect(clerk.locator('[data-chosen-customer]')).toContainText(vat)
    })
  })
})
