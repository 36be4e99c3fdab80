/** A storekeeper counts a shelf with a hand scanner on a phone. The connection is lost while they count. */
import { countPresses } from '../presses.ts'
import { type Caller, expect, PHONE, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { openShop, PIECE } from '../shop.ts'
import { scan } from '../scan.ts'

const PRODUCTS = 20
const SHELF = 'COUNT-7'

type Counted = { id: number; name: string; barcode: string }

/** Creates products on the shelf, each with two pieces in stock. */
async function fillShelf(office: Caller): Promise<Counted[]> {
  const products: Counted[] = []
  for (let at = 1; at <= PRODUCTS; at++) {
    const barcode = `59000${String(Date.now()).slice(-7)}${String(at).padStart(3, '0')}`
    const name = `Κερί ραφιού ${at}`
    const { id } = await done(office.press('products.create-product', { name, barcode, shelf: SHELF, vat: 2400 }))
    await done(office.press('stock.adjust-stock', { productId: id, newStock: 2 * PIECE, reason: 'αρχή' }))
    products.push({ id, name, barcode })
  }
  return products
}

const stockOf = async (office: Caller, id: number): Promise<number> => {
  const { rows } = await done(office.ask('stock.figures', { productIds: [id] }))
  return rows[0].stock / PIECE
}

test('a shelf of 20 products is counted in 20 scans and 2 presses, and a lost connection loses none @main @both-engines', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'απογραφής')
  const products = await fillShelf(office)
  const [first, second, ...others] = products
  if (!first || !second) throw new Error('the shelf is empty')
  const { id } = await done(office.press('stock.open-count', { kind: 'SHELF', place: SHELF }))

  const phone = await enter('operations', { ...PHONE, serviceWorkers: 'allow' })
  const presses = await countPresses(phone)
  await phone.goto(`/count/${id}`)
  await expect(phone.getByRole('heading', { name: `Not counted yet: ${PRODUCTS}` })).toBeVisible()
  // the page opens again without a connection once the worker holds its files
  await phone.evaluate(async () => void (await navigator.serviceWorker.ready))

  const inHand = phone.getByRole('region', { name: 'Product in hand' })
  await scan(phone, first.barcode)
  await expect(inHand.getByRole('heading', { name: first.name, exact: true })).toBeVisible()
  await expect(phone.getByRole('heading', { name: 'Counted: 1' })).toBeVisible()

  await test.step('without a connection the counting goes on, also after the page is opened again', async () => {
    await phone.context().setOffline(true)
    await scan(phone, second.barcode)
    await expect(phone.getByRole('heading', { name: 'Counted: 2' })).toBeVisible()
    for (const [at, { barcode }] of others.slice(0, 8).entries()) {
      await scan(phone, barcode)
      await expect(phone.getByRole('heading', { name: `Counted: ${at + 3}` })).toBeVisible()
    }
    await phone.reload()
    await expect(phone.getByRole('heading', { name: 'Counted: 10' })).toBeVisible()
    await expect(phone.getByRole('status').filter({ hasText: /wait/ })).toBeVisible()
  })

  await test.step('goods that leave meanwhile do not become a difference', async () => {
    const lines = [{ productId: first.id, quantity: PIECE }]
    const { id: order } = await done(office.press('orders.create-order', { customerId: shop.customer.id, lines }))
    await done(office.press('orders.move-orders', { ids: [order], transition: 'send' }))
    await done(office.press('packaging.package-order', { id: order, name: 'Κώστας' }))
  })

  await test.step('the lines arrive once when the connection returns', async () => {
    await phone.context().setOffline(false)
    for (const [at, { barcode }] of others.slice(8).entries()) {
      await scan(phone, barcode)
      await expect(phone.getByRole('heading', { name: `Counted: ${at + 11}` })).toBeVisible()
    }
    await expect.poll(async () => (await done(office.ask('stock.count-sheet', { id }))).lines.length).toBe(PRODUCTS)
  })

  await test.step('the differences are shown and booked with two presses', async () => {
    await phone.getByRole('button', { name: `Compare (${PRODUCTS})` }).click()
    await expect(phone.getByRole('row').filter({ hasText: second.name }).first()).toContainText('−1')
    await phone.getByRole('button', { name: `Book ${PRODUCTS} differences` }).click()
    await expect(phone.getByText('Booked', { exact: true })).toBeVisible()
    const { pointer, commits } = await presses()
    expect({ pointer, commits }).toEqual({ pointer: 2, commits: 0 })
  })
  // the first had 2 when it was counted, 1 was found, and 1 was taken away after that
  expect(await stockOf(office, first.id)).toBe(0)
  expect(await stockOf(office, second.id)).toBe(1)
  const { rows } = await done(office.ask('stock.ledger', { productId: second.id }))
  expect(rows[0]).toMatchObject({ reason: 'counted', document: { kind: 'count', id } })
})

// Quicker proof: features/stock/web/counting/CountHand.test.tsx, features/stock/server/counting/counting.test.ts
test('a product that was counted before is added to or replaced, and an unknown code is skipped @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const names = ['Φανάρι μετρημένο', 'Ποτήρι μετρημένο'] as const
  const [lantern, glass] = await Promise.all(
    names.map(async (name, at) => {
      const barcode = `59100${String(Date.now()).slice(-9)}${at}`
      const { id } = await done(office.press('products.create-product', { name, barcode, vat: 2400 }))
      return { id: Number(id), barcode }
    }),
  )
  if (!lantern || !glass) throw new Error('no products')
  const { id } = await done(office.press('stock.open-count', { kind: 'SCAN', place: '' }))
  const page = await enter('operations')
  await page.goto(`/count/${id}`)
  await expect(page.getByText('Scan a product or the label of a shelf.')).toBeVisible()
  const inHand = page.getByRole('region', { name: 'Product in hand' })
  const figure = (name: string) => inHand.getByRole('textbox', { name: `Counted of ${name}` })
  await scan(page, lantern.barcode)
  await expect(figure(names[0])).toHaveValue('1')
  await scan(page, lantern.barcode)
  await expect(figure(names[0])).toHaveValue('2')
  await scan(page, glass.barcode)
  await expect(figure(names[1])).toHaveValue('1')
  await scan(page, lantern.barcode)
  await inHand.getByRole('button', { name: 'Add 1 more' }).click()
  await expect(figure(names[0])).toHaveValue('1')
  await scan(page, glass.barcode)
  await inHand.getByRole('button', { name: 'Replace, start at 1' }).click()
  await figure(names[1]).fill('7')
  await figure(names[1]).press('Enter')
  await scan(page, '0000000000000')
  await inHand.getByRole('button', { name: 'Skip' }).click()
  await page.getByRole('button', { name: 'Compare (2)' }).click()
  await page.getByRole('button', { name: 'Book 2 differences' }).click()
  await expect(page.getByText('Booked', { exact: true })).toBeVisible()
  expect([await stockOf(office, lantern.id), await stockOf(office, glass.id)]).toEqual([3, 7])
})
