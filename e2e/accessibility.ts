/** Checks the accessibility of a page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { expect, type Page } from './fixtures.ts'

/** The program of axe, without comments. Its value is undefined, so that the browser sends nothing back. */
const AXE = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};undefined`

/** All rules of WCAG 2.2 on the levels A and AA, and the good practice of axe. */
const RULES: axe.RunOptions = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  // Every element that passes would otherwise be described too.
  resultTypes: ['violations'],
}

/** Returns the violations in the page of the browser. */
async function violationsIn(rules: axe.RunOptions): Promise<string[]> {
  // Running colour transitions would be measured with colours that the design does not contain. The end of one may
  // begin the next, because an element inherits the colour of its parent.
  for (let calm = 0; calm < 2; ) {
    const running = document
      .getAnimations()
      .filter(
        ({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      )
    calm = running.length > 0 ? 0 : calm + 1
    await Promise.allSettled(running.map(({ finished }) => finished))
    await new Promise((next) => requestAnimationFrame(next))
  }
  // What a bar that stays in view covers depends on how far the page is scrolled. People scroll it, so it is no small target.
  const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) => getComputedStyle(element).position === 'sticky',
  )
  for (const bar of bars) bar.style.position = 'static'
  // Behind an open dialog nothing can be pressed, so nothing there is a target that the dialog makes too small.
  const page = document.querySelector('main')
  const isBehind =
    page !== null && [...document.querySelectorAll('[aria-modal="true"]')].some((one) => !page.contains(one))
  if (isBehind) page.inert = true
  const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, rules)
  if (isBehind) page.inert = false
  for (const bar of bars) bar.style.position = ''
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join(' | ')}`,
  )
}

/**
 * Loads axe into the page. `page.evaluate` would compile it again for each page. A script with an address is compiled
 * once for all pages that share a process.
 */
async function loadAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.enable')
  const { scriptId } = await session.send('Runtime.compileScript', {
    expression: AXE,
    sourceURL: 'axe.min.js',
    persistScript: true,
  })
  const { exceptionDetails } = await session.send('Runtime.runScript', { scriptId: scriptId ?? '' })
  expect(exceptionDetails, 'axe runs in the page').toBeUndefined()
  await session.detach()
}

/**
 * Records a failure for each violation of an accessibility rule on the page and its open dialogs. The test continues.
 */
export async function demandAccessible(page: Page, where: string): Promise<void> {
  // The rules run in the page itself. They would not see the contents of a frame, and no page has one.
  expect(page.frames(), where).toHaveLength(1)
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await loadAxe(page)
  expect.soft(await page.evaluate(violationsIn, RULES), where).toEqual([])
}
