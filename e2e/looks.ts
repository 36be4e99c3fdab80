/** What every screen owes to people who cannot see it. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from './fixtures.ts'

/** Fails softly when the page, with whatever is open on it, breaks a rule of accessibility. */
export async function demandAccessible(page: Page, where: string): Promise<void> {
  // colours on their way from one scheme to the other are nobody's colours
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        )
        .map(({ finished }) => finished),
    ),
  )
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const told = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join(' | ')}`,
  )
  expect.soft(told, where).toEqual([])
}
