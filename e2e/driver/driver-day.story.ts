/**
 * A driver works through a day with an unstable connection: every action arrives, and arrives once. The pages are
 * Greek.
 */
import { closedOf, cardOf, deliver, submitDelivery, openDelivery, openStop, sign } from './driver-page.ts'
import { type Caller, expect, intercept, type Page, PHONE, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { demandAccessible } from '../accessibility.ts'
import { planShipment, openShop, ordersIn, payments, PIECE, RED_TOTAL, statusOf } from '../shop.ts'

test.use({ language: 'gr', serviceWorkers: 'allow' })

const DRIVER = 'Νίκος Μεταφορέας'
const EURO = `${RED_TOTAL.replace('.', ',')}`

/** Returns a generator of pseudo-random numbers that repeats the same sequence for the same seed. */
function chanceFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const waiting = (driver: Page) => driver.getByRole('status').filter({ hasText: /περιμέν(ει|ουν) σύνδεση/ })

/** Hands over the cash that the driver still carries from earlier stories. */
async function handOverEarlierCash(driver: Caller): Promise<void> {
  const { amount, payments: carried } = await done(driver.ask('payments.cash-carried'))
  if (carried.length > 0) await done(driver.press('payments.hand-over-cash', { counted: amount }))
}

/** Returns how often an order entered a status. */
async function timesIn(office: Caller, id: number, status: string): Promise<number> {
  const { rows } = await done(office.ask('orders.history', { id }))
  return rows.filter((row: { changes: { status?: string[] } }) => row.changes.status?.[1] === status).length
}

// Quicker proof: e2e/proofs/driver-replays.proof.ts, e2e/driver/driver-offline.story.ts,
// e2e/driver/driver-stops.story.ts, features/driver/web/driver-actions.test.ts,
// features/driver/domain/delivery-form.test.ts, features/shipping/server/partial-delivery.test.ts,
// features/payments/server/cash.test.ts
test('six orders delivered with an unstable connection all arrive once, and both cash counts are stored @in-ci', async ({
  enter,
  callerFor,
}, { annotations }) => {
  const seed = Date.now() % 100_000
  annotations.push({ type: 'seed of the line', description: String(seed) })
  const chance = chanceFrom(seed)
  const office = await callerFor('admin')
  await handOverEarlierCash(await callerFor('driver2'))
  const shop = await openShop(office, 'Ημέρα')
  const ids = await ordersIn('INVOICED', 6, office, shop)
  const [signed = 0, cash = 0, part = 0, back = 0, later = 0, last = 0] = ids
  const shipment = await planShipment(office, ids, DRIVER)

  let driver = await enter('driver2', { ...PHONE, serviceWorkers: 'allow' })
  const phone = driver.context()
  const line = (stands: boolean) => phone.setOffline(!stands)
  const bend = () => line(chance() < 0.3)
  await driver.goto(`/driverpage?shipment=${shipment}`)
  await expect(cardOf(driver, last)).toBeVisible()
  await expect(driver.getByRole('heading', { level: 1 })).toHaveText(`Οδηγός: ${DRIVER}`)
  // The device stores the pages before it goes offline.
  await driver.evaluate('navigator.serviceWorker.ready.then(() => true)')

  await test.step('the first order is delivered online with name, signature and cash', async () => {
    const sheet = await openDelivery(driver, signed, 'gr')
    await sign(driver, sheet)
    await sheet.getByLabel('Όνομα παραλήπτη').fill('Ελένη Παπαδάκη')
    await sheet.getByRole('button', { name: `Όλο το ποσό: ${EURO}` }).click()
    await sheet.getByLabel('Αριθμός απόδειξης').fill('ΑΠ-1')
    await submitDelivery(sheet, 'gr')
    await expect.poll(() => statusOf(office, signed)).toBe('SHIPPED')
    await expect.poll(() => payments(office, shop.customer)).toHaveLength(1)
  })

  await test.step('the second order is delivered offline with the remembered name, and cash takes one press', async () => {
    await line(false)
    const sheet = await openDelivery(driver, cash, 'gr')
    await expect(sheet.getByLabel('Όνομα παραλήπτη')).toHaveValue('Ελένη Παπαδάκη')
    await sign(driver, sheet)
    await sheet.getByRole('button', { name: `Όλο το ποσό: ${EURO}` }).click()
    await expect(sheet).toContainText('Με υπογραφή')
    await submitDelivery(sheet, 'gr')
    await expect(closedOf(driver, cash)).toContainText('Περιμένει σύνδεση')
    await expect(waiting(driver)).toContainText('2 ενέργειες')
    expect(await statusOf(office, cash)).toBe('ON SHIPPING')
  })

  await test.step('the third order is delivered with one candle less, a photo and a note', async () => {
    const sheet = await openDelivery(driver, part, 'gr')
    await expect(sheet).toContainText('Χωρίς υπογραφή')
    await sheet.getByRole('button', { name: 'Όχι όλα' }).click()
    await sheet.getByLabel(`Παραδίδονται: ${shop.candle.name}`, { exact: true }).fill('1,0')
    await sheet.getByLabel('Αριθμός απόδειξης').waitFor({ state: 'detached' })
    await sheet.locator('input[type="file"]').setInputFiles({
      name: 'πόρτα.png',
      mimeType: 'image/png',
      buffer: await driver.screenshot(),
    })
    await expect(sheet.getByRole('img', { name: 'Η φωτογραφία που θα σταλεί' })).toBeVisible()
    await sheet.getByRole('button', { name: 'Σημείωση' }).click()
    await sheet.getByLabel('Σημείωση για το γραφείο').fill('ένα κερί σπασμένο')
    await submitDelivery(sheet, 'gr')
    await bend()
  })

  await test.step('the fourth customer is absent, and the fifth order goes back to planning', async () => {
    for (const [id, button, reason] of [
      [back, 'ΕΠΙΣΤΡΟΦΗ', 'Δεν ήταν κανείς εκεί'],
      [later, 'ΣΕ ΠΡΟΓΡΑΜΜΑΤΙΣΜΟ', 'Δεν προλάβαμε σήμερα'],
    ] as const) {
      await (await openStop(driver, id)).getByRole('button', { name: button, exact: true }).click()
      const dialog = driver.getByRole('dialog')
      await dialog.getByText(reason).click()
      await dialog.getByRole('button', { name: button, exact: true }).click()
      await expect(cardOf(driver, id)).toHaveCount(0)
      await bend()
    }
  })

  await test.step('three lent glasses come back, and the customer pays with a receipt', async () => {
    // Two glasses are lent with each of the six orders.
    const loans = cardOf(driver, last).getByRole('button', { name: 'ΕΠΙΣΤΡ. ΕΙΔΗ (12)' })
    await loans.click()
    const sheet = driver.getByRole('dialog', { name: /^Επιστρεφόμενα είδη: / })
    // The customer holds two glasses from each of the first two orders and one from the third. The others are in the
    // shipment, online or offline.
    await expect(sheet).toContainText('έχει 5 τεμ.')
    await expect(sheet).toContainText('δεν έχουν παραδοθεί ακόμη: 7 τεμ.')
    for (let pieces = 0; pieces < 3; pieces++) await sheet.getByRole('button', { name: /^Ένα περισσότερο/ }).click()
    await sheet.getByRole('button', { name: 'Παραλαβή 3' }).click()
    await expect(sheet).toBeHidden()
    await expect(cardOf(driver, last).getByRole('button', { name: 'ΕΠΙΣΤΡ. ΕΙΔΗ (9)' })).toBeVisible()
    await bend()
    await cardOf(driver, last).getByRole('button', { name: 'ΠΛΗΡΩΜΕΣ' }).click()
    const dialog = driver.getByRole('dialog', { name: 'Πληρωμή' })
    await dialog.getByLabel('Αριθμός απόδειξης').fill('ΑΠ-77')
    await dialog.getByLabel('Ποσό - Ευρώ').fill('5')
    await dialog.getByRole('button', { name: 'Καταχώριση πληρωμής' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('the phone is closed and opened again offline', async () => {
    await line(false)
    await driver.close()
    driver = await phone.newPage()
    await driver.goto(`/driverpage?shipment=${shipment}`)
    await expect(cardOf(driver, last)).toBeVisible()
    await expect(cardOf(driver, last).getByRole('button', { name: 'ΕΠΙΣΤΡ. ΕΙΔΗ (9)' })).toBeVisible()
    for (const id of [cash, part, back, later]) await expect(cardOf(driver, id)).toHaveCount(0)
    await expect(driver.getByText('Χωρίς σύνδεση με το γραφείο.')).toBeVisible()
    await expect(driver.getByRole('button', { name: /^Μετρητά οδηγού/ })).toContainText('43,40')
  })

  await test.step('the last order, the end of the shipment and the cash hand-over are entered offline', async () => {
    const finish = driver
      .getByRole('listitem')
      .filter({ hasText: `Δρομολόγιο ${shipment}` })
      .getByRole('button', { name: 'Ολοκλήρωση' })
    await expect(finish).toHaveAttribute('aria-disabled', 'true')
    await expect(finish).toHaveAccessibleDescription(/υπάρχουν ακόμη παραγγελίες/)
    await deliver(driver, last, 'gr')
    await expect(driver.getByText('Όλες οι παραγγελίες του δρομολογίου έκλεισαν')).toBeVisible()
    await driver.getByRole('button', { name: 'ΕΠΙΣΤΡΟΦΕΣ' }).click()
    const returns = driver.getByRole('dialog', { name: 'Τι επιστρέφει με το όχημα' })
    await expect(returns).toContainText('επιστρέφει')
    await expect(returns).toContainText('πίσω στον προγραμματισμό')
    await expect(returns).toContainText(`1 τεμ. ${shop.candle.name}`)
    await expect(returns).toContainText(`3 τεμ. ${shop.glass.name}`)
    await returns.getByRole('button', { name: 'Κλείσιμο' }).click()
    await finish.click()
    await expect(driver.getByText('Ολοκληρώθηκε, περιμένει σύνδεση')).toBeVisible()
    await driver.getByRole('button', { name: /^Μετρητά οδηγού/ }).click()
    await driver.getByRole('button', { name: 'Απόδοση 43,40' }).click()
    await expect(driver.getByRole('button', { name: /^Μετρητά οδηγού/ })).toContainText('0,00')
  })

  await test.step('back online, every action arrives once', async () => {
    await line(true)
    // nothing is left, neither waiting for the connection nor refused by a failing server for now
    await expect(driver.locator('[data-waiting]')).toHaveCount(0)
    await expect(driver.getByRole('alert')).toHaveCount(0)
    // among the open shipments; a message below the pointer, which says that it is finished, stays
    const open = driver.getByRole('listitem').filter({ hasText: `Δρομολόγιο ${shipment}` })
    await expect(open).toHaveCount(0)
    for (const id of [signed, cash, part, last]) expect(await timesIn(office, id, 'SHIPPED'), String(id)).toBe(1)
    expect(await timesIn(office, back, 'RETURNED')).toBe(1)
    expect(await statusOf(office, back)).toBe('RETURNED')
    expect(await statusOf(office, later)).toBe('INVOICED')
    expect(await payments(office, shop.customer)).toEqual([Number(RED_TOTAL), Number(RED_TOTAL), 5])
    const first = await done(office.ask('shipping.delivery-proof', { orderId: signed }))
    expect(first.proofs).toMatchObject([{ recipient: 'Ελένη Παπαδάκη', userName: DRIVER }])
    expect(first.proofs[0].signature).toHaveLength(2)
    const third = await done(office.ask('shipping.delivery-proof', { orderId: part }))
    expect(third.photos).toHaveLength(1)
    const { followUpOrderIds } = await done(office.ask('orders.linked', { id: part }))
    expect(followUpOrderIds).toHaveLength(1)
    const rest = await done(office.ask('orders.detail', { id: followUpOrderIds[0] }))
    expect(rest.order.lines.map((one: { name: string; quantity: number }) => [one.name, one.quantity])).toEqual([
      [shop.candle.name, PIECE],
    ])
    const fourth = await done(office.ask('shipping.delivery-proof', { orderId: back }))
    expect(fourth.stops).toMatchObject([{ shipmentId: shipment, outcome: 'RETURNED', reasonCode: 'absent' }])
  })

  await test.step('the office counts the cash', async () => {
    const clerk = await enter('logistirio')
    await clerk.goto('/drivers-cash')
    const row = clerk.locator('tr[data-handover]').filter({ hasText: '43,40' }).filter({ hasText: DRIVER })
    await row.getByRole('button', { name: 'Παραλαβή' }).click()
    const dialog = clerk.getByRole('dialog', { name: `Μετρητά: ${DRIVER}` })
    await dialog.getByLabel('Μέτρησε το γραφείο').fill('43')
    await expect(dialog.getByRole('button', { name: 'Παραλαβή' })).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByLabel('Σημείωση').fill('λείπουν 40 λεπτά')
    await dialog.getByRole('button', { name: 'Παραλαβή' }).click()
    await expect(dialog).toBeHidden()
    await expect(row).toContainText('43,00')
    await expect(row).toContainText('λείπουν 40 λεπτά')
  })

  await test.step('the order page shows who took the goods', async () => {
    const clerk = await enter('user')
    await clerk.goto(`/order-detail/${signed}`)
    const proof = clerk.getByRole('region', { name: 'Αποδεικτικό παράδοσης' })
    await expect(proof).toContainText('Παρέλαβε: Ελένη Παπαδάκη')
    await expect(proof.getByRole('img', { name: 'Υπογραφή: Ελένη Παπαδάκη' })).toBeVisible()
    await clerk.goto(`/order-detail/${part}`)
    await expect(proof.getByRole('img', { name: /^Φωτογραφία της παράδοσης/ })).toBeVisible()
    await expect(proof.locator('img')).toHaveJSProperty('complete', true)
    await expect(proof.locator('img')).not.toHaveJSProperty('naturalWidth', 0)
    await expect(
      clerk
        .getByRole('navigation', { name: 'Συνδεδεμένες εγγραφές' })
        .getByRole('link', { name: /^Συνεχόμενη παραγγελία \d+$/ }),
    ).toBeVisible()
  })
})

test('every dialog of the driver page fits 360 px and is accessible', async ({ enter, callerFor }) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Στενό')
  // no service finds this address, so the map has no place for it
  const nowhere = { address: 'Οδός χωρίς όνομα', city: 'Άγνωστος Τόπος', postcode: '' }
  const [id = 0] = await ordersIn('INVOICED', 1, office, shop, nowhere)
  const lent = { bound: 'OUTBOUND', customerId: shop.customer.id, productId: shop.glass.id, quantity: 4 * PIECE }
  await done(office.press('loans.record-loan', lent))
  const shipment = await planShipment(office, [id], DRIVER)
  const driver = await enter('driver2', { ...PHONE, viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  await driver.goto(`/driverpage?shipment=${shipment}`)
  const card = cardOf(driver, id)
  const over = driver.getByRole('dialog')
  const look = async (press: () => Promise<unknown>, where: string) => {
    await press()
    await expect(over).toBeVisible()
    // A button of the dialog that opens below the pointer would show its hint, which stands outside of the landmarks.
    await driver.mouse.move(0, 0)
    // A button that is half below the bar at the top would count as too small.
    await driver.evaluate('scrollTo(0, 0)')
    await demandAccessible(driver, where)
    expect(await driver.evaluate<number>('document.documentElement.scrollWidth'), where).toBeLessThanOrEqual(360)
    await over.getByRole('button', { name: 'Κλείσιμο' }).click()
    await expect(over).toBeHidden()
  }
  await look(async () => {
    const sheet = await openDelivery(driver, id, 'gr')
    await sign(driver, sheet)
    await sheet.getByRole('button', { name: 'Άλλο ποσό' }).click()
    await sheet.getByRole('button', { name: 'Όχι όλα' }).click()
    await sheet.getByRole('button', { name: 'Σημείωση' }).click()
  }, 'delivery')
  await look(() => card.getByRole('button', { name: /^ΕΠΙΣΤΡ. ΕΙΔΗ/ }).click(), 'loans')
  await look(() => card.getByRole('button', { name: 'ΠΛΗΡΩΜΕΣ' }).click(), 'payments')
  await look(() => card.getByRole('button', { name: 'ΣΕ ΠΡΟΓΡΑΜΜΑΤΙΣΜΟ' }).click(), 'reason')
  await look(() => driver.getByRole('button', { name: /^Μετρητά οδηγού/ }).click(), 'cash')
  await look(() => driver.getByRole('button', { name: 'ΕΠΙΣΤΡΟΦΕΣ' }).click(), 'returns')
  await driver.getByRole('button', { name: 'Χάρτης' }).click()
  await expect(driver.getByText('δεν έχει γνωστό σημείο')).toBeVisible()
  await driver.evaluate('scrollTo(0, 0)')
  await demandAccessible(driver, 'map')
})

test('a name of two letters loads no shipments, and one of three letters does', async ({ enter }) => {
  const driver = await enter('driver', { ...PHONE, serviceWorkers: 'block' })
  let asked = 0
  driver.on('request', (request) => {
    if (request.url().includes('/app/operations.driver-day')) asked += 1
  })
  const rename = async (username: string) => {
    await driver.unrouteAll()
    await intercept(driver, '**/app/session.current*', async (route) => {
      const response = await route.fetch()
      const current = await response.json()
      await route.fulfill({ response, json: { ...current, user: { ...current.user, username } } })
    })
    asked = 0
    await driver.goto('/driverpage')
    await expect(driver.getByRole('heading', { level: 1 })).toHaveText(`Οδηγός: ${username}`)
  }
  // The page starts with the name stored at the last visit, so the new name takes effect at the second visit.
  await rename('Αβ')
  await rename('Αβ')
  await expect(driver.getByText('Ο λογαριασμός σας δεν έχει πλήρες όνομα')).toBeVisible()
  expect(asked).toBe(0)
  await rename('Αβγ')
  await expect.poll(() => asked).toBeGreaterThan(0)
})
