/** Products are cloned and changed, and recipes are written by keyboard. */
import { demandAccessible } from '../accessibility.ts'
import { type Caller, expect, type Page, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { countPresses } from '../presses.ts'
import { PIECE } from '../shop.ts'

type Made = { readonly id: number; readonly name: string }

const productOf = async (office: Caller, id: number) => (await done(office.ask('products.detail', { id }))).product

async function material(office: Caller, name: string, unit: string, cost: number): Promise<Made> {
  const input = { name, unit, usageType: 'PURCHASED-MATERIAL', costPrice: cost }
  return { id: (await done(office.press('products.create-product', input))).id, name }
}

const finder = (page: Page, step: number) => page.getByRole('combobox', { name: `Add material to step ${step}` })

/** Types a material and its quantity, and waits until each has its place. */
async function write(page: Page, step: number, name: string, quantity: string): Promise<void> {
  await expect(finder(page, step)).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: `Quantity of ${name}` })).toBeFocused()
  await page.keyboard.type(quantity)
  await page.keyboard.press('Enter')
}

test('a recipe of three steps is written by keyboard, moved and stored, and a circle is refused at its material @main @both-engines', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const wax = await material(office, 'Παραφίνη τριών', 'KG', 1_4200)
  const wick = await material(office, 'Φυτίλι τριών', 'Meter', 2000)
  const colour = await material(office, 'Χρωστική τριών', 'KG', 25_5000)
  const { id } = await done(
    office.press('products.create-product', { name: 'Κερί τριών βημάτων', salesPrice: 5_0500, costMargin: 1000 }),
  )
  const clerk = await enter('user')
  await clerk.goto(`/product-overview/${id}`)
  await clerk.getByRole('link', { name: 'Edit' }).click()
  await clerk.waitForURL(`**/product-update/${id}`)
  await write(clerk, 1, wick.name, '12 cm')
  await clerk.keyboard.press('Alt+Enter')
  await write(clerk, 2, wax.name, '0,25')
  await clerk.keyboard.press('Alt+Enter')
  await write(clerk, 3, colour.name, '0,6 γρ')
  // 0.12 m of wick, 0.25 kg of wax and 0.0006 kg of colour, plus 10 %: 0.024 + 0.355 + 0.0153 = 0.3943
  await expect(clerk.locator('[data-cost-panel]')).toContainText('0.4337')
  await demandAccessible(clerk, 'recipe of three steps')

  // the colour moves from the third step to the second by two keys
  await clerk.getByRole('textbox', { name: `Quantity of ${colour.name}` }).focus()
  await clerk.keyboard.press('Alt+ArrowUp')
  const second = clerk.getByRole('region', { name: 'Step 2 · GEMISMA' })
  await expect(second.getByRole('group', { name: colour.name })).toBeVisible()
  await expect(clerk.getByRole('textbox', { name: `Quantity of ${colour.name}` })).toBeFocused()
  await clerk.keyboard.press('Control+s')
  await clerk.waitForURL(`**/product-overview/${id}`)
  const stored = await productOf(office, id)
  expect(
    stored.steps.map((step: { seq: number; section: string; materials: Record<string, unknown>[] }) => [
      step.seq,
      step.section,
      step.materials.map((line) => [line['materialId'], line['quantity'], line['unit']]),
    ]),
  ).toEqual([
    [1, 'GEMISMA', [[wick.id, 12 * PIECE, 'CM']]],
    [
      2,
      'GEMISMA',
      [
        [wax.id, 2500, 'KG'],
        [colour.id, 6000, 'Gram'],
      ],
    ],
    [3, 'GEMISMA', []],
  ])

  // a box of this candle cannot be a material of it
  const box = await done(
    office.press('products.create-product', {
      name: 'Κουτί τριών κεριών',
      steps: [{ seq: 1, section: 'GEMISMA', materials: [{ materialId: id, quantity: 3 * PIECE }] }],
    }),
  )
  await clerk.goto(`/product-update/${id}`)
  await finder(clerk, 3).focus()
  await write(clerk, 3, 'Κουτί τριών κεριών', '1')
  await clerk.keyboard.press('Control+s')
  await expect(clerk.getByRole('group', { name: 'Κουτί τριών κεριών' }).getByRole('alert')).toContainText(
    'Κερί τριών βημάτων → Κουτί τριών κεριών → Κερί τριών βημάτων',
  )
  expect((await productOf(office, id)).version).toBe(stored.version)
  expect(box.id).toBeGreaterThan(id)
})

// Quicker proof: features/products/web/editor/recipe-draft.test.ts, features/products/server/products.test.ts,
// e2e/goods/recipe.story.ts
test('a new product with a price and a recipe of six materials takes at most 30 keys beside the typed text @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const materials: Made[] = []
  for (const at of ['πρώτο', 'δεύτερο', 'τρίτο', 'τέταρτο', 'πέμπτο', 'έκτο'])
    materials.push(await material(office, `Υλικό έξι ${at}`, 'KG', 2_0000))
  const clerk = await enter('user')
  const cost = await countPresses(clerk)
  await clerk.goto('/createproduct')
  await expect(clerk.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await clerk.keyboard.type('Κερί έξι υλικών')
  await clerk.keyboard.press('Alt+Enter')
  await expect(finder(clerk, 1)).toBeFocused()
  // the prices are just before the recipe
  const price = clerk.getByRole('textbox', { name: 'Sales price', exact: true })
  for (let tabs = 0; tabs < 15 && !(await price.evaluate((field) => field === document.activeElement)); tabs++)
    await clerk.keyboard.press('Shift+Tab')
  await clerk.keyboard.type('4,50')
  await clerk.keyboard.press('Alt+Enter')
  for (const { name } of materials) await write(clerk, 1, name, '0,05')
  await clerk.keyboard.press('Control+s')
  await clerk.waitForURL('**/product-overview/*')
  const { pointer, keys } = await cost()
  expect(pointer).toBe(0)
  expect(keys).toBeLessThanOrEqual(30)
  const stored = await productOf(office, Number(clerk.url().split('/').pop()))
  expect(stored).toMatchObject({ name: 'Κερί έξι υλικών', salesPrice: 4_5000 })
  expect(stored.steps[0].materials).toHaveLength(6)
})

test.describe('in Greek', () => {
  test.use({ language: 'gr' })
  test('a large quantity and the photo of another person stay as they are when a recipe is changed in Greek', async ({
    enter,
    callerFor,
  }) => {
    const office = await callerFor('admin')
    const wax = await material(office, 'Παραφίνη πολλή', 'KG', 1_4200)
    const wick = await material(office, 'Φυτίλι πολύ', 'Meter', 2000)
    const { id } = await done(
      office.press('products.create-product', {
        name: 'Κερί μεγάλο',
        steps: [
          {
            seq: 1,
            section: 'GEMISMA',
            materials: [
              { materialId: wax.id, quantity: 1500 * PIECE, unit: 'Gram' },
              { materialId: wick.id, quantity: PIECE },
            ],
          },
        ],
      }),
    )
    const clerk = await enter('user')
    await clerk.goto(`/product-update/${id}`)
    const quantity = clerk.locator('[data-part="quantity"]')
    await quantity.nth(1).fill('2')
    // another version without another field, as a new photo leaves it
    await done(office.press('products.change-product', { id, version: 1, changes: { photos: ['images/1.jpg'] } }))
    await clerk.keyboard.press('Control+s')
    await clerk.waitForURL(`**/product-overview/${id}`)
    const stored = await productOf(office, id)
    expect(stored.steps[0].materials).toMatchObject([
      { quantity: 1500 * PIECE, unit: 'Gram' },
      { quantity: 2 * PIECE, unit: 'Meter' },
    ])
    expect(stored.photos).toEqual(['images/1.jpg'])
  })
})

test('a wrong first number and an empty or negative cost are refused with their texts, and what was typed stays', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const wax = await material(office, 'Παραφίνη λάθους', 'KG', 1_4200)
  const { id } = await done(
    office.press('products.create-product', {
      name: 'Κερί λάθους',
      steps: [{ seq: 1, section: 'GEMISMA', materials: [{ materialId: wax.id, quantity: PIECE }] }],
    }),
  )
  const clerk = await enter('user')
  await clerk.goto(`/product-update/${id}`)
  await expect(clerk.getByRole('textbox', { name: 'Cost price', exact: true })).toHaveCount(0)
  await clerk.getByRole('textbox', { name: 'Number of the step' }).fill('2')
  await clerk.keyboard.press('Control+s')
  await expect(clerk.getByText('Order Of Section Steps Should Start with Number 1')).toBeVisible()
  await clerk.getByRole('textbox', { name: 'Number of the step' }).fill('1')
  await clerk.getByRole('textbox', { name: `Quantity of ${wax.name}` }).fill('1 m')
  await clerk.keyboard.press('Control+s')
  await expect(clerk.getByText('The material is counted in kg, which this unit cannot become.')).toBeVisible()

  await clerk.goto(`/product-update/${wax.id}`)
  const cost = clerk.getByRole('textbox', { name: 'Cost price', exact: true })
  for (const wrong of ['', '-1']) {
    await cost.fill(wrong)
    await clerk.keyboard.press('Control+s')
    await expect(clerk.getByText('Cost price is not Correct !')).toBeVisible()
  }
  await cost.fill('1,5')
  await clerk.keyboard.press('Control+s')
  await clerk.waitForURL(`**/product-overview/${wax.id}`)
  expect((await productOf(office, wax.id)).costPrice).toBe(1_5000)
})

// Quicker proof: features/products/web/editor/recipe-draft.test.ts, web/ui/form/stored-draft.test.ts
test('a clone opens for changes with its new name and SKU, and an unsaved change is there after a reload @both-engines @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const { id } = await done(
    office.press('products.create-product', { name: 'Κερί αντιγράφου', sku: 'CL-77', salesPrice: 2_0000 }),
  )
  const clerk = await enter('user')
  await clerk.goto(`/product-overview/${id}`)
  await clerk.getByRole('button', { name: 'Clone' }).click()
  await clerk.waitForURL('**/product-update/*')
  const name = clerk.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toHaveValue('Κερί αντιγράφου (Copy)')
  await expect(clerk.getByRole('textbox', { name: 'SKU', exact: true })).toHaveValue('CL-77-copy')
  await expect(name).toBeFocused()
  const copy = Number(new URL(clerk.url()).pathname.split('/').pop())
  await name.fill('Κερί αντιγράφου κόκκινο')
  clerk.on('dialog', (dialog) => void dialog.accept())
  await clerk.reload()
  await expect(clerk.getByText('What you had typed here is back.')).toBeVisible()
  await expect(name).toHaveValue('Κερί αντιγράφου κόκκινο')
  await clerk.keyboard.press('Control+s')
  await clerk.waitForURL(`**/product-overview/${copy}`)
  expect(await productOf(office, copy)).toMatchObject({ name: 'Κερί αντιγράφου κόκκινο', salesPrice: 2_0000, stock: 0 })
})

// Quicker proof: features/products/web/editor/recipe-draft.test.ts, web/ui/form/stored-draft.test.ts
test('a recipe that is back after a reload has the present costs of its materials @both-engines @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const wax = await material(office, 'Παραφίνη πρόχειρου', 'KG', 1_4200)
  const wick = await material(office, 'Φυτίλι πρόχειρου', 'Meter', 2000)
  const { id } = await done(
    office.press('products.create-product', {
      name: 'Κερί πρόχειρου',
      steps: [{ seq: 1, section: 'GEMISMA', materials: [{ materialId: wax.id, quantity: PIECE / 4 }] }],
    }),
  )
  const clerk = await enter('user')
  await clerk.goto(`/product-update/${id}`)
  await finder(clerk, 1).focus()
  await write(clerk, 1, wick.name, '50 cm')
  const cost = clerk.locator('[data-cost-panel]')
  await expect(cost).toContainText('€0.455')
  clerk.on('dialog', (dialog) => void dialog.accept())
  for (const [materialId, costPrice] of [
    [wax.id, 2_0000],
    [wick.id, 5000],
  ])
    await done(office.press('products.change-product', { id: materialId, version: 1, changes: { costPrice } }))
  await clerk.reload()
  await expect(clerk.getByText('What you had typed here is back.')).toBeVisible()
  // 0.25 kg of wax and 0.5 m of wick at the new costs
  await expect(cost).toContainText('€0.75')
  await clerk.keyboard.press('Control+s')
  await clerk.waitForURL(`**/product-overview/${id}`)
  expect((await productOf(office, id)).costPrice).toBe(7500)
})

test('two people change one product, and the second one reads both and chooses @both-engines', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const { id } = await done(office.press('products.create-product', { name: 'Κερί δύο ανθρώπων', sku: 'DY-1' }))
  const clerk = await enter('user')
  await clerk.goto(`/product-update/${id}`)
  await clerk.getByRole('textbox', { name: 'Name', exact: true }).fill('Κερί της υπαλλήλου')
  await clerk.getByRole('textbox', { name: 'Description' }).fill('δική της')
  await done(
    office.press('products.change-product', {
      id,
      version: 1,
      changes: { name: 'Κερί του διευθυντή', category: 'Κεριά' },
    }),
  )
  await clerk.keyboard.press('Control+s')
  const choice = clerk.getByRole('group', { name: 'Name', exact: true })
  await expect(choice.getByRole('button', { pressed: true })).toContainText('Κερί της υπαλλήλου')
  await demandAccessible(clerk, 'the choice between the values of a record')
  await choice.getByRole('button', { name: 'Κερί του διευθυντή' }).click()
  await clerk.getByRole('button', { name: 'Take the chosen values' }).click()
  await clerk.keyboard.press('Control+s')
  await clerk.waitForURL(`**/product-overview/${id}`)
  expect(await productOf(office, id)).toMatchObject({
    name: 'Κερί του διευθυντή',
    category: 'Κεριά',
    description: 'δική της',
  })
})
