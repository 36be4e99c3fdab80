import { expect, test } from 'vitest'
import { keptAction } from './kept-action.ts'

const action = (command: string, input: unknown) => ({ key: 'a', command, input, name: 'Ταβέρνα', at: '' })

test('nothing is kept of a photo', () => {
  expect(keptAction(action('shipping.add-delivery-photo', { orderId: 1 }))).toBeNull()
})

test('a delivery is kept without name and signature, and another action as it is', () => {
  const input = { orderId: 1, action: 'deliver', proof: { recipient: 'Μαρία', signature: [[[1, 2]]] } }
  const kept = keptAction(action('shipping.close-delivery', input))
  expect(kept?.input).toEqual({ orderId: 1, action: 'deliver', proof: undefined })
  expect(JSON.stringify(kept)).not.toContain('Μαρία')
  const payment = action('payments.collect-payment', { amount: 100 })
  expect(keptAction(payment)).toBe(payment)
})
