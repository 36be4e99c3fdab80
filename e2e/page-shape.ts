/** What the shape of a page must hold at every width, and how much it jumps while it loads. */
import { expect, type Page } from './fixtures.ts'
import { FULL_LENGTH } from '#testing/length.ts'

/** A small phone, a desk screen at 200 %, and a desk screen; the proofs also take a little less and a little more than 640 px. */
export const WIDTHS = FULL_LENGTH ? [320, 600, 640, 720, 1440] : [320, 640, 1440]

/** Runs in the page. Returns what is wrong with its width and its buttons. */
function misshapen(): string[] {
  const width = document.documentElement.clientWidth
  const wrong: string[] = []
  const wide = document.documentElement.scrollWidth
  if (wide > width) wrong.push(`the page is ${wide} px wide`)
  const nameOf = (element: Element) =>
    (element.textContent?.trim() || element.getAttribute('aria-label') || element.className || '').slice(0, 60)
  /** Reports whether a table, a map or a row of tabs around the element scrolls on its own. */
  const scrolls = (element: Element): boolean => {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth)
        return true
    return false
  }
  const lines = (range: Range): number =>
    new Set([...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top))).size
  const broken = (button: Element): string[] => {
    const found: string[] = []
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const word of (text.nodeValue ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange()
        range.setStart(text, word.index)
        range.setEnd(text, word.index + word[0].length)
        if (lines(range) > 1) found.push(word[0])
      }
    return found
  }
  for (const button of document.querySelectorAll('button, [role="button"], a.mantine-Button-root')) {
    const { left, right, width: own, height } = button.getBoundingClientRect()
    if (own < 2 || height < 2 || !button.checkVisibility({ visibilityProperty: true })) continue
    if ((right > width + 1 || left < -1) && !scrolls(button))
      wrong.push(`"${nameOf(button)}" is outside of the window, from ${Math.round(left)} to ${Math.round(right)} px`)
    for (const word of broken(button)) wrong.push(`"${nameOf(button)}" breaks the word ${word}`)
  }
  return wrong
}

const soft = expect.configure({ soft: true })

/**
 * Records a failure for each page that scrolls sideways, and for each button outside the window or with a broken word. After
 * a change of the window's size the page is drawn once more, so this looks again until nothing is wrong.
 */
export async function demandShape(page: Page, where: string, width: number): Promise<void> {
  await soft.poll(() => page.evaluate(misshapen), { message: `${where} at ${width} px` }).toEqual([])
}

type Shift = { readonly value: number; readonly of: string }

/** Runs before a page. Adds up how much the page jumps, as a browser does for the figure "cumulative layout shift". */
const watchShifts = (): void => {
  const shifts: Shift[] = []
  Object.assign(globalThis, { shifts })
  type Source = { node?: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources?: Source[] }
  const corner = ({ x, y, width }: DOMRectReadOnly) => `${Math.round(x)},${Math.round(y)} (${Math.round(width)} wide)`
  const move = ({ node, previousRect, currentRect }: Source): string => {
    const element = node instanceof Element ? node : node?.parentElement
    return `${element?.localName}.${element?.className} ${corner(previousRect)} → ${corner(currentRect)}`
  }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources = [] } of list.getEntries() as Entry[]) {
      if (!hadRecentInput) shifts.push({ value, of: sources.map(move).join(' | ') })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Follows the jumps of all pages that are opened from now on. */
export async function followShifts(page: Page): Promise<void> {
  await page.addInitScript(watchShifts)
}

/** More than this is felt as a jump. */
const MOST_SHIFT = 0.05

/** Records a failure if the page has jumped while it loaded. Call it before the window changes its size. */
export async function demandCalm(page: Page, where: string): Promise<void> {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
  const sum = shifts.reduce((before, { value }) => before + value, 0)
  const felt = shifts.filter(({ value }) => value > 0.005).map(({ value, of }) => `${value.toFixed(3)} ${of}`)
  expect.soft(sum, `${where} jumps: ${felt.join('\n')}`).toBeLessThan(MOST_SHIFT)
}
