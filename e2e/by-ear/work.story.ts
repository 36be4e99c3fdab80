/** Packing, planning a truck, the work of a section and a delivery, by keyboard and by ear. */
import { expect, PHONE, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { openShop, ordersIn, payments, planShipment, statusOf } from '../shop.ts'
import { Ear } from './ear.ts'

// Quicker proof: e2e/packer/packer-day.story.ts (the same by scanner), web/ui/table/rows/row-events.test.tsx
test('an order is found, ticked off and packaged, and the next row has the focus @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Κουτίακοή')
  const [first = 0, second = 0] = await ordersIn('TO-PACKAGE', 2, office, shop)
  const packer = await enter('production')
  const ear = await Ear.of(packer)
  await packer.goto('/packaging')
  await packer.getByRole('row').nth(1).waitFor()
  await ear.skip()
  await ear.go('searchbox', 'Search', 8)
  await ear.type('Κουτίακοή', 'searchbox', 'Search')
  await ear.hears('1–2 of 2')
  await ear.go('row', new RegExp(`${first}`), 20)
  await ear.press('Enter', 'row', new RegExp(`${first}`))
  await ear.go('checkbox', new RegExp(shop.candle.name), 8)
  await ear.press(' ', 'checkbox', new RegExp(shop.candle.name), { dialog: `Order ${first}` })
  await ear.at('checkbox', new RegExp(shop.candle.name), { states: ['checked'] })
  await ear.go('textbox', 'Packaged by (your name)', 12)
  await ear.type('Κώστας', 'textbox', 'Packaged by (your name)')
  await ear.press('Enter', 'textbox', 'Packaged by (your name)')
  await ear.hears(/packaged/i)
  await ear.at('row', new RegExp(`${second}`))
  expect(await statusOf(office, first)).toBe('PACKAGED')
})

// Quicker proof: e2e/shipping/planning.story.ts (choosing, moving and planning by pointer and keys)
test('a truck of three orders is planned, each of its steps is said @in-ci', async ({ enter, callerFor }) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Φορτηγόακοή')
  const ids = await ordersIn('INVOICED', 3, office, shop)
  const clerk = await enter('operations')
  const ear = await Ear.of(clerk)
  await clerk.goto('/shipping')
  await clerk.getByRole('row').nth(1).waitFor()
  await ear.skip()
  await ear.go('searchbox', 'Search', 20)
  await ear.type('Φορτηγόακοή', 'searchbox', 'Search')
  await ear.hears('1–3 of 3')
  await ear.go('row', /./, 25)
  for (const [place] of ids.entries()) {
    await ear.press(' ', 'row', /Φορτηγόακοή/)
    await ear.hears(`${place + 1} selected`)
    if (place < 2) await ear.press('ArrowDown', 'row', /./)
  }
  await ear.go('combobox', 'Driver', 40)
  await ear.type('Γιώργος', 'combobox', 'Driver')
  await ear.press('ArrowDown', 'combobox', 'Driver')
  await ear.press('Enter', 'combobox', 'Driver', { marked: 'Γιώργος Οδηγός' })
  await ear.go('button', 'Plan', 8)
  await ear.press('Enter', 'button', 'Plan')
  await ear.hears(/Shipment \d+ is planned/)
  await ear.at('button', 'Plan')
  for (const id of ids) expect(await statusOf(office, id)).toBe('ON SHIPPING')
})

// Quicker proof: e2e/workshop/workshop.story.ts (finishing and undoing by pointer), features/production/web/section/NowCard.test.tsx
test('a task is finished and undone, both are said, and no press ends on nothing @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Τμήμαακοή')
  await done(
    office.call('POST', '_table/tasks', {
      resource: [
        {
          type: 'GEMISMA',
          name: 'Γέμισμα',
          quantity: 10,
          productid: shop.candle.id,
          materials: [{ id: shop.glass.id, quantity: 1 }],
        },
      ],
    }),
  )
  const section = await enter('gemisma')
  const ear = await Ear.of(section)
  await section.goto('/single/GEMISMA')
  const large = section.getByRole('region', { name: 'Now' })
  await large.waitFor()
  await ear.skip()
  // tasks of other stories may be due earlier
  if ((await large.getByRole('heading', { name: shop.candle.name }).count()) === 0) {
    await ear.go('button', new RegExp(`${shop.candle.name}|more tasks?$`), 30)
    if (/more tasks?$/.test((await ear.focus()).name)) {
      await ear.press('Enter', 'button', /more tasks?$/)
      await ear.go('button', new RegExp(shop.candle.name), 40)
    }
    await ear.press('Enter', 'button', new RegExp(shop.candle.name))
    await ear.at('heading', shop.candle.name)
  }
  await ear.go('button', 'FINISH 10', 15)
  await ear.press('Enter', 'button', 'FINISH 10')
  await ear.type('Νίκος', 'textbox', 'Your name', { dialog: 'Who works here?' })
  await ear.press('Enter', 'textbox', 'Your name')
  await ear.hears(`Finished: ${shop.candle.name}`)
  const undo = new RegExp(`^Undo \\d+ min: ${shop.candle.name}`)
  // it appears when the page has read that the server has the press
  await section.getByRole('button', { name: undo }).waitFor()
  // where no other task is left, it stands in the place of the button that was pressed, and has the focus
  if (!undo.test((await ear.focus()).name)) await ear.go('button', undo, 40)
  await ear.press('Enter', 'button', undo)
  await ear.hears(`Undo: ${shop.candle.name}`)
})

// Quicker proof: features/driver/web/delivery/DeliverySheet.test.tsx, e2e/driver/driver-day.story.ts (the same by finger)
test('a stop is delivered with cash, its amount is typed, and the delivery is said @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Πόρταακοή')
  const ids = await ordersIn('INVOICED', 1, office, shop)
  const shipment = await planShipment(office, ids, 'Γιώργος Οδηγός')
  const driver = await enter('driver', PHONE)
  const ear = await Ear.of(driver)
  await driver.goto(`/driverpage?shipment=${shipment}`)
  await driver.getByRole('button', { name: 'DELIVERED' }).waitFor()
  await ear.skip()
  await ear.go('button', 'DELIVERED', 15)
  await ear.press('Enter', 'button', 'DELIVERED')
  await ear.go('textbox', 'Recipient’s name', 8)
  await ear.type('Ελένη', 'textbox', 'Recipient’s name', { dialog: `Hand over: ${shop.customer.name}` })
  await ear.go('button', 'Another amount', 6)
  await ear.press('Enter', 'button', 'Another amount')
  await ear.type('10', 'textbox', /Amount/)
  await ear.hears(/cash €10\.00/)
  await ear.go('button', 'Hand over', 12)
  await ear.press('Enter', 'button', 'Hand over')
  await ear.hears(/delivered/i)
  await expect.poll(() => statusOf(office, ids[0] ?? 0)).toBe('SHIPPED')
  await expect.poll(() => payments(office, shop.customer)).toEqual([10])
})
