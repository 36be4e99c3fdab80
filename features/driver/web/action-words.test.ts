import i18n from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { adviceFor, losesMoneyOrSignature } from './action-words.ts'

beforeAll(startLanguages)

const action = (command: string, input: unknown) => ({ key: 'a', command, input, name: 'Ταβέρνα', at: '2026-11-20' })
const delivery = (more: object) => action('shipping.close-delivery', { orderId: 12, action: 'deliver', ...more })

test('only money and a signature need a second press before they are removed from the list', () => {
  expect(losesMoneyOrSignature(action('payments.collect-payment', { customerId: 5, amount: 100 }))).toBe(true)
  expect(losesMoneyOrSignature(delivery({ proof: { recipient: 'Μαρία', signature: [[[1, 2]]] } }))).toBe(true)
  expect(losesMoneyOrSignature(delivery({ proof: { recipient: 'Μαρία', signature: null } }))).toBe(false)
  expect(losesMoneyOrSignature(delivery({}))).toBe(false)
  expect(losesMoneyOrSignature(action('shipping.add-delivery-photo', { orderId: 12, photo: 'AAAA' }))).toBe(false)
})

test('each kind of refused action has advice for the driver', () => {
  const t = i18n.getFixedT(null, 'driver')
  expect(adviceFor(t, delivery({}))).toContain('order 12')
  expect(adviceFor(t, action('payments.collect-payment', {}))).toContain('PAYMENTS')
  const others = [
    'shipping.add-delivery-photo',
    'shipping.take-back-loans',
    'driver.undo-press',
    'shipping.reorder-stops',
    'shipping.finish-shipment',
  ]
  for (const command of [...others, 'payments.hand-over-cash'])
    expect(adviceFor(t, action(command, {})), command).toMatch(/\w+ \w+/)
})
