import { expect, test } from 'vitest'
import { type ChainTask, groupStatus, isItsTurn, isShownInSection } from './chains.ts'

let made = 0
const task = (change: Partial<ChainTask>): ChainTask => ({
  id: (made += 1),
  orderId: 1,
  productId: 1,
  taskref: 'a',
  seq: 1,
  status: 'PENDING',
  ...change,
})

test('a step waits for the open step before it in its own chain, and for no other chain (C-44)', () => {
  const second = task({ seq: 2 })
  expect(isItsTurn(second, [task({}), second])).toBe(false)
  expect(isItsTurn(second, [task({ status: 'FINISHED' }), second])).toBe(true)
  expect(isItsTurn(second, [task({ status: 'CANCELED' }), second])).toBe(true)
  expect(isItsTurn(second, [task({ productId: 2 }), task({ taskref: 'b' }), task({ orderId: 2 })])).toBe(true)
})

test('the first step is always in turn', () => {
  const first = task({})
  expect(isItsTurn(first, [first, task({ seq: 2 })])).toBe(true)
})

test('a step whose previous step is cancelled or absent waits for the one before that (C-44)', () => {
  const third = task({ seq: 3 })
  expect(isItsTurn(third, [task({}), task({ seq: 2, status: 'CANCELED' }), third])).toBe(false)
  expect(isItsTurn(third, [task({}), third])).toBe(false)
  expect(isItsTurn(third, [task({ status: 'FINISHED' }), task({ seq: 2, status: 'CANCELED' }), third])).toBe(true)
  // only the step before decides, as programs finish steps in their own order
  expect(isItsTurn(third, [task({}), task({ seq: 2, status: 'FINISHED' }), third])).toBe(true)
  expect(isItsTurn(third, [task({ productId: 9, taskref: '' }), task({ seq: 2, status: 'CANCELED' })])).toBe(false)
})

test('a step without a chain waits for all steps before it of its order (C-44)', () => {
  const second = task({ seq: 2, taskref: '' })
  expect(isItsTurn(second, [task({ productId: 9 }), second])).toBe(false)
  expect(isItsTurn(second, [task({ productId: 9, status: 'FINISHED' }), second])).toBe(true)
})

test('a section shows a later step only while it is pending or has received its materials', () => {
  expect(isShownInSection(task({ seq: 2 }), [])).toBe(true)
  expect(isShownInSection(task({ seq: 2, status: 'STARTED' }), [])).toBe(false)
  expect(isShownInSection(task({ seq: 1, status: 'STARTED' }), [])).toBe(true)
  expect(isShownInSection(task({ status: 'CANCELED' }), [])).toBe(false)
})

test('the status of an order is the first that a task has of PENDING, PRODUCTION, STARTED and DELIVERY', () => {
  expect(groupStatus(['FINISHED', 'DELIVERY', 'STARTED', 'PRODUCTION', 'PENDING'])).toBe('PENDING')
  expect(groupStatus(['DELIVERY', 'STARTED', 'PRODUCTION', 'FINISHED'])).toBe('PRODUCTION')
  expect(groupStatus(['DELIVERY', 'STARTED'])).toBe('STARTED')
  expect(groupStatus(['FINISHED', 'DELIVERY', 'STOCK-RECEIVED'])).toBe('DELIVERY')
})

test('the status of an order is FINISHED only if all its tasks are, cancelled ones aside, and empty without tasks', () => {
  expect(groupStatus(['FINISHED', 'FINISHED', 'CANCELED'])).toBe('FINISHED')
  expect(groupStatus(['FINISHED', 'STOCK-RECEIVED'])).toBe('STOCK-RECEIVED')
  expect(groupStatus([])).toBeNull()
})
