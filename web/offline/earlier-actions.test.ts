import { expect, test } from 'vitest'
import { takenOver } from './earlier-actions.ts'

const rest = { shipmentId: 4, orderId: 12, name: 'Ταβέρνα Ο Φάρος', at: '2026-11-20T08:00:00.000Z' }

test('an action stored by version 0.2 keeps its key and input, so that the server recognises it', () => {
  const input = { orderId: 12, action: 'deliver' }
  expect(takenOver({ ...rest, key: 'a', deed: { kind: 'delivery', input } })).toEqual({
    key: 'a',
    command: 'shipping.close-delivery',
    input,
    subject: 'orders:12',
    name: 'Ταβέρνα Ο Φάρος',
    at: rest.at,
  })
})

test('a refused payment keeps its reason', () => {
  const refusal = { kind: 'refused', code: 'payments.negative' } as const
  const taken = takenOver({ ...rest, key: 'b', deed: { kind: 'payment', input: { amount: 1920 } }, refusal })
  expect(taken).toMatchObject({ command: 'payments.collect-payment', input: { amount: 1920 }, refusal })
})
