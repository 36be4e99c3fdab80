import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { DeviceActions } from '#web/offline/device-actions.ts'
import { useDriverActions } from './driver-actions.ts'
import type { Stop } from '../domain/day.ts'
import type { HandOverActions } from '../domain/hand-over.ts'

const stop = { id: 12, shipmentId: 7, customerId: 5, name: 'Ταβέρνα' } as unknown as Stop
const AT = '2026-11-20T08:00:00.000Z'

/** The driver's verbs over a device that keeps everything, or nothing. */
function verbs(keeps: boolean) {
  const keep = () => (keeps ? Promise.resolve() : Promise.reject(new Error('the device is full')))
  const act = vi.fn<DeviceActions['act']>(keep)
  const actAll = vi.fn<DeviceActions['actAll']>(keep)
  return { act, actAll, actions: renderHook(() => useDriverActions({ act, actAll })).result.current }
}

const made: HandOverActions = {
  delivery: { orderId: 12, action: 'deliver' },
  photo: { orderId: 12, photo: 'AAAA', takenAt: AT },
  payment: { customerId: 5, orderId: 12, amount: 5704, receiptNumber: '', takenOn: '2026-11-20' },
}

test('delivery, money and photo of one press are kept at once, and the photo holds up neither', async () => {
  const { actAll, actions } = verbs(true)
  expect(await actions.deliver(stop, made)).toBe(true)
  expect(actAll).toHaveBeenCalledOnce()
  expect(actAll.mock.calls[0]?.[0].map(({ contract, about }) => [contract.name, about.subject])).toEqual([
    ['shipping.close-delivery', 'orders:12'],
    ['payments.collect-payment', 'orders:12'],
    ['shipping.add-delivery-photo', 'photos:12'],
  ])
})

test('the end of a round and the hand-over of cash wait for everything before them', async () => {
  const { act, actions } = verbs(true)
  await actions.finish(7, 'Νίκος')
  await actions.handOver({ counted: 100, note: '' }, 'Νίκος')
  expect(act.mock.calls.map(([, , about]) => about.afterAll)).toEqual([true, true])
})

test('a device that keeps nothing is no delivery', async () => {
  expect(await verbs(false).actions.deliver(stop, made)).toBe(false)
})
