/** Follows lent items from a customer through the laundry back to the shelf. */
import { expect, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { openShop, ordersIn, PIECE } from '../shop.ts'

test('returned glasses are washed, the broken one is written off, and the company knows where each piece is', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Πλυντήριο')
  for (const id of await ordersIn('PACKAGED', 2, office, shop)) expect(id).toBeGreaterThan(0)
  const figuresOf = async () =>
    (await done(office.ask('laundry.lent-figures', {}))).products.find(
      ({ productId }: { productId: number }) => productId === shop.glass.id,
    ) as Record<string, number>
  const lent = await figuresOf()
  expect([lent['shelf'], lent['trucks'], lent['laundry']]).toEqual([496 * PIECE, 4 * PIECE, 0])
  await done(
    office.press('laundry.return-loans', {
      customerId: shop.customer.id,
      items: [{ productId: shop.glass.id, quantity: 4 * PIECE }],
      reason: 'πριν την παράδοση',
    }),
  )

  const laundry = await enter('admin')
  await laundry.goto('/single/ΠΛΥΝΤΗΡΙΟ')
  const card = laundry.getByRole('region', { name: shop.customer.name })
  await card.getByRole('textbox', { name: `Clean: ${shop.glass.name}` }).fill('3')
  await expect(card).toContainText('Broken 1, missing 0')
  await card.getByRole('textbox', { name: 'Reason' }).fill('έσπασε')
  await card
    .locator('input[type="file"]')
    .setInputFiles({ name: 'σπασμένο.png', mimeType: 'image/png', buffer: await laundry.screenshot() })
  await expect(card.getByRole('button', { name: /photo 1 of 1/i })).toBeVisible()
  await expect(card).toContainText('Broken 1, missing 0')
  await card.getByRole('button', { name: 'Close task and Move Items to Stock' }).click()
  await expect(card).toHaveCount(0)
  const after = await figuresOf()
  expect([after['shelf'], after['laundry'], after['writtenOff']]).toEqual([499 * PIECE, 0, PIECE])
  expect(await done(office.ask('laundry.waiting', {}))).not.toMatchObject({
    returns: expect.arrayContaining([expect.objectContaining({ customer: shop.customer.name })]),
  })

  const clerk = await enter('user')
  await clerk.goto('/loans')
  await expect(clerk.getByText(/^Owned [\d,.]+ = shelf/)).toBeVisible()
  await expect(clerk.getByText(/This is what entered the stock/)).toBeVisible()
})
