/** Creates a customer, goods and orders for one story, through the commands of the pages. */
import type { OrderStatus } from '#features/orders/domain/order.ts'
import { vatCheckDigit } from '#db/demo/numbers.ts'
import { addDays, type Day, dayOf } from '#kernel/day.ts'
import { expect, type Page } from './fixtures.ts'
import { type Caller, done } from './proofs/callers.ts'

/** One piece. Quantities are exchanged in ten-thousandths. */
export const PIECE = 10_000

/** Returns the day in Athens that lies `days` days from now. */
export const athensDay = (days = 0): Day => addDays(dayOf(new Date().toISOString()), days)

export type Named = { readonly id: number; readonly name: string }

export type Shop = {
  readonly customer: Named & { readonly phone: string; readonly vat: string }
  /** Sold by the piece for 3.35 € before 24 % VAT. One glass is lent with each. */
  readonly candle: Named
  /** Sold by the piece for 12.50 € before 24 % VAT. Nothing is lent with it. */
  readonly lantern: Named
  /** Lent with each candle. */
  readonly glass: Named
}

/** The stock of each product in a new shop, in pieces. */
export const INITIAL_STOCK = 500

/** Returns a valid Greek VAT number from the range that the tax office does not assign. */
export function vatOf(serial: number): string {
  const eight = `79${String(serial).padStart(6, '0')}`
  return `${eight}${vatCheckDigit(eight)}`
}

let opened = 0
const marks = new Set<string>()

/** Creates a shop. The names of its customer and goods contain `mark`, so that a story finds its own data. */
export async function openShop(admin: Caller, mark: string): Promise<Shop> {
  // Orders of two shops with the same name would take each other's goods.
  if (marks.has(mark)) throw new Error(`a shop ${mark} exists already`)
  marks.add(mark)
  opened += 1
  const serial = Math.floor(Math.random() * 90_000) * 10 + opened
  const phone = `2100${String(serial).padStart(6, '0')}`
  const vat = vatOf(serial)
  const name = `Ταβέρνα ${mark}`
  const { id } = await done(
    admin.press('customers.create-customer', {
      name,
      label: `${mark} ΑΕ`,
      vat,
      phone,
      address: 'Ερμού 12',
      city: 'Αθήνα',
      postcode: '10563',
      taxOffice: "Α' Αθηνών",
    }),
  )
  const stock = async (product: Record<string, unknown>): Promise<Named> => {
    const made = await done(admin.press('products.create-product', { vat: 2400, cnCode: '34060000', ...product }))
    await done(
      admin.press('stock.adjust-stock', { productId: made.id, newStock: INITIAL_STOCK * PIECE, reason: 'απογραφή' }),
    )
    return { id: made.id, name: String(product['name']) }
  }
  const glass = await stock({
    name: `Ποτήρι ${mark}`,
    cnCode: '70139900',
    usageType: 'MATERIAL',
    lendable: true,
  })
  const candle = await stock({
    name: `Κερί ${mark}`,
    salesPrice: 33_500,
    steps: [{ seq: 1, section: 'GEMISMA', materials: [{ materialId: glass.id, quantity: PIECE }] }],
  })
  const lantern = await stock({ name: `Φανάρι ${mark}`, salesPrice: 125_000 })
  return { customer: { id, name, phone, vat }, candle, lantern, glass }
}

/** The steps from a new order to shipping, each by the status it leads to. */
const STEPS = ['STOCK-OK', 'TO-PACKAGE', 'PACKAGED', 'READY-TO-INVOICE', 'INVOICED'] as const

/** The destination of an order. With `place` the address is not looked up. */
export type Goal = {
  readonly address: string
  readonly city: string
  readonly postcode: string
  readonly lat?: number
  readonly lon?: number
}

/** Creates an order of lanterns, with which nothing is lent. `more` is added to the input. Returns its id. */
export async function orderLanterns(office: Caller, shop: Shop, pieces: number, more: object = {}): Promise<number> {
  const lines = [{ productId: shop.lantern.id, quantity: pieces * PIECE }]
  const { id } = await done(office.press('orders.create-order', { customerId: shop.customer.id, lines, ...more }))
  return id
}

/** Creates orders of two candles with glasses and one lantern (23.81 € with VAT) and brings them to a status. */
export async function ordersIn(
  status: (typeof STEPS)[number] & OrderStatus,
  count: number,
  admin: Caller,
  shop: Shop,
  to: Goal | readonly Goal[] = { address: 'Ερμού 12', city: 'Αθήνα', postcode: '10563' },
): Promise<number[]> {
  const goals = [to].flat()
  const ids: number[] = []
  for (let made = 0; made < count; made++) {
    const { id } = await done(
      admin.press('orders.create-order', {
        customerId: shop.customer.id,
        deliveryAddress: goals[made % goals.length],
        lines: [
          { productId: shop.candle.id, quantity: 2 * PIECE },
          { productId: shop.lantern.id, quantity: PIECE },
        ],
        loans: [{ productId: shop.glass.id, originProductId: shop.candle.id, quantity: 2 * PIECE }],
      }),
    )
    ids.push(id)
  }
  const reached = STEPS.indexOf(status)
  if (reached >= 1) await done(admin.press('orders.move-orders', { ids, transition: 'send' }))
  if (reached >= 2) for (const id of ids) await done(admin.press('packaging.package-order', { id, name: 'Κώστας' }))
  if (reached >= 3) await done(admin.press('orders.move-orders', { ids, transition: 'release' }))
  if (reached >= 4) for (const id of ids) await done(admin.press('invoicing.invoice-red', { id, reason: 'δοκιμή' }))
  return ids
}

/** The total of such an order with a red invoice, which has no VAT. */
export const RED_TOTAL = '19.20'

/** Plans a shipment of invoiced orders for the driver with this name. Returns the id of the shipment. */
export async function planShipment(
  office: Caller,
  orderIds: readonly number[],
  driver: string,
  vehicle = '',
): Promise<number> {
  const { drivers } = await done(office.ask('shipping.choices'))
  const { userId } = drivers.find((one: { name: string }) => one.name === driver)
  const { id } = await done(
    office.press('shipping.plan-shipment', { orderIds, driverType: 'Driver', driverUserId: userId, driver, vehicle }),
  )
  return id
}

/** Returns the status of an order. */
export const statusOf = async (office: Caller, id: number): Promise<string> =>
  (await done(office.ask('orders.detail', { id }))).order.status

/** Returns the stock movements of a product for one order in pieces, oldest first. */
export async function movements(office: Caller, product: Named, orderId: number): Promise<number[]> {
  const { rows } = await done(office.ask('stock.ledger', { productId: product.id }))
  return rows
    .filter(
      (row: { document: { kind: string; id: number } | null }) =>
        row.document?.kind === 'order' && row.document.id === orderId,
    )
    .map(({ quantity: moved }: { quantity: number }) => moved / PIECE)
    .toReversed()
}

/** Returns the payments of a customer in euros, oldest first. */
export async function payments(office: Caller, customer: Named): Promise<number[]> {
  const { resource } = await done(
    office.call('GET', `_table/payments?filter=${encodeURIComponent(`entity_id=${customer.id}`)}&order=id`),
  )
  return resource.map((row: { ammount: number | string }) => Number(row.ammount))
}

/** Opens the form of a new order and chooses the customer of the shop, until the cursor is in the product field. */
export async function openOrderForm(page: Page, shop: Shop): Promise<void> {
  await page.goto('/createorder')
  await expect(page.getByRole('combobox', { name: 'Choose customer' })).toBeFocused()
  await page.keyboard.type(shop.customer.vat)
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-chosen-customer]')).toContainText(shop.customer.name)
  await expect(page.getByRole('combobox', { name: 'Add product' })).toBeFocused()
}
