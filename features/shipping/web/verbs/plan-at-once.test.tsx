/** Tests putting an order on a vehicle because a person typed so: the chosen driver, and who may undo it. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { CREW_KEY } from '../planning/crew.ts'
import { planAtOnce } from './plan-at-once.ts'

const CHOICES = {
  drivers: [
    { userId: 4, name: 'Giorgos' },
    { userId: 5, name: 'Nikos' },
  ],
  vehicles: ['VAN'],
  open: [],
  company: { name: '', address: '', placed: true },
}
const CALL = { record: { id: 154, title: '#154', status: 'INVOICED', to: '/order-detail/154' }, amount: null }
let sent: { name: string; body: unknown }[] = []

beforeAll(startLanguages)
beforeEach(async () => {
  sent = []
  localStorage.clear()
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address.includes('shipping.choices')) return Response.json(CHOICES)
    if (init?.method !== 'POST') return new Promise(() => undefined)
    sent.push({ name: address.replace('/app/', ''), body: JSON.parse(init.body as string) })
    return Response.json({})
  })
})
afterEach(() => {
  cleanup()
  signIn(null)
  localStorage.clear()
  vi.unstubAllGlobals()
  queryClient.clear()
})

/** Plans the order for a person with these rights, on a device where Nikos was chosen last. */
async function plan(rights: Record<string, boolean>): Promise<void> {
  signIn({ uid: 1, role: 'user', right_changes: rights })
  localStorage.setItem(CREW_KEY, JSON.stringify({ driverType: 'Driver', driver: 'Nikos', vehicle: 'VAN' }))
  await drawPart(<p />)
  expect(await planAtOnce(CALL)).toBe(true)
  expect(await screen.findByText('Order 154 is on the truck: Nikos.')).toBeDefined()
  expect(sent).toMatchObject([{ name: 'shipping.plan-shipment', body: { driver: 'Nikos', vehicle: 'VAN' } }])
}

test('the order gets the driver who was chosen last, and Undo returns it to planning', async () => {
  await plan({})
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(sent[1]).toMatchObject({ name: 'shipping.close-delivery', body: { orderId: 154, action: 'to-planning' } }),
  )
})

test('Undo is not offered to a person who may plan but not return an order to planning', async () => {
  await plan({ 'shipping.drive': false })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test.each([
  ['nothing', null],
  ['something else', '[1'],
  ['a courier', JSON.stringify({ driverType: 'ACS', driver: 'ACS', vehicle: '' })],
])('a device that remembers %s sends nothing, because a person must choose', async (_what, stored) => {
  signIn({ uid: 1, role: 'user' })
  if (stored !== null) localStorage.setItem(CREW_KEY, stored)
  expect(await planAtOnce(CALL)).toBe(false)
  expect(sent).toEqual([])
})
