/** Checks the accessibility of a page. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from './fixtures.ts'

/**
 * Records a failure for each violation of an accessibility rule on the page and its open dialogs. The test continues.
 */
export async function demandAccessible(page: Page, where: string): Promise<void> {
  // Running colour transitions would be measured with colours that the design does not contain.
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
