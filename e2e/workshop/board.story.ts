/** Tasks on the board: dragged to another day, planned by the dialog, and taken back. */
import { addDays, type Day } from '#kernel/day.ts'
import { demandAccessible } from '../accessibility.ts'
import { expect, type Locator, type Page, test } from '../fixtures.ts'
import { type Caller, done } from '../proofs/callers.ts'
import { athensDay, PIECE } from '../shop.ts'

/** A week that no other story uses. */
const MONDAY = nextMonday(20)
const TUESDAY = addDays(MONDAY, 1)
const SECTION = 'ΧΥΤΑ'

/** Returns the Monday so many weeks from now, because the board shows at most a year. */
function nextMonday(weeks: number): Day {
  const today = athensDay()
  return addDays(today, ((8 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7) + weeks * 7)
}

/** Creates a task for the stock on a day and returns its product. */
async function planned(office: Caller, mark: string, day: Day): Promise<string> {
  const name = `Πυρήνας ${mark}`
  const { id } = await done(office.press('products.create-product', { name, vat: 2400, usageType: 'MATERIAL' }))
  const steps = [{ seq: 1, section: SECTION, materials: [] }]
  await done(office.press('products.change-product', { id, version: 1, changes: { steps } }))
  const lines = [{ productId: id, quantity: 30 * PIECE }]
  await done(office.press('production.create-task', { plannedOn: day, lines }))
  return name
}

const cellOf = (page: Page, day: Day): Locator =>
  page.getByRole('region', { name: SECTION, exact: true }).locator(`[data-day="${day}"]`)
const cardOn = (page: Page, day: Day, product: string): Locator =>
  cellOf(page, day).getByRole('listitem').filter({ hasText: product })

// Quicker proof: features/production/server/board.test.ts, features/production/domain/plan/planning.test.ts,
// e2e/office/calendar.story.ts (the same kind of drag), e2e/every-page.story.ts (the accessibility of the board)
test('a task is dragged to the next day, a colleague sees it at once, and Undo takes it back @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const product = await planned(office, 'Συρτός', MONDAY)
  const [anna, colleague] = [await enter('operations'), await enter('user')]
  for (const page of [anna, colleague]) {
    await page.goto(`/tasks/board?day=${MONDAY}`)
    await expect(cardOn(page, MONDAY, product)).toContainText('30 pcs')
  }
  await demandAccessible(anna, 'the board')
  const card = cardOn(anna, MONDAY, product)
  const target = cellOf(anna, TUESDAY)
  await card.scrollIntoViewIfNeeded()
  const [from, to] = [await card.boundingBox(), await target.boundingBox()]
  if (from === null || to === null) throw new Error('the card or the day is not on the screen')
  await anna.mouse.move(from.x + 20, from.y + from.height - 6)
  await anna.mouse.down()
  await anna.mouse.move(from.x + 34, from.y + from.height - 4, { steps: 4 })
  await anna.mouse.move(to.x + to.width / 2, to.y + 30, { steps: 8 })
  await expect(target).toHaveAttribute('data-target', 'true')
  await anna.mouse.up()
  for (const page of [anna, colleague]) await expect(cardOn(page, TUESDAY, product)).toBeVisible()
  await anna.getByRole('button', { name: 'Undo' }).click()
  for (const page of [anna, colleague]) await expect(cardOn(page, MONDAY, product)).toBeVisible()
})

// Quicker proof: features/production/server/board.test.ts, features/production/domain/plan/planning.test.ts. Only the
// stories of this file show the drag and the dialog on the board
test('a task is planned by the dialog, also from the keyboard @in-ci', async ({ enter, callerFor }) => {
  const office = await callerFor('admin')
  const product = await planned(office, 'Πλήκτρα', MONDAY)
  const anna = await enter('operations')
  await anna.goto(`/tasks/board?day=${MONDAY}`)
  const move = cardOn(anna, MONDAY, product).getByRole('button', { name: `Plan for another day: ${product}` })
  await move.focus()
  await anna.keyboard.press('Enter')
  const dialog = anna.getByRole('dialog', { name: 'Plan for another day' })
  const [year, month, day] = TUESDAY.split('-')
  await dialog.getByRole('textbox', { name: 'Day' }).fill(`${day}/${month}/${year}`)
  await anna.keyboard.press('Enter')
  await dialog
    .getByRole('button', { name: 'Plan for this day' })
    .click({ timeout: 2_000 })
    .catch(() => undefined)
  await expect(cardOn(anna, TUESDAY, product)).toBeVisible()
})
