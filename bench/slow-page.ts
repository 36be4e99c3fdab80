/** Opens pages with a slowed processor. It measures the time to the first rows, and the longest task of the page. */
/// <reference lib="dom" />
import type { BrowserContext } from '@playwright/test'

export type Opening = { readonly firstRows: number; readonly longestTask: number }

type Watched = { firstRows: number; longestTask: number /** The end of the last change of the page. */; busy: number }

/** A page that has not changed for so many milliseconds is complete. */
const QUIET = 1_000

/** Runs in the page before its own scripts. It notes the moment of the first rows and the longest task. */
function watch(): void {
  const seen: Watched = { firstRows: Number.NaN, longestTask: 0, busy: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longestTask = Math.max(seen.longestTask, duration)
  }).observe({ type: 'longtask', buffered: true })
  new MutationObserver(() => {
    seen.busy = performance.now()
  }).observe(document, { childList: true, subtree: true })
  const look = (): void => {
    if (document.querySelector('[role=grid] tbody tr[data-index]')) seen.firstRows = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Opens the address in a new page whose processor is `slow` times slower, until the page is quiet. */
export async function openSlowly(context: BrowserContext, address: string, slow: number): Promise<Opening> {
  const page = await context.newPage()
  await page.addInitScript(watch)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow })
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => (window as unknown as { seen: Watched }).seen.firstRows > 0)
  // the panels are read, and the rows below the visible ones are drawn in parts
  await page.waitForFunction(
    (quiet) => performance.now() - (window as unknown as { seen: Watched }).seen.busy > quiet,
    QUIET,
  )
  const seen = await page.evaluate(() => (window as unknown as { seen: Watched }).seen)
  await page.close()
  return seen
}
