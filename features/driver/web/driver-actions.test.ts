import { renderHook } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { QueuedAction } from '#web/offline/action-queue.ts'
import type { DeviceActions } from '#web/offline/device-actions.ts'
import { useDriverActions } from './driver-actions.ts'
import type { Stop } from '../domain/day-now.ts'
import type { DeliveryActions } from '../domain/delivery-form.ts'
import type { ClosingPress } from '../domain/undone-presses.ts'

const stop = { id: 12, shipmentId: 7, customerId: 5, name: 'Ταβέρνα' } as unknown as Stop
const AT = '2026-11-20T08:00:00.000Z'

/** Returns the driver's actions on a device that stores all of them, or none. */
function actionsOn(keeps: boolean, waiting: QueuedAction[] = [], withdraws = false) {
  const keep = () => (keeps ? Promise.resolve() : Promise.reject(new Error('the device is full')))
  const act = vi.fn<DeviceActions['act']>(keep)
  const actAll = vi.fn<DeviceActions['actAll']>(keep)
  const withdraw = vi.fn<DeviceActions['withdraw']>(() => Promise.resolve(withdraws))
  const { result } = renderHook(() => useDriverActions({ act, actAll, withdraw, actions: waiting }))
  return { act, actAll, withdraw, actions: result.current }
}

const made: DeliveryActions = {
  deliveries: [{ orderId: 12, action: 'deliver' }],
  photos: [{ orderId: 12, photo: 'AAAA', takenAt: AT }],
  payment: { customerId: 5, orderId: 12, amount: 5704, receiptNumber: '', takenOn: '2026-11-20' },
}

test('delivery, payment and photo of one press are stored together, and a waiting photo delays neither of the others', async () => {
  const { actAll, actions } = actionsOn(true)
  expect(await actions.deliver([stop], made)).toBe(true)
  expect(actAll).toHaveBeenCalledOnce()
  expect(actAll.mock.calls[0]?.[0].map(({ contract, about }) => [contract.name, about.subject])).toEqual([
    ['shipping.close-delivery', 'orders:12'],
    ['payments.collect-payment', 'orders:12'],
    ['shipping.add-delivery-photo', 'photos:12'],
  ])
})

test('finishing a shipment and handing over cash wait for all earlier actions', async () => {
  const { act, actions } = actionsOn(true)
  await actions.finish(7, 'Νίκος')
  await actions.handOverCash({ counted: 100, note: '' }, 'Νίκος')
  expect(act.mock.calls.map(([, , about]) => about.afterAll)).toEqual([true, true])
})

test('a delivery that the device cannot store does not count as done', async () => {
  expect(await actionsOn(false).actions.deliver([stop], made)).toBe(false)
})

test('the orders of one stop are delivered together, with one payment and a photo for each order', async () => {
  const { actAll, actions } = actionsOn(true)
  const other = { ...stop, id: 13 }
  await actions.deliver([stop, other], {
    deliveries: [...made.deliveries, { orderId: 13, action: 'deliver' }],
    photos: [...made.photos, { orderId: 13, photo: 'AAAA', takenAt: AT }],
    payment: made.payment,
  })
  expect(actAll.mock.calls[0]?.[0].map(({ contract, about }) => [contract.name, about.subject])).toEqual([
    ['shipping.close-delivery', 'orders:12'],
    ['shipping.close-delivery', 'orders:13'],
    ['payments.collect-payment', 'orders:12'],
    ['shipping.add-delivery-photo', 'photos:12'],
    ['shipping.add-delivery-photo', 'photos:13'],
  ])
})

test('a photo of an order that is not delivered is stored with its closing, for each order of the stop', async () => {
  const { actAll, actions } = actionsOn(true)
  const photo = { base64: 'AAAA', takenAt: AT, address: 'data:' }
  await actions.close([stop, { ...stop, id: 13 }], { action: 'return', reasonCode: 'absent' }, photo)
  expect(actAll.mock.calls[0]?.[0].map(({ contract, about }) => [contract.name, about.subject])).toEqual([
    ['shipping.close-delivery', 'orders:12'],
    ['shipping.close-delivery', 'orders:13'],
    ['shipping.add-delivery-photo', 'photos:12'],
    ['shipping.add-delivery-photo', 'photos:13'],
  ])
})

describe('undoing a press', () => {
  const waitingAction = (key: string, command: string, input: object): QueuedAction => ({
    key,
    command,
    input,
    subject: 'orders:12',
    name: 'Ταβέρνα',
    at: AT,
  })
  const closing = waitingAction('a', 'shipping.close-delivery', { orderId: 12, action: 'deliver', doneAt: AT })
  const payment = waitingAction('b', 'payments.collect-payment', {
    customerId: 5,
    orderId: 12,
    amount: 5704,
    doneAt: AT,
  })
  const photo = waitingAction('c', 'shipping.add-delivery-photo', { orderId: 12, photo: 'AAAA', takenAt: AT })
  const earlier = waitingAction('d', 'payments.collect-payment', { customerId: 5, orderId: 12, amount: 100 })
  const press: ClosingPress = { pressedAt: AT, stops: [stop] }

  test('withdraws its actions, and no other, if none of them was sent', async () => {
    const { act, withdraw, actions } = actionsOn(true, [earlier, closing, payment, photo], true)
    expect(await actions.undo(press)).toBe(true)
    expect(withdraw.mock.calls).toEqual([[['a', 'b', 'c']]])
    expect(act).not.toHaveBeenCalled()
  })

  test.each([
    ['if one of them was sent', [closing, payment]],
    ['if its closing has left the device already', [photo]],
  ])('asks the office to undo it, after all that waits, %s', async (_when, waiting) => {
    const { act, actions } = actionsOn(true, waiting)
    expect(await actions.undo(press)).toBe(true)
    const [contract, input, about] = act.mock.calls[0] ?? []
    expect([contract?.name, about?.subject, about?.afterAll]).toEqual(['driver.undo-press', 'orders:12', true])
    expect(input).toMatchObject({ orderIds: [12], shipmentId: 7, pressedAt: AT })
  })
})
