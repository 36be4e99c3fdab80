/** Headings of tables stand above their cells at every width. */
import { expect, type Page, test } from './fixtures.ts'
import { openShop, orderLanterns } from './shop.ts'

const WIDTHS = [1440, 1280, 1180, 1150, 1100, 1024, 900, 840, 800, 720]

/**
 * Returns the headings of each visible table that do not begin where the cell below them begins, as
 * 'heading: 840 / 752'. Tables without a visible head are drawn as cards, with the headings inside.
 */
function readMisplaced(): string[] {
  const seen = (cell: Element) => cell.getClientRects().length > 0
  const left = (cell: Element | undefined) => (cell ? Math.round(cell.getBoundingClientRect().left) : null)
  return [...document.querySelectorAll<HTMLTableElement>('#content table')].filter(seen).flatMap((table) => {
    const heads = [...table.querySelectorAll('thead tr:last-child > *')]
    // the head of cards is only for screen readers, and one pixel wide
    if ((table.tHead?.getBoundingClientRect().width ?? 0) <= 1) return []
    const row = [...table.querySelectorAll('tbody tr')].find((one) => one.children.length >= heads.length)
    if (row === undefined || !heads.some(seen)) return []
    const [above, below] = [heads.filter(seen), [...row.children].filter(seen)]
    return Array.from({ length: Math.max(above.length, below.length) }, (_, index) => index)
      .filter((index) => Math.abs((left(above[index]) ?? -99) - (left(below[index]) ?? -9999)) > 2)
      .map((index) => `${above[index]?.textContent ?? 'no heading'}: ${left(above[index])} / ${left(below[index])}`)
  })
}

async function demandHeadings(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(readMisplaced), `${what} at ${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

// Quicker proof: e2e/every-page.story.ts (each of these pages at three widths). Only this story compares the places of
// headings and cells
test('the headings of every table of orders stand above their cells @in-ci', async ({ enter, callerFor }) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Επικεφαλίδες')
  const id = await orderLanterns(office, shop, 2)
  const clerk = await enter('admin')
  for (const address of [`/order-edit/${id}`, `/order-detail/${id}`, '/orders', '/customers', '/products']) {
    await clerk.goto(address)
    await expect(clerk.locator('#content tbody tr').first()).toBeVisible()
    await demandHeadings(clerk, address)
  }
})
