/** Two storekeepers count together, and a disputed product is counted again while goods move. */
import { done } from '../proofs/callers.ts'
import { expect, PHONE, test } from '../fixtures.ts'
import { PIECE } from '../shop.ts'
import { scan } from '../scan.ts'

// Quicker proof: features/stock/server/counting/count-changes.test.ts,
// features/stock/server/counting/counting.test.ts, features/stock/web/counting/use-count.test.tsx,
// features/stock/web/counting/CountHand.test.tsx, e2e/proofs/count.proof.ts
test('two people see what the other counted, and a recount is compared with the stock of its own moment @both-engines @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const name = 'Κηροπήγιο αμφισβητούμενο'
  const barcode = `59200${String(Date.now()).slice(-10)}`
  const { id: productId } = await done(office.press('products.create-product', { name, barcode, vat: 2400 }))
  const setStock = (pieces: number) =>
    done(office.press('stock.adjust-stock', { productId, newStock: pieces * PIECE, reason: 'κίνηση' }))
  await setStock(5)
  const { id } = await done(office.press('stock.open-count', { kind: 'SCAN', place: '' }))
  const [phone, desk] = [await enter('operations', PHONE), await enter('operations')]
  await Promise.all([phone.goto(`/count/${id}`), desk.goto(`/count/${id}`)])
  for (const page of [phone, desk])
    await expect(page.getByText('Scan a product or the label of a shelf.')).toBeVisible()
  const asked: string[] = []
  desk.on('request', (request) => {
    const [, question] = /\/app\/(stock\.count-(?:sheet|changes))/.exec(request.url()) ?? []
    if (question !== undefined) asked.push(question)
  })

  await scan(phone, barcode)
  await expect(desk.getByRole('heading', { name: 'Counted: 1' })).toBeVisible()
  expect(new Set(asked)).toEqual(new Set(['stock.count-changes']))

  await desk.getByRole('button', { name: 'Compare (1)' }).click()
  await desk.getByRole('button', { name: `Count ${name} again` }).click()
  await expect(desk.getByText('It is to be counted again.')).toBeVisible()
  await desk.getByRole('button', { name: 'Do not count again' }).click()
  await desk.getByRole('button', { name: `Count ${name} again` }).click()
  await expect(phone.getByText('count again', { exact: true })).toBeVisible()
  // goods arrive between the first count and the recount
  await setStock(2)
  // A device knows the clock of the server as exactly as its quickest answer took, and the recount must begin after the goods arrived.
  await phone.waitForTimeout(2_000)
  for (const pieces of [1, 2]) {
    await scan(phone, barcode)
    await expect(phone.getByRole('textbox', { name: `Counted of ${name}` })).toHaveValue(String(pieces))
  }
  await expect(desk.getByRole('heading', { name: 'No difference' })).toBeVisible()
  await desk.getByRole('button', { name: 'Book 0 differences' }).click()
  await expect(desk.getByText('Booked', { exact: true })).toBeVisible()
  const { rows } = await done(office.ask('stock.figures', { productIds: [productId] }))
  expect(rows[0].stock).toBe(2 * PIECE)
})
