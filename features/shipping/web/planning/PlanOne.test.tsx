/** Tests the dialog that puts one order on a vehicle. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { CREW_KEY } from './crew.ts'
import { PlanOne } from './PlanOne.tsx'

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
afterEach(() => {
  cleanup()
  signIn(null)
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const ORDER = { id: 1204, name: 'Ταβέρνα', status: 'INVOICED', invoiceMode: 'red', facts: {} } as unknown as OrderDetail

/** Draws the dialog for a driver with these open shipments. The commands never answer. Returns the commands that were sent. */
async function draw(open: readonly object[]): Promise<string[]> {
  signIn({ uid: 1, role: 'admin' })
  localStorage.setItem(CREW_KEY, JSON.stringify({ driverType: 'Driver', driver: 'Nikos', vehicle: '' }))
  const sent: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    const name = ['shipping.add-stops', 'shipping.plan-shipment'].find((one) => address.includes(one))
    if (name === undefined)
      return Promise.resolve(Response.json({ drivers: [{ name: 'Nikos', userId: 3 }], vehicles: [], open }))
    sent.push(name)
    return new Promise(() => undefined)
  })
  await drawPart(<PlanOne order={ORDER} close={() => undefined} />)
  return sent
}
const button = (name: string) => screen.findByRole('button', { name })
const OPEN = [{ id: 12, driver: 'Nikos', driverUserId: 3, vehicle: '' }]

test('the main button adds to the shipment that the driver has not begun, and while it runs neither button sends anything', async () => {
  const sent = await draw(OPEN)
  const [add, begin] = [await button('Add to shipment 12'), await button('New shipment')]
  expect([add, begin].map((one) => one.hasAttribute('data-autofocus'))).toEqual([true, false])
  fireEvent.click(add)
  await waitFor(() => expect(sent).toEqual(['shipping.add-stops']))
  fireEvent.click(begin)
  fireEvent.click(add)
  expect([add, begin].map((one) => one.hasAttribute('data-loading'))).toEqual([true, true])
  expect(sent).toEqual(['shipping.add-stops'])
})

test('with a typed note only a new shipment begins, and the other button says why', async () => {
  const sent = await draw(OPEN)
  fireEvent.change(screen.getByLabelText('Extra info'), { target: { value: 'Δύο παλέτες' } })
  fireEvent.click(await button('Add to shipment 12'))
  expect(screen.getAllByText('Extra info is only for a new shipment. Clear it to add to shipment 12.')).not.toEqual([])
  fireEvent.click(await button('New shipment'))
  await waitFor(() => expect(sent).toEqual(['shipping.plan-shipment']))
})

test('for a driver without an open shipment the main button plans a new one', async () => {
  const sent = await draw([])
  fireEvent.click(await button('Plan shipment'))
  await waitFor(() => expect(sent).toEqual(['shipping.plan-shipment']))
  expect(screen.queryByRole('button', { name: 'New shipment' })).toBeNull()
})
