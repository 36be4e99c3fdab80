/** What the stories of packers share. */
import { expect, type Page } from '../fixtures.ts'

/** Waits until the device stores the pages and the orders of the day. */
export async function keptOnDevice(page: Page, ids: readonly number[]): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<number[]>((resolve, reject) => {
          const opening = indexedDB.open('kerino-cached-answers')
          // Opening the database before the page does would create it without the stores of the page.
          let missing = false
          opening.onupgradeneeded = () => {
            missing = true
            opening.transaction?.abort()
          }
          opening.onerror = () => (missing ? resolve([]) : reject(opening.error))
          opening.onsuccess = () => {
            const all = opening.result.transaction('answers').objectStore('answers').getAll()
            all.onsuccess = () => {
              opening.result.close()
              const days = all.result.filter((kept) => Array.isArray(kept.output?.boxes))
              resolve(days.flatMap((kept) => kept.output.boxes.map((box: { id: number }) => box.id)))
            }
          }
        }),
    )
  await expect.poll(async () => (await kept()).filter((id) => ids.includes(id)).length).toBe(ids.length)
}
