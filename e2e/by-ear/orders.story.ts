/** A clerk finds a customer, writes an order and works through the list of orders by keyboard and by ear. */
import { type Caller, expect, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { openShop, orderLanterns, statusOf, vatOf } from '../shop.ts'
import { Ear } from './ear.ts'

/** Creates two customers of one name, who differ by label, VAT number and city. Returns their ids. */
async function namesakes(office: Caller, name: string): Promise<[number, number]> {
  const create = async (label: string, city: string, serial: number): Promise<number> =>
    (await done(office.press('customers.create-customer', { name, label, city, vat: vatOf(serial) }))).id
  const first = 800_000 + Math.floor(Math.random() * 50_000) * 2
  return [await create('Ανθοπωλείο Κηφισιάς', 'Κηφισιά', first), await create('Ζαχαροπλαστείο', 'Βόλος', first + 1)]
}

// Quicker proof: app/web/layouts/palette/CommandPalette.test.tsx (the list and what is said)
test('of two people called Παπαγεωργίου, Ctrl+K says how they differ, and opens the one who is meant @in-ci', async ({
  enter,
  callerFor,
}) => {
  const [, meant] = await namesakes(await callerFor('admin'), 'Παπαγεωργίου Ευτυχία')
  const clerk = await enter('user')
  const ear = await Ear.of(clerk)
  await clerk.goto('/orders')
  await clerk.getByRole('grid', { name: 'Orders' }).waitFor()
  await clerk.getByRole('searchbox', { name: 'Search' }).focus()
  await ear.press('Control+k', 'searchbox', 'Search')
  await ear.type('papageorgiou eutych', 'combobox', 'Search orders, customers, products …')
  await ear.hears(/^Found: \d+$/)
  await ear.at('combobox', 'Search orders, customers, products …', {
    states: ['expanded'],
    marked: /Παπαγεωργίου Ευτυχία.*Customer.*Ανθοπωλείο Κηφισιάς.*Κηφισιά/,
  })
  await ear.press('ArrowDown', 'combobox', /^Search/)
  await ear.press('Enter', 'combobox', /^Search/, { marked: /Παπαγεωργίου Ευτυχία.*Ζαχαροπλαστείο.*Βόλος/ })
  await ear.at('heading', 'Παπαγεωργίου Ευτυχία')
  await expect(clerk).toHaveURL(new RegExp(`/customer-detail/${meant}$`))
  // nothing found is said too, and Escape leads back
  await ear.press('Control+k', 'heading', 'Παπαγεωργίου Ευτυχία')
  await ear.type('qqqqqq', 'combobox', /^Search/)
  await ear.hears('Nothing found')
  await ear.press('Escape', 'combobox', /^Search/)
  await ear.at('heading', 'Παπαγεωργίου Ευτυχία')
})

// Quicker proof: features/order-entry/web/lines/product-entry.test.tsx, web/ui/form/SearchPick.test.tsx
test('an order of three lines for the right one of two people is written without looking @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const [, meant] = await namesakes(office, 'Παπαγεωργίου Ουρανία')
  const shop = await openShop(office, 'Ακρόαση')
  const other = await openShop(office, 'Ωτακουστής')
  const clerk = await enter('user')
  const ear = await Ear.of(clerk)
  await clerk.goto('/createorder')
  await ear.type('papageorgiou our', 'combobox', 'Choose customer')
  await ear.hears('Found: 2')
  await ear.press('ArrowDown', 'combobox', 'Choose customer', { marked: /Ανθοπωλείο/ })
  await ear.press('Enter', 'combobox', 'Choose customer', { marked: /Παπαγεωργίου Ουρανία Ζαχαροπλαστείο/ })
  await ear.hears(/^Chosen: Παπαγεωργίου Ουρανία · Ζαχαροπλαστείο/)

  for (const [text, name] of [
    [`${shop.candle.name} 3`, shop.candle.name],
    [`${shop.lantern.name} 2`, shop.lantern.name],
    [`${other.lantern.name} 5`, other.lantern.name],
  ] as const) {
    await ear.type(text, 'combobox', 'Add product')
    await ear.hears(/Found: \d+/)
    await ear.press('Enter', 'combobox', 'Add product', { marked: new RegExp(name) })
    await ear.hears(name)
  }
  // a text that names no product is said, and not taken
  await ear.type('αυτόδενυπάρχει', 'combobox', 'Add product')
  await ear.hears('Found: 0')
  await ear.press('Enter', 'combobox', 'Add product')
  await ear.hears('Nothing found')
  await ear.press('Control+a', 'combobox', 'Add product')
  await ear.press('Delete', 'combobox', 'Add product')
  await ear.press('Control+Enter', 'combobox', 'Add product')
  await ear.hears(/Order \d+ created/)
  await ear.at('heading', /^Order \d+/)
  const { order } = (await office.ask('orders.detail', { id: Number(clerk.url().split('/').pop()) })).body
  expect(order.customer.id).toBe(meant)
  expect(order.lines.map((line: { name: string; quantity: number }) => [line.name, line.quantity / 10_000])).toEqual([
    [shop.candle.name, 3],
    [shop.lantern.name, 2],
    [other.lantern.name, 5],
  ])
})

// Quicker proof: web/ui/table/DataTable.test.tsx (what is said), web/ui/table/rows/row-events.test.tsx (the name of a row),
// e2e/office/order-list.story.ts
test('the list of orders is filtered, sorted, ticked and sent, and each row, number and order is heard @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Ευήκοος')
  const ids: number[] = []
  for (const pieces of [3, 1, 2]) ids.push(await orderLanterns(office, shop, pieces))
  const clerk = await enter('user')
  const ear = await Ear.of(clerk)
  await clerk.goto('/orders?show=ALL')
  await clerk.getByRole('grid', { name: 'Orders' }).getByRole('row').nth(2).waitFor()
  await ear.skip()
  await ear.go('button', /^In stock \d+/, 8)
  await ear.press('Enter', 'button', /^In stock \d+/, { states: ['not pressed'] })
  await ear.at('button', /^In stock \d+/, { states: ['pressed'] })
  await ear.press('/', 'button', /^In stock/)
  await ear.type('euikoos', 'searchbox', 'Search')
  await ear.hears('1–3 of 3')

  // sort by the total: the title of the column says how
  await ear.go('button', 'Total order', 40)
  await ear.press('Enter', 'button', 'Total order')
  await ear.hears('Sorted by Total order, ascending')
  // the rows of the new order are there
  await expect(clerk.getByRole('grid', { name: 'Orders' }).getByRole('row').nth(1)).toContainText(String(ids[1]))
  await ear.go('row', new RegExp(`${ids[1]} – Ταβέρνα Ευήκοος.*€15.50`), 20)
  await ear.press(' ', 'row', new RegExp(`\\b${ids[1]} – Ταβέρνα`))
  await ear.hears('1 selected')
  await ear.press('ArrowDown', 'row', new RegExp(`\\b${ids[1]} – Ταβέρνα`), { states: ['selected'] })
  await ear.press(' ', 'row', new RegExp(`${ids[2]} – Ταβέρνα Ευήκοος.*€31.00`))
  await ear.hears('2 selected')
  await ear.go('button', 'Send for packaging', 30, 'Shift+Tab')
  await ear.press('Enter', 'button', 'Send for packaging')
  await ear.hears('2 orders sent for packaging.')
  // the bar over ticked rows is gone, and the focus is in the list
  await ear.go('row', new RegExp(`\\b${ids[0]} – Ταβέρνα`), 30)
  for (const [place, status] of ['STOCK-OK', 'TO-PACKAGE', 'TO-PACKAGE'].entries())
    expect(await statusOf(office, ids[place] ?? 0)).toBe(status)
})
