/** What happens beside the person's own presses: a colleague's change, a lost connection, messages and dialogs, by keyboard and by ear. */
import { type Caller, expect, test } from '../fixtures.ts'
import { done } from '../proofs/callers.ts'
import { keptOnDevice } from '../packer/tablet.ts'
import { openShop, orderLanterns, ordersIn, statusOf } from '../shop.ts'
import { Ear } from './ear.ts'

// Quicker proof: web/ui/say.test.tsx (F8 and what is said), app/web/layouts/palette/CommandPalette.test.tsx (the last undo)
test('Undo of a message is reached by F8, waits while it has the focus, gives it back and says what came back @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Ανάκληση')
  const id = await orderLanterns(office, shop, 1)
  const clerk = await enter('admin')
  const ear = await Ear.of(clerk)
  await clerk.clock.install()
  await clerk.goto(`/order-detail/${id}`)
  await clerk.getByRole('button', { name: 'Send for packaging' }).waitFor()
  await ear.skip()
  await ear.go('button', 'Send for packaging', 6)
  await ear.press('Enter', 'button', 'Send for packaging')
  await ear.hears(`Order ${id} sent for packaging.`)
  await expect.poll(() => statusOf(office, id)).toBe('TO-PACKAGE')
  const isGone = () => ear.focus().then((now) => now.name !== 'Send for packaging')
  await expect.poll(isGone).toBe(true)
  const { role, name } = await ear.focus()
  await ear.press('F8', role, name)
  await ear.at('button', 'Undo')
  // much longer than a message stays
  await clerk.clock.fastForward('01:00')
  await ear.press('F8', 'button', 'Undo')
  await ear.press('F8', role, name)
  await ear.press('Enter', 'button', 'Undo')
  await ear.hears(`Undone: Order ${id} sent for packaging.`)
  await ear.hears(`Order ${id} reopened.`)
  await expect.poll(() => statusOf(office, id)).toBe('STOCK-OK')

  // the last undo can be found after its message has closed
  await clerk.goto(`/order-detail/${id}`)
  await clerk.getByRole('button', { name: 'Send for packaging' }).waitFor()
  await ear.skip()
  await ear.go('button', 'Send for packaging', 6)
  await ear.press('Enter', 'button', 'Send for packaging')
  await ear.hears(`Order ${id} sent for packaging.`)
  await clerk.clock.fastForward('01:00')
  await expect(clerk.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect.poll(isGone).toBe(true)
  const after = await ear.focus()
  await ear.press('Control+k', after.role, after.name)
  await ear.type(`order ${id} sent`, 'combobox', /^Search/)
  await ear.hears(/^Found: /)
  await ear.press('Enter', 'combobox', /^Search/, { marked: `Undo: Order ${id} sent for packaging.` })
  await ear.hears(`Undone: Order ${id} sent for packaging.`)
  await expect.poll(() => statusOf(office, id)).toBe('STOCK-OK')
})

// Quicker proof: web/ui/Overlays.test.tsx (what describes a dialog), web/ui/overlay/overlay-focus.test.tsx
test('a question is read with its consequences, begins at the harmless button, and Escape leads back @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Ερώτηση')
  const id = await orderLanterns(office, shop, 1)
  const clerk = await enter('admin')
  const ear = await Ear.of(clerk)
  await clerk.goto(`/order-detail/${id}`)
  await clerk.getByRole('button', { name: 'Cancel order' }).waitFor()
  await ear.skip()
  await ear.go('button', 'Cancel order', 10)
  await ear.press('Enter', 'button', 'Cancel order')
  const asked = { dialog: `Cancel order ${id} of ${shop.customer.name}?`, question: /cancelled for good/ }
  await ear.press('Escape', 'button', 'Back', asked)
  await ear.press('Enter', 'button', 'Cancel order')
  await ear.press('Tab', 'button', 'Back', asked)
  await ear.press('Enter', 'button', 'Cancel order', asked)
  await ear.hears(`Order ${id} cancelled.`)
  expect(await statusOf(office, id)).toBe('CANCELED')
})

/** Sends orders for packaging, as a colleague does. */
const sendAway = (office: Caller, ids: number[]) =>
  done(office.press('orders.move-orders', { ids, transition: 'send' }))

// Quicker proof: web/ui/table/DataTable.test.tsx, features/orders/server/orders.test.ts
test('a row that a colleague takes out of the list leaves the focus to the next one @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Φεύγει')
  const ids: number[] = []
  for (const pieces of [1, 2, 3]) ids.unshift(await orderLanterns(office, shop, pieces))
  const [first = 0, second = 0, third = 0] = ids
  const clerk = await enter('user')
  const ear = await Ear.of(clerk)
  await clerk.goto(`/orders?show=STOCK-OK&q=${encodeURIComponent('feugei')}`)
  await clerk.getByRole('grid', { name: 'Orders' }).getByRole('row').nth(3).waitFor()
  await ear.skip()
  await ear.go('row', new RegExp(`\\b${first} – Ταβέρνα`), 36)
  await ear.press('ArrowDown', 'row', new RegExp(`\\b${first} – Ταβέρνα`))
  await ear.at('row', new RegExp(`\\b${second} – Ταβέρνα`))
  await sendAway(office, [second])
  await ear.at('row', new RegExp(`\\b${third} – Ταβέρνα`))
  await expect(clerk.getByText('1–2 of 2').first()).toBeVisible()
  await sendAway(office, [third, first])
  await expect(clerk.getByText('Nothing found').first()).toBeVisible()
  expect((await ear.focus()).role).not.toBe('none')
})

// Quicker proof: e2e/two-people.story.ts (the same by pointer), features/parties/web/form/party-form.test.ts
test('a colleague saves the same customer first: the message is read, a value chosen, and the save goes on @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Συνάδελφος')
  const clerk = await enter('logistirio')
  const ear = await Ear.of(clerk)
  await clerk.goto(`/customer-detail/${shop.customer.id}?tab=edit`)
  await clerk.getByRole('textbox', { name: 'Phone', exact: true }).focus()
  await ear.press('Control+a', 'textbox', 'Phone')
  await ear.type('2104000002', 'textbox', 'Phone')
  const { party } = (await office.ask('customers.detail', { id: shop.customer.id })).body
  await done(
    office.press('customers.change-customer', {
      id: party.id,
      version: party.version,
      changes: { phone: '2104000001', city: 'Πειραιάς' },
    }),
  )
  await ear.press('Control+s', 'textbox', 'Phone')
  await ear.hears(/has changed this customer/)
  await ear.at('button', /^Yours 2104000002/, { states: ['pressed'] })
  await ear.press('Tab', 'button', /^Yours/)
  await ear.press('Enter', 'button', /^The other person’s 2104000001/, { states: ['not pressed'] })
  await ear.at('button', /^The other person’s/, { states: ['pressed'] })
  await ear.go('button', 'Take the chosen values', 4)
  await ear.press('Enter', 'button', 'Take the chosen values')
  const after = await ear.focus()
  await ear.press('Control+s', after.role, after.name)
  await ear.hears(/saved/)
  const now = (await office.ask('customers.detail', { id: shop.customer.id })).body.party
  expect([now.phone, now.city]).toEqual(['2104000001', 'Πειραιάς'])
})

// Quicker proof: web/offline/QueueBar.test.tsx (what is said), e2e/packer/packer-day.story.ts (the same by scanner)
test('without a connection an order is packaged all the same: the waiting, the arrival and the connection are said @in-ci', async ({
  enter,
  callerFor,
}) => {
  const office = await callerFor('admin')
  const shop = await openShop(office, 'Σιωπή')
  const [id = 0] = await ordersIn('TO-PACKAGE', 1, office, shop)
  const packer = await enter('production', { serviceWorkers: 'allow' })
  const ear = await Ear.of(packer)
  await packer.goto('/packaging?q=siopi')
  await packer.getByRole('row').nth(1).waitFor()
  await keptOnDevice(packer, [id])
  await ear.skip()
  await ear.go('row', new RegExp(`${id}`), 20)
  await packer.context().setOffline(true)
  await ear.hears('Offline')
  await ear.press('Enter', 'row', new RegExp(`${id}`))
  await ear.go('textbox', 'Packaged by (your name)', 15)
  await ear.type('Κώστας', 'textbox', 'Packaged by (your name)')
  await ear.press('Enter', 'textbox', 'Packaged by (your name)')
  // the dialog says it, because the page below is not heard while it is open
  await ear.hears(/^Stored on this device\. It is sent as soon as the connection is back/)
  await packer.context().setOffline(false)
  await ear.hears('Connected again')
  await ear.hears('All actions have reached the office')
  // the list is empty now, so the focus is among the titles of its columns
  await expect(packer.locator('thead :focus')).toHaveCount(1)
  await expect.poll(() => statusOf(office, id)).toBe('PACKAGED')
})
