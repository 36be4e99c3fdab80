import { expect, test } from 'vitest'
import { verbsIn } from '#kernel/verbs/verb.ts'
import { moveDeliveryVerb, reshipVerb, sendVerb } from './verbs.ts'

test.each([
  ['νέα ημέρα 176', 'orders.move-delivery'],
  ['day 176', 'orders.move-delivery'],
  ['176 fecha', 'orders.move-delivery'],
  ['επαναποστολή 176', 'orders.re-ship'],
  ['reship 176', 'orders.re-ship'],
  ['send 176', 'orders.send'],
])('%s asks for %s', (text, name) => {
  const [understood] = verbsIn(text, [sendVerb, reshipVerb, moveDeliveryVerb])
  expect(understood?.verb.name).toBe(name)
})
