/** A driver changes the order of the stops, finds one, and sees when each is reached. The pages are English. */
import { expect, PHONE, test } from '../fixtures.ts'
import { openShop, ordersIn, planShipment } from '../shop.ts'
import { cardOf, deliver } from './driver-page.ts'

const DRIVER = 'Νίκος Μεταφορέας'
const SMALL_PHONE = { ...PHONE, viewport: { width: 390, height: 844 } }

test('stops are put into another order by drag, buttons and keyboard, offline too, are found, and have an arrival', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const ids: number[] = []
  for (const [name, street] of [
    ['Άλφα', 'Ερμού'],
    ['Βήτα', 'Αιόλου'],
    ['Γάμμα', 'Αθηνάς'],
  ]) {
    const address = { address: `${street} 3`, city: 'Πειραιάς', postcode: '10563' }
    const shop = await openShop(office, `Σειρά ${name}`)
    ids.push(...(await ordersIn('INVOICED', 1, office, shop, address)))
  }
  const [a = 0, b = 0, c = 0] = ids
  const shipment = await planShipment(office, ids, DRIVER)
  const driver = await enter('driver2', SMALL_PHONE)
  await driver.goto(`/driverpage?shipment=${shipment}`)
  const delivered = (id: number) => cardOf(driver, id).getByRole('button', { name: 'DELIVERED', exact: true })
  const shown = () =>
    driver.locator('li[data-orders]').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-orders'))))
  const known = async () =>
    ((await office.ask('shipping.plan-sheet', { id: shipment })).body as { stops: { id: number }[] }).stops.map(
      ({ id }) => id,
    )
  const openOrder = async () => {
    await driver.getByRole('button', { name: 'Order of the stops' }).click()
    return driver.getByRole('dialog', { name: 'Order of the stops' })
  }
  await expect(delivered(a)).toBeInViewport({ ratio: 1 })
  await expect(cardOf(driver, c)).toContainText(/≈ (\d\d\/\d\d )?\d\d:\d\d/)
  await expect(cardOf(driver, a).getByRole('link', { name: /^Message to 2100/ })).toHaveAttribute(
    'href',
    new RegExp(`^sms:2100\\d{6}\\?body=.*${a}`),
  )

  await test.step('by buttons and keyboard', async () => {
    const sheet = await openOrder()
    await sheet.getByRole('button', { name: 'Σειρά Γάμμα: earlier' }).click()
    await sheet.getByRole('button', { name: 'Σειρά Γάμμα: drag' }).press('Alt+ArrowUp')
    await sheet.getByRole('button', { name: 'Save the order' }).click()
    await expect(sheet).toBeHidden()
    await expect.poll(shown).toEqual([c, a, b])
    await expect.poll(known).toEqual([c, a, b])
    await expect(delivered(c)).toBeInViewport({ ratio: 1 })
  })

  await test.step('by dragging without a connection', async () => {
    await driver.context().setOffline(true)
    const sheet = await openOrder()
    const [grip, goal] = [
      await sheet.getByRole('button', { name: 'Σειρά Βήτα: drag' }).boundingBox(),
      await sheet.getByRole('button', { name: 'Σειρά Γάμμα: drag' }).boundingBox(),
    ]
    if (grip === null || goal === null) throw new Error('the list has no grips')
    await driver.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
    await driver.mouse.down()
    await driver.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 12 })
    await expect(sheet.getByRole('listitem').first()).toContainText('Σειρά Βήτα')
    await driver.mouse.up()
    await sheet.getByRole('button', { name: 'Save the order' }).click()
    await expect(sheet).toBeHidden()
    await expect.poll(shown).toEqual([b, c, a])
    expect(await known()).toEqual([c, a, b])
    await driver.context().setOffline(false)
    await expect.poll(known).toEqual([b, c, a])
  })

  await test.step('a stop is found without accents, by the address and by the number of its order', async () => {
    await driver.getByRole('button', { name: 'Search a stop' }).click()
    const field = driver.getByRole('searchbox', { name: 'Search a stop' })
    for (const words of ['σειρα γαμμα', 'αθηνας πειραιας', String(c)]) {
      await field.fill(words)
      await expect.poll(shown).toEqual([c])
      await expect(delivered(c)).toBeInViewport({ ratio: 1 })
    }
    await field.fill('πουθενα')
    await expect(driver.getByText('No stop found')).toBeVisible()
    await driver.getByRole('button', { name: 'Close the search' }).click()
    await expect.poll(shown).toEqual([b, c, a])
  })

  await test.step('arrivals are computed again after a delivery', async () => {
    const before = await cardOf(driver, a).innerText()
    await deliver(driver, b, 'eng')
    await expect(cardOf(driver, a)).toContainText(/≈ (\d\d\/\d\d )?\d\d:\d\d/)
    expect(await cardOf(driver, a).innerText()).not.toBe(before)
  })
})
