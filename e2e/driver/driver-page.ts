/** The steps of a driver on the driver's page, in the two languages of the stories. */
import { expect, type Locator, type Page } from '../fixtures.ts'

const WORDS = {
  gr: { delivered: 'ΠΑΡΑΔΟΘΗΚΕ', submit: 'Παράδοση', sheet: /^Παράδοση: / },
  eng: { delivered: 'DELIVERED', submit: 'Hand over', sheet: /^Hand over: / },
} as const

/** Returns the stop of an order that is still to be delivered: a card if it is shown whole, otherwise a line. */
export const cardOf = (driver: Page, id: number): Locator => driver.locator(`li[data-orders~="${id}"]`)

/** Shows the stop of an order whole, if it is a line, and marks only this one of its orders. Returns the card. */
export async function openStop(driver: Page, id: number): Promise<Locator> {
  const card = cardOf(driver, id)
  await expect(card).toBeVisible()
  if ((await card.getAttribute('data-whole')) === null) await card.getByRole('button').click()
  await expect(card).toHaveAttribute('data-whole')
  for (const mark of await card.getByRole('checkbox').all())
    await mark.setChecked((await mark.getAttribute('data-order')) === String(id))
  return card
}

/** Returns the short entry that replaces the card of a closed order. */
export const closedOf = (driver: Page, id: number): Locator => driver.locator(`li[data-closed-order="${id}"]`)

/** Presses DELIVERED and returns the dialog that opens. */
export async function openDelivery(driver: Page, id: number, language: 'gr' | 'eng'): Promise<Locator> {
  await (await openStop(driver, id)).getByRole('button', { name: WORDS[language].delivered }).click()
  const sheet = driver.getByRole('dialog', { name: WORDS[language].sheet })
  await expect(sheet).toBeVisible()
  return sheet
}

/** Presses the button that ends the delivery, and waits until the dialog has closed. */
export async function submitDelivery(sheet: Locator, language: 'gr' | 'eng'): Promise<void> {
  await sheet.getByRole('button', { name: WORDS[language].submit, exact: true }).click()
  await expect(sheet).toBeHidden()
}

/** Delivers an order without filling in anything. */
export async function deliver(driver: Page, id: number, language: 'gr' | 'eng'): Promise<void> {
  await submitDelivery(await openDelivery(driver, id, language), language)
  await expect(cardOf(driver, id)).toHaveCount(0)
}

/** Draws two strokes in the signature field. */
export async function sign(driver: Page, sheet: Locator): Promise<void> {
  const field = sheet.locator('[data-signature]')
  await field.scrollIntoViewIfNeeded()
  const box = await field.boundingBox()
  if (box === null) throw new Error('the page has no signature field')
  for (const height of [0.4, 0.7]) {
    await driver.mouse.move(box.x + box.width * 0.2, box.y + box.height * height)
    await driver.mouse.down()
    await driver.mouse.move(box.x + box.width * 0.5, box.y + box.height * (height - 0.2), { steps: 6 })
    await driver.mouse.move(box.x + box.width * 0.8, box.y + box.height * height, { steps: 6 })
    await driver.mouse.up()
  }
}
