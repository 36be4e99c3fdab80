/** Follows a shortage through the sections until its order is packed, an offline tablet, and the tasks of a changed and a cancelled order. */
import { type Caller, expect, type Page, test } from '../fixtures.ts'
import { demandAccessible } from '../accessibility.ts'
import { done } from '../proofs/callers.ts'
import { scan } from '../scan.ts'
import { openShop, PIECE, type Shop, statusOf } from '../shop.ts'
import { showTask } from './show-task.ts'

type Workshop = Shop & {
  readonly wax: number
  readonly pillar: string
  readonly body: string
  readonly pillarId: number
}

/** Creates a pillar that two sections finish, from a body that a third one makes of wax. */
async function openWorkshop(office: Caller, mark: string): Promise<Workshop> {
  const shop = await openShop(office, mark)
  const create = async (product: object): Promise<number> =>
    (await done(office.press('products.create-product', { vat: 2400, ...product }))).id
  const wax = await create({ name: `Παραφίνη ${mark}`, unit: 'KG', usageType: 'PURCHASED-MATERIAL' })
  await done(office.press('stock.adjust-stock', { productId: wax, newStock: 100 * PIECE, reason: 'απογραφή' }))
  const body = `Κορμός ${mark}`
  const bodyId = await create({
    name: body,
    usageType: 'MATERIAL',
    steps: [{ seq: 1, section: 'ΧΥΤΑ', materials: [{ materialId: wax, quantity: PIECE / 2 }] }],
  })
  const pillar = `Κολώνα ${mark}`
  const pillarId = await create({
    name: pillar,
    salesPrice: 125_000,
    steps: [
      { seq: 1, section: 'GEMISMA', materials: [{ materialId: bodyId, quantity: PIECE }] },
      { seq: 2, section: 'ΒΑΦΗ', materials: [] },
    ],
  })
  return { ...shop, wax, body, pillar, pillarId }
}

/** Creates an order of pillars, none of which is in stock. */
async function shortOrder(office: Caller, { customer, pillarId }: Workshop, pieces: number): Promise<number> {
  const lines = [{ productId: pillarId, quantity: pieces * PIECE }]
  return (await done(office.press('orders.create-order', { customerId: customer.id, lines }))).id
}

const stockOf = async (office: Caller, id: number): Promise<number> =>
  (await done(office.ask('products.detail', { id }))).product.stock / PIECE

/** Finishes all that is left of the task that is shown large, under a name that is asked once. */
async function finishAll(tablet: Page, product: string, pieces: number): Promise<void> {
  await showTask(tablet, product)
  await tablet.getByRole('button', { name: `FINISH ${pieces}` }).click()
  const dialog = tablet.getByRole('dialog', { name: 'Who works here?' })
  const finished = tablet.getByRole('listitem').filter({ hasText: `${pieces} pcs ${product}` })
  await expect(dialog.or(finished.filter({ hasText: 'Νίκος' }).first())).toBeVisible()
  if (await dialog.isVisible()) {
    await dialog.getByRole('textbox', { name: 'Your name' }).fill('Νίκος')
    await dialog.getByRole('button', { name: 'Work under this name' }).click()
  }
  await expect(finished.filter({ hasText: 'Undo' })).toBeVisible()
}

test('a shortage becomes tasks over three sections and two levels, is made, promotes its order, and is packed', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openWorkshop(office, 'Εργαστήρι')
  const order = await shortOrder(office, shop, 4)
  const clerk = await enter('admin')
  await clerk.goto(`/operations?q=${order}`)
  await clerk.getByRole('button', { name: `Create tasks for the shortages of order ${order}` }).click()
  const lacking = clerk.getByRole('dialog', { name: `Shortages of order ${order}` })
  await expect(lacking.getByRole('listitem').filter({ hasText: 'To make' })).toHaveText([
    new RegExp(`${shop.body}.*4`),
    new RegExp(`${shop.pillar}.*4`),
  ])
  await lacking.getByRole('button', { name: 'Create tasks for shortages' }).click()
  await expect(clerk.getByText('Production tasks created.')).toBeVisible()
  await expect(lacking).toBeHidden()
  const { rows } = await done(office.ask('production.tasks-of-order', { orderId: order }))
  expect(
    rows.map(({ section, product, quantity }: Record<string, unknown>) => [section, product, Number(quantity) / PIECE]),
  ).toEqual([
    ['GEMISMA', shop.pillar, 4],
    ['ΒΑΦΗ', shop.pillar, 4],
    ['ΧΥΤΑ', shop.body, 4],
  ])

  await clerk.goto('/tasks')
  await clerk.getByRole('searchbox').or(clerk.getByRole('textbox')).first().fill(shop.customer.name)
  const group = clerk.getByRole('button', { name: `Order ${order}` })
  await expect(group).toContainText('ΧΥΤΑ 0/1')
  await group.click()
  await expect(clerk.getByRole('link', { name: /ΒΑΦΗ/ }).filter({ hasText: shop.pillar })).toBeVisible()

  // The filling waits for the body, and says who makes it.
  const filling = await enter('gemisma')
  await filling.goto('/single/GEMISMA')
  await showTask(filling, shop.pillar)
  await expect(filling.getByRole('region', { name: 'Now' })).toContainText(`${shop.body}: ΧΥΤΑ is making 4`)
  const casting = await enter('xyta')
  await casting.goto('/single/ΧΥΤΑ')
  await finishAll(casting, shop.body, 4)
  expect(await stockOf(office, shop.wax)).toBe(98)
  await expect(filling.getByRole('region', { name: 'Now' })).not.toContainText('is making')
  await finishAll(filling, shop.pillar, 4)
  expect(await stockOf(office, shop.pillarId)).toBe(0)
  expect(await statusOf(office, order)).toBe('PENDING-STOCK')

  await clerk.goto('/tasks/ΒΑΦΗ')
  await showTask(clerk, shop.pillar)
  await clerk.getByRole('button', { name: 'FINISH 4' }).click()
  await expect.poll(() => statusOf(office, order)).toBe('STOCK-OK')
  expect(await stockOf(office, shop.pillarId)).toBe(4)
  await done(office.press('orders.move-order', { id: order, transition: 'send' }))
  await done(office.press('packaging.package-order', { id: order, name: 'Κώστας' }))
  expect(await stockOf(office, shop.pillarId)).toBe(0)
})

test('a section works on while offline: its presses wait on the tablet, and reach the office once @main', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openWorkshop(office, 'Χωρίς Γραμμή')
  const order = await shortOrder(office, shop, 6)
  await done(office.press('production.create-shortage-tasks', { orderId: order }))
  const casting = await enter('xyta')
  await casting.goto('/single/ΧΥΤΑ')
  await finishAll(casting, shop.body, 6)
  await casting.getByRole('button', { name: new RegExp(`^Undo \\d+ min: ${shop.body}`) }).click()
  await expect.poll(() => stockOf(office, shop.wax)).toBe(100)

  await showTask(casting, shop.body)
  await casting.context().setOffline(true)
  await casting
    .getByRole('button', { name: /^One less: Finished$|less/i })
    .first()
    .click()
  const now = casting.getByRole('region', { name: 'Now' })
  await now
    .locator('input[type="file"]')
    .setInputFiles({ name: 'κορμός.png', mimeType: 'image/png', buffer: await casting.screenshot() })
  await expect(now.getByRole('list', { name: 'Photos' }).getByRole('img')).toHaveCount(1)
  await casting.getByRole('button', { name: 'FINISH 5' }).click()
  await expect(casting.getByText('Waiting for a connection', { exact: true })).toBeVisible()
  await expect(casting.getByRole('region', { name: 'Now' })).toContainText('1 pcs left')
  expect(await stockOf(office, shop.wax)).toBe(100)
  await casting.context().setOffline(false)
  await expect(casting.getByText('Waiting for a connection', { exact: true })).toHaveCount(0)
  await expect.poll(() => stockOf(office, shop.wax)).toBe(97.5)
  await now.getByRole('button', { name: 'Enlarge: Photo 1 of 1' }).click()
  await expect(casting.getByRole('dialog', { name: 'Photos' }).getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible()
  await casting.keyboard.press('Escape')
  await finishAll(casting, shop.body, 1)
  expect(await stockOf(office, shop.wax)).toBe(97)
})

test('the page of an order whose line changed proposes the change of its tasks, and makes it as it was shown', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openWorkshop(office, 'Πρόταση')
  const order = await shortOrder(office, shop, 5)
  await done(office.press('production.create-shortage-tasks', { orderId: order }))
  const clerk = await enter('admin')
  await clerk.goto(`/order-detail/${order}`)
  await expect(clerk.getByRole('heading', { level: 1 })).toContainText(String(order))
  const strip = clerk.getByRole('status').filter({ hasText: 'Tasks do not fit the order any more' })
  await expect(strip).toHaveCount(0)
  const lines = [{ productId: shop.pillarId, quantity: 3 * PIECE }]
  await done(office.press('orders.change-order', { id: order, version: 1, customerId: shop.customer.id, lines }))
  await expect(strip).toContainText('2 products less')
  await demandAccessible(clerk, 'the order with a proposal')
  await strip.getByRole('button', { name: 'See the changes' }).click()
  const dialog = clerk.getByRole('dialog', { name: `Tasks of order ${order}` })
  const actions = dialog.getByRole('region', { name: 'What happens to the tasks' }).getByRole('listitem')
  await expect(actions).toHaveCount(4)
  await dialog.getByText('Keep for stock').click()
  await expect(actions).toHaveCount(0)
  await dialog.getByText('Close tasks not begun').click()
  await expect(actions.filter({ hasText: 'Created' })).toHaveText([
    new RegExp(`${shop.body}.*3`),
    new RegExp(`${shop.pillar}.*3`),
  ])
  await demandAccessible(clerk, 'the proposal')
  await dialog.getByRole('button', { name: 'Change the tasks' }).click()
  await expect(clerk.getByText('Tasks changed.')).toBeVisible()
  await expect(strip).toHaveCount(0)
  const { rows } = await done(office.ask('production.tasks-of-order', { orderId: order }))
  const open = (rows as { status: string; quantity: number }[]).filter(({ status }) => status === 'PENDING')
  expect(open.map(({ quantity }) => quantity / PIECE)).toEqual([3, 3, 3])
})

test('a task card is printed, and scans of its codes finish pieces without a press, also while offline', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openWorkshop(office, 'Κάρτα')
  const orderId = await shortOrder(office, shop, 35)
  await done(office.press('production.create-shortage-tasks', { orderId }))
  const { rows } = await done(office.ask('production.tasks-of-order', { orderId }))
  const idIn = (name: string) => rows.find(({ section }: { section: string }) => section === name).id as number
  const [body, painting] = [idIn('ΧΥΤΑ'), idIn('ΒΑΦΗ')]
  const casting = await enter('xyta')
  await casting.goto('/single/ΧΥΤΑ')
  await showTask(casting, shop.body)
  const cards = await casting.getByRole('link', { name: /^Task card/ }).getAttribute('href')
  expect((await casting.request.get(cards ?? '')).headers()['content-type']).toBe('application/pdf')

  await scan(casting, `T${body}P1`)
  const dialog = casting.getByRole('dialog', { name: 'Who works here?' })
  await dialog.getByRole('textbox', { name: 'Your name' }).fill('Νίκος')
  await dialog.getByRole('button', { name: 'Work under this name' }).click()
  await expect(casting.getByText(`+1 pcs ${shop.body} · 34 left`)).toBeVisible()
  await scan(casting, `T${body}P10`, `T${body}P10`)
  await expect(casting.getByRole('alert')).toContainText('the same code came twice within 3 seconds')
  await casting.getByRole('button', { name: 'No, it was a mistake' }).click()
  await expect(casting.getByRole('region', { name: 'Now' })).toContainText('24 pcs left')
  await scan(casting, `T${painting}P1`)
  await expect(casting.getByRole('alert')).toContainText(`Task ${painting} belongs to the section ΒΑΦΗ`)
  await expect.poll(() => stockOf(office, shop.wax)).toBe(94.5)
  // The page offers to undo a press only after it has read that the server has it.
  const undo = casting.getByRole('button', { name: new RegExp(`^Undo \\d+ min: ${shop.body}`) })
  await expect(undo).toBeVisible()

  await casting.context().setOffline(true)
  await scan(casting, `T${body}R`)
  await expect(casting.getByText(`+24 pcs ${shop.body} · 0 left`)).toBeVisible()
  await expect(casting.getByText('Waiting for a connection', { exact: true })).toBeVisible()
  await scan(casting, `T${body}P1`)
  await expect(casting.getByRole('alert')).toContainText(`Task ${body} is finished`)
  await casting.context().setOffline(false)
  await expect.poll(() => stockOf(office, shop.wax)).toBe(82.5)
  await undo.click()
  await expect.poll(() => stockOf(office, shop.wax)).toBe(94.5)
})

test('cancelling an order asks what happens to its open tasks, and closes those that are not begun', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openWorkshop(office, 'Ακύρωση')
  const tasksOf = async (orderId: number) =>
    (await done(office.ask('production.tasks-of-order', { orderId }))).rows as { id: number; status: string }[]
  const clerk = await enter('admin')
  for (const [choice, statuses] of [
    ['Close tasks not begun', ['CANCELED', 'CANCELED', 'CANCELED']],
    ['Keep for stock', ['PENDING', 'PENDING', 'PENDING']],
  ] as const) {
    const order = await shortOrder(office, shop, 3)
    await done(office.press('production.create-shortage-tasks', { orderId: order }))
    const tasks = await tasksOf(order)
    // the second order is cancelled from the operations board
    if (choice === 'Close tasks not begun') await clerk.goto(`/order-detail/${order}`)
    else {
      await clerk.goto(`/operations?q=${order}`)
      await clerk.getByRole('grid').first().getByText(shop.customer.name).click()
    }
    await clerk.getByRole('button', { name: 'Cancel order' }).click()
    const dialog = clerk.getByRole('dialog').filter({ hasText: 'What happens to its open production tasks?' })
    await dialog.getByText(choice).click()
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await expect.poll(() => statusOf(office, order)).toBe('CANCELED')
    const now = await Promise.all(tasks.map(({ id }) => done(office.ask('production.task', { taskId: id }))))
    expect(now.map(({ task }) => task.status)).toEqual(statuses)
  }
})
