import { expect, type Page } from '../fixtures.ts'

/** Shows a task of the section large. */
export async function showTask(tablet: Page, product: string): Promise<void> {
  const now = tablet.getByRole('region', { name: 'Now' })
  await expect(now).toBeVisible()
  // All tasks are listed, so that the task is found wherever it stands.
  const more = tablet.getByRole('button', { name: /more tasks?$/ })
  if (await more.isVisible()) await more.click()
  const large = now.getByRole('heading', { name: product })
  const listed = tablet.getByRole('button', { name: `pcs ${product}` })
  await expect(large.or(listed).first()).toBeVisible()
  if (!(await large.isVisible())) await listed.click()
  await expect(large).toBeVisible()
}
