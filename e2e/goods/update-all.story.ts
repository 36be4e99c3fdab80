/** A changed material of one recipe is carried into all recipes that use it, after a preview. */
import { demandAccessible } from '../accessibility.ts'
import { expect, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { PIECE } from '../shop.ts'

test('Update ALL carries a replaced material into the products that stay ticked, and shows old and new before @both-engines', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const wax = async (name: string, costPrice: number): Promise<number> =>
    (
      await done(
        office.press('products.create-product', { name, unit: 'KG', usageType: 'PURCHASED-MATERIAL', costPrice }),
      )
    ).id
  const old = await wax('Χρωστική όλων παλιά', 20_0000)
  const next = await wax('Χρωστική όλων νέα', 30_0000)
  const candle = async (name: string, grams: number): Promise<number> =>
    (
      await done(
        office.press('products.create-product', {
          name,
          steps: [{ seq: 1, section: 'ΧΥΤΑ', materials: [{ materialId: old, quantity: grams * PIECE, unit: 'Gram' }] }],
        }),
      )
    ).id
  const own = await candle('Κερί όλων Α', 6)
  const same = await candle('Κερί όλων Β', 6)
  const left = await candle('Κερί όλων Γ', 6)
  const other = await candle('Κερί όλων Δ', 9)
  const linesOf = async (id: number): Promise<unknown[]> =>
    (await done(office.ask('products.detail', { id }))).product.steps[0].materials.map(
      (line: { materialId: number; quantity: number }) => [line.materialId, line.quantity / PIECE],
    )

  const clerk = await enter('user')
  await clerk.goto(`/product-update/${own}`)
  await expect(clerk.getByRole('button', { name: 'Update ALL' })).toHaveAttribute('aria-disabled', 'true')
  await clerk.getByRole('button', { name: 'Put another material in the place of Χρωστική όλων παλιά' }).click()
  await clerk.keyboard.type('Χρωστική όλων νέα')
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByRole('textbox', { name: 'Quantity of Χρωστική όλων νέα' })).toBeFocused()
  await clerk.getByRole('button', { name: 'Update ALL' }).click()
  const preview = clerk.getByRole('dialog', { name: 'Update ALL recipes' })
  const row = (name: string) => preview.getByRole('row').filter({ hasText: name })
  await expect(row('Κερί όλων Β')).toContainText('0.12')
  await expect(row('Κερί όλων Β')).toContainText('0.18')
  await expect(row('Κερί όλων Δ')).toContainText('It had another quantity than this recipe.')
  await demandAccessible(clerk, 'preview of Update ALL')
  // one press leaves out those that had another quantity, and another one takes them again
  const another = preview.getByRole('checkbox', { name: 'With another quantity: 1' })
  await another.uncheck()
  await expect(preview.getByRole('checkbox', { name: 'Κερί όλων Δ' })).not.toBeChecked()
  await expect(preview.getByRole('button', { name: 'Save and change 2 products' })).toBeVisible()
  await another.check()
  await expect(preview.getByRole('checkbox', { name: 'Κερί όλων Δ' })).toBeChecked()
  await preview.getByRole('checkbox', { name: 'Κερί όλων Γ' }).uncheck()
  await preview.getByRole('button', { name: 'Save and change 2 products' }).click()
  await clerk.waitForURL(`**/product-overview/${own}`)
  expect(await Promise.all([own, same, left, other].map(linesOf))).toEqual([
    [[next, 6]],
    [[next, 6]],
    [[old, 6]],
    [[next, 9]],
  ])
})
