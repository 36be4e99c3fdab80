/** The density of the desk at 1440 × 900: where rows begin, how many are in view, how high they are, and what is scrolled (web/README.md). */
import { DENSITY } from '#web/density.ts'
import { expect, test } from '../fixtures.ts'

// Greek names are the longest
test.use({ language: 'gr' })

const DESK = { width: 1440, height: 900 }
/** In pixels from the top of the window. */
const LIST = 180
const REPORT = 240

type Goal = { readonly path: string; readonly first: number; readonly rows?: number }

const GOALS: readonly Goal[] = [
  { path: '/orders?show=ALL', first: LIST, rows: 24 },
  { path: '/products', first: LIST, rows: 24 },
  { path: '/customers', first: LIST, rows: 24 },
  { path: '/shipping', first: LIST },
  { path: '/invoices', first: LIST },
  { path: '/payments-list', first: LIST, rows: 22 },
  { path: '/economics', first: REPORT },
  { path: '/vat', first: REPORT },
  { path: '/forecast', first: REPORT },
  { path: '/customer-balance', first: REPORT },
  { path: '/cashregister', first: REPORT },
  { path: '/loans', first: REPORT },
  { path: '/operations', first: 190, rows: 11 },
]

type Seen = { first: number; height: number; inView: number; nested: string[] }

/** Runs in the page. Measures the first table: the top of its first row, the height of the lowest row, the rows wholly in view, and what scrolls inside what scrolls. */
function measure(): Seen | null {
  const rows = [...document.querySelectorAll('main table')][0]?.querySelectorAll('tbody tr')
  const [first] = rows ?? []
  if (!rows || !first) return null
  const heights = [...rows].map((row) => row.getBoundingClientRect())
  const scroll = first.closest('table')?.parentElement?.getBoundingClientRect()
  const sums = first.closest('table')?.querySelector('tfoot')?.getBoundingClientRect().top ?? window.innerHeight
  const bottom = Math.min(window.innerHeight, scroll?.bottom ?? window.innerHeight, sums)
  const isScrolled = (element: Element) =>
    /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1
  const page = document.documentElement
  const nested = [...document.querySelectorAll('main *')].filter((element) => {
    if (!isScrolled(element)) return false
    if (page.scrollHeight > page.clientHeight + 1) return true
    for (let outer = element.parentElement; outer && outer !== page; outer = outer.parentElement)
      if (isScrolled(outer)) return true
    return false
  })
  return {
    first: Math.round(first.getBoundingClientRect().top),
    height: Math.min(...heights.map(({ height }) => height)),
    inView: heights.filter((row) => row.bottom <= bottom + 1).length,
    nested: nested.map(({ className }) => className),
  }
}

test('lists and reports begin high in the window, their rows are low, and nothing scrolls inside something that scrolls', async ({
  enter,
}) => {
  const clerk = await enter('admin', { viewport: DESK })
  for (const { path, first, rows = 1 } of GOALS) {
    await clerk.goto(path)
    await expect(clerk.locator('main table tbody:not([data-loading]) tr').first(), path).toBeVisible()
    const seen = () => clerk.evaluate(measure)
    await expect.poll(async () => (await seen())?.first, `first row of ${path}`).toBeLessThanOrEqual(first)
    await expect.poll(async () => (await seen())?.inView, `rows in view of ${path}`).toBeGreaterThanOrEqual(rows)
    expect((await seen())?.height, `row height of ${path}`).toBe(DENSITY.row)
    // the page is measured again when a notice that comes late has moved what is below it
    await expect.poll(async () => (await seen())?.nested, `scrolled inside something scrolled on ${path}`).toEqual([])
  }
})

test('the tasks of an order are one line at a desk', async ({ enter }) => {
  const clerk = await enter('admin', { viewport: DESK })
  await clerk.goto('/tasks')
  const order = clerk.getByRole('button', { name: /^Παραγγελία \d+/ }).first()
  await expect(order).toBeVisible()
  await expect.poll(async () => (await order.boundingBox())?.y).toBeLessThanOrEqual(REPORT)
  expect((await order.boundingBox())?.height).toBe(DENSITY.row)
})

test('the statuses above a list are one line, and the chosen one is in view in a narrow window', async ({ enter }) => {
  const clerk = await enter('admin', { viewport: { width: 640, height: 450 } })
  await clerk.goto('/orders?show=CANCELED')
  const chosen = clerk.locator('[data-filter="CANCELED"]')
  await expect(chosen).toHaveAttribute('aria-pressed', 'true')
  const sight = () =>
    chosen.evaluate((button) => {
      const [own, line] = [button.getBoundingClientRect(), button.parentElement?.getBoundingClientRect()]
      return line !== undefined && own.left >= line.left && own.right <= line.right && own.height <= 30
    })
  await expect.poll(sight).toBe(true)
})
