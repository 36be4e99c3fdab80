/**
 * A clerk creates a customer with data from the company registry and a place on the map. The saved customer is opened
 * again.
 */
import { expect, intercept, type Locator, type Page, test } from './fixtures.ts'
import { demandAccessible } from './accessibility.ts'
import { openShop } from './shop.ts'

/** A company of the demo registry, and one that has closed. */
const BAKERY = { vat: '701122337', name: 'ΓΑΛΑΝΗΣ ΤΡΟΦΙΜΑ ΑΝΩΝΥΜΗ ΕΤΑΙΡΕΙΑ' }
const CLOSED = { vat: '701133548' }
const FAILED = 'An error occurred while validating VAT number.Propably not excist'

/**
 * Returns a part of the form by its heading. The further addresses have fields with the same labels as the main
 * address.
 */
const part = (page: Page, heading: string) => page.getByRole('region', { name: heading, exact: true })

async function newCustomer(page: Page): Promise<void> {
  await page.goto('/createcustomer')
  await expect(page.getByRole('heading', { name: 'New customer' })).toBeVisible()
}

/** Opens the map of one part of the form. */
async function openMap(page: Page, heading: string): Promise<{ dialog: Locator; map: Locator }> {
  await part(page, heading).getByRole('button', { name: 'Find on the map', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Address on the map' })
  const map = dialog.getByRole('application')
  await expect(map).toBeVisible()
  return { dialog, map }
}

/** Returns the text of the dialog about the chosen place. */
const picked = (dialog: Locator) => dialog.locator('[data-picked]')
const pinOf = (dialog: Locator) => dialog.getByRole('button', { name: /^The address;/ })

// Quicker proof: features/parties/web/form/vat-fill.test.ts, features/parties/web/form/party-form.test.ts,
// features/customers/server/customers.test.ts, features/customers/server/lookups.test.ts, e2e/budgets.story.ts,
// e2e/order-to-paid.story.ts
test('a customer is filled from the registry, placed on the map, and saved with all fields @in-ci', async ({
  enter,
}) => {
  const page = await enter('admin')
  await newCustomer(page)
  const create = page.getByRole('button', { name: 'Create customer', exact: true })
  await part(page, 'Company').getByRole('textbox', { name: /^Name/ }).fill('ΓΑΛ')
  await expect(create).toHaveAttribute('aria-disabled', 'true')

  await part(page, 'Tax').getByLabel('VAT', { exact: true }).fill(BAKERY.vat)
  await part(page, 'Tax').getByRole('button', { name: 'Look up' }).click()
  const lookup = page.getByRole('dialog', { name: 'Look up a VAT number' })
  await expect(lookup.getByLabel('VAT', { exact: true })).toHaveValue(BAKERY.vat)
  await lookup.getByRole('button', { name: 'Look up' }).click()
  await expect(lookup.getByText(BAKERY.name, { exact: true })).toBeVisible()
  await demandAccessible(page, 'the answer of the registry')
  // A typed value stays unless the person ticks the value of the registry.
  const name = lookup.getByRole('checkbox', { name: /^Name: ΓΑΛ → / })
  await expect(name).not.toBeChecked()
  await name.check()
  await lookup.getByRole('button', { name: 'Fill the form' }).click()
  await expect(lookup).toBeHidden()
  await expect(part(page, 'Company').getByLabel('Profession')).toHaveValue(/ΕΜΠΟΡΙΟ ΤΡΟΦΙΜΩΝ/)
  await expect(part(page, 'Tax').getByLabel('Tax office', { exact: true })).toHaveValue('ΦΑΕ ΑΘΗΝΩΝ')
  await expect(part(page, 'Address').getByLabel('Address', { exact: true })).toHaveValue('ΛΕΩΦ ΚΗΦΙΣΟΥ 42')

  const { dialog } = await openMap(page, 'Address')
  await dialog.getByLabel('Address or place').fill('Ερμού, Αθήνα')
  await dialog.getByLabel('Address or place').press('Enter')
  await dialog.getByRole('list', { name: 'Places found' }).getByRole('button').first().click()
  await expect(picked(dialog)).toContainText('Ερμού 15')
  await demandAccessible(page, 'the map with places found')
  await dialog.getByRole('button', { name: 'Use this address' }).click()
  await expect(part(page, 'Address').getByLabel('Address', { exact: true })).toHaveValue('Ερμού 15')
  await expect(part(page, 'Address')).toContainText('On the map at 37.97588, 23.73312')

  await part(page, 'Company').getByLabel('Category', { exact: true }).click()
  await page.getByRole('option', { name: 'Category 2' }).click()
  await part(page, 'Company').getByLabel('Category tags').fill('νησιά')
  await part(page, 'Company').getByLabel('Category tags').press('Enter')
  await part(page, 'Company').getByLabel('Creation date').fill('01/02/2026')
  await part(page, 'Tax').getByLabel('VAT type').click()
  await page.getByRole('option', { name: '17 %' }).click()
  await part(page, 'Tax').getByLabel('Main discount').fill('7,5')
  await part(page, 'Contact').getByLabel('Phone', { exact: true }).fill('2101234567')
  await part(page, 'Contact').getByLabel('E-mail').fill('info@galanis.example')
  await part(page, 'Contact').getByLabel('Social').fill('@galanis')
  await part(page, 'Contact').getByLabel('Salesperson').click()
  const salesperson = page.getByRole('option').first()
  const chosen = (await salesperson.innerText()).trim()
  await salesperson.click()
  await part(page, 'Further addresses').getByLabel('Street and number').fill('Αποθήκη, Κηφισού 100')
  await part(page, 'Further addresses').getByRole('button', { name: 'Add Address' }).click()
  await part(page, 'Custom fields').getByRole('button', { name: 'Add field' }).click()
  await part(page, 'Custom fields').getByLabel('Name of the field').fill('Ωράριο')
  await part(page, 'Custom fields').getByLabel('Value').fill('9-5')
  await create.click()

  await page.waitForURL((url) => url.pathname === '/customers')
  await page.goto(`/customers?q=${encodeURIComponent(BAKERY.vat)}`)
  await page.getByRole('row', { name: BAKERY.name }).click()
  await page.getByRole('tab', { name: 'Edit' }).click()
  for (const [heading, label, value] of [
    ['Company', 'Name', BAKERY.name],
    ['Company', 'Company label', 'ΓΑΛΑΝΗΣ ΤΡΟΦΙΜΑ'],
    ['Company', 'Profession', /ΕΜΠΟΡΙΟ ΤΡΟΦΙΜΩΝ/],
    ['Company', 'Category', 'Category 2'],
    ['Company', 'Creation date', '01/02/2026'],
    ['Tax', 'VAT', BAKERY.vat],
    ['Tax', 'Tax office', 'ΦΑΕ ΑΘΗΝΩΝ'],
    ['Tax', 'VAT type', '17 %'],
    ['Tax', 'Main discount', /^7[.,]5$/],
    ['Contact', 'Phone', '2101234567'],
    ['Contact', 'E-mail', 'info@galanis.example'],
    ['Contact', 'Social', '@galanis'],
    ['Contact', 'Salesperson', chosen],
    ['Address', 'Address', 'Ερμού 15'],
    ['Address', 'Postcode', '10563'],
    ['Custom fields', 'Name of the field', 'Ωράριο'],
    ['Custom fields', 'Value', '9-5'],
  ] as const) {
    const input = part(page, heading)
      .getByLabel(label, { exact: true })
      .or(part(page, heading).getByLabel(`${label} *`, { exact: true }))
    await expect(input.first(), label).toHaveValue(value)
  }
  await expect(part(page, 'Company')).toContainText('νησιά')
  await expect(part(page, 'Address')).toContainText('On the map at 37.97588, 23.73312')
  await expect(part(page, 'Further addresses')).toContainText('Αποθήκη, Κηφισού 100')

  // An address that is edited by hand loses its place on the map.
  await part(page, 'Address').getByLabel('Address', { exact: true }).fill('Σταδίου 3')
  await expect(part(page, 'Address')).toContainText('Not on the map yet')
})

// Quicker proof: web/ui/map/point.test.ts, web/ui/map/picked-place.test.ts,
// features/customers/server/lookups.test.ts
test('the map opens in Athens, and a press or a drag of the pin reads the address at that point @in-ci', async ({
  enter,
}) => {
  const page = await enter('admin', { colorScheme: 'dark' })
  await newCustomer(page)
  const { dialog, map } = await openMap(page, 'Address')
  await expect(map).toHaveAttribute('data-lat', '37.9838')
  await expect(map).toHaveAttribute('data-lon', '23.7275')
  await expect(map).toHaveAttribute('data-zoom', '13')
  const use = dialog.getByRole('button', { name: /^Use this/ })
  await expect(use).toHaveAttribute('aria-disabled', 'true')

  const { width = 0, height = 0 } = (await map.boundingBox()) ?? {}
  await map.click({ position: { x: width * 0.5, y: height * 0.7 } })
  await expect(pinOf(dialog)).toBeVisible()
  await expect(picked(dialog)).toContainText('Αθήνα')
  await demandAccessible(page, 'the map with a pin')

  // The pin moves so far that another address is the nearest one.
  for (const zoom of ['12', '11', '10']) {
    await dialog.getByRole('button', { name: 'Zoom out' }).click()
    await expect(map).toHaveAttribute('data-zoom', zoom)
  }
  const pin = (await pinOf(dialog).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(pin.x + pin.width / 2, pin.y + pin.height / 2)
  await page.mouse.down()
  await page.mouse.move(pin.x - 60, pin.y + 30, { steps: 8 })
  await page.mouse.move(pin.x - 70, pin.y + 45, { steps: 4 })
  await page.mouse.up()
  await expect(picked(dialog)).toContainText('Πειραιάς')

  // By keyboard alone: Enter chooses the middle of the map.
  await map.focus()
  await map.press('ArrowRight')
  await map.press('Enter')
  await expect(picked(dialog)).not.toContainText('Πειραιάς')
  await use.click()
  await expect(part(page, 'Address')).toContainText('On the map at')
})

// Quicker proof: features/customers/server/lookups.test.ts, features/parties/web/form/party-form.test.ts
test('a search without results suggests other ways, and a further address has its own place @in-ci', async ({
  enter,
}) => {
  const page = await enter('admin')
  await newCustomer(page)
  const { dialog } = await openMap(page, 'Further addresses')
  await dialog.getByLabel('Address or place').fill('Πουθενά Ατλαντίδα')
  await dialog.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(dialog.getByText('No such place was found.', { exact: false })).toBeVisible()
  await dialog.getByLabel('Address or place').fill('Αιόλου, Αθήνα')
  await dialog.getByRole('button', { name: 'Search', exact: true }).click()
  await dialog.getByRole('list', { name: 'Places found' }).getByRole('button').first().click()
  await dialog.getByRole('button', { name: 'Use this address' }).click()
  await expect(part(page, 'Further addresses').getByLabel('Street and number')).toHaveValue('Αιόλου 86')
  await part(page, 'Further addresses').getByRole('button', { name: 'Add Address' }).click()
  await expect(part(page, 'Further addresses')).toContainText('on the map')
})

// Quicker proof: web/ui/map/picked-place.test.ts, features/parties/web/form/party-form.test.ts
test('a point is saved without an address when the address service does not answer @in-ci', async ({ enter }) => {
  const page = await enter('admin')
  const off = { refusal: { kind: 'unavailable', code: 'customers.places-not-configured' } }
  for (const name of ['find-places', 'place-at'])
    await intercept(page, `**/app/customers.${name}`, (route) => route.fulfill({ status: 503, json: off }))
  await newCustomer(page)
  await part(page, 'Address').getByLabel('Address', { exact: true }).fill('Αγρόκτημα Κάτω Μηλιά')
  const { dialog, map } = await openMap(page, 'Address')
  await dialog.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await map.click()
  await dialog.getByRole('button', { name: 'Use this point' }).click()
  await expect(part(page, 'Address').getByLabel('Address', { exact: true })).toHaveValue('Αγρόκτημα Κάτω Μηλιά')
  await expect(part(page, 'Address')).toContainText('On the map at')

  // A point set before its address is written belongs to the address that is written afterwards.
  const further = part(page, 'Further addresses')
  const { dialog: next, map: nextMap } = await openMap(page, 'Further addresses')
  await nextMap.click()
  await next.getByRole('button', { name: 'Use this point' }).click()
  await expect(further).toContainText('On the map at')
  await part(page, 'Company').getByRole('textbox', { name: /^Name/ }).fill('Μηλιά ΑΕ')
  await page.getByRole('button', { name: 'Create customer', exact: true }).click()
  await expect(further.getByLabel('Street and number')).toHaveAccessibleDescription('Write the street first.')
  await further.getByLabel('Street and number').pressSequentially('Λιβάδι')
  await expect(further).toContainText('On the map at')
  await further.getByRole('button', { name: 'Add Address' }).click()
  await expect(further).toContainText('on the map')
})

// Quicker proof: features/customers/server/customers.test.ts, features/parties/web/form/vat-fill.test.ts,
// features/customers/server/lookups.test.ts
test('typing a VAT number of another customer warns; the look-up refuses an invalid number and names a closed company @in-ci', async ({
  enter,
  callerFor,
}) => {
  const shop = await openShop(await callerFor('admin'), 'Δίδυμος')
  const page = await enter('admin', { colorScheme: 'dark' })
  await newCustomer(page)
  const vat = part(page, 'Tax').getByLabel('VAT', { exact: true })
  await vat.fill(shop.customer.vat)
  await expect(part(page, 'Tax').getByRole('link', { name: shop.customer.name })).toBeVisible()

  await vat.fill('123456789')
  await expect(part(page, 'Tax')).toContainText('its check digit is wrong')
  await part(page, 'Tax').getByRole('button', { name: 'Look up' }).click()
  const lookup = page.getByRole('dialog', { name: 'Look up a VAT number' })
  const ask = lookup.getByRole('button', { name: 'Look up' })
  await ask.click()
  await expect(lookup.getByText(FAILED, { exact: true })).toBeVisible()
  await demandAccessible(page, 'a look-up that failed')

  await lookup.getByLabel('VAT', { exact: true }).fill(CLOSED.vat)
  await ask.click()
  await expect(lookup.getByText('The VAT number is not active', { exact: false })).toBeVisible()
  await expect(lookup.getByText('Business ended on 30/06/2019.')).toBeVisible()
})

// Quicker proof: web/ui/problems.test.ts, web/ui/form/form.test.tsx, e2e/order-form.story.ts (a failed save keeps what
// was typed)
test('a failed save shows the reason and keeps everything that was typed @in-ci', async ({ enter }) => {
  const page = await enter('admin')
  await newCustomer(page)
  const name = part(page, 'Company').getByRole('textbox', { name: /^Name/ })
  await name.fill('Ανεπιτυχής')
  await intercept(page, '**/app/customers.create-customer', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Create customer', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(name).toHaveValue('Ανεπιτυχής')
  await page.unroute('**/app/customers.create-customer')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL((url) => url.pathname === '/customers')
})
