import { expect, test } from 'vitest'
import { whyNoShortageTasks } from './shortage.ts'
import { isUnstarted, taskLifecycle, whyNotWorked } from './task-lifecycle.ts'

test.each([
  ['that waits for stock and lacks a product', {}, undefined],
  ['that does not wait for stock', { status: 'STOCK-OK' as const }, 'production.only-pending-stock'],
  ['that has tasks', { tasks: 1 }, 'production.has-tasks'],
  ['that lacks nothing', { short: 0 }, 'production.nothing-short'],
])('tasks for the shortages of an order %s are created or refused by their own reason', (_, more, code) => {
  expect(whyNoShortageTasks({ status: 'PENDING-STOCK', tasks: 0, short: 1, ...more })?.code).toBe(code)
})

test('only a pending task that nobody has begun is closed with its order (C-73)', () => {
  expect(isUnstarted({ status: 'PENDING', begun: false })).toBe(true)
  expect(isUnstarted({ status: 'PENDING', begun: true })).toBe(false)
  expect(isUnstarted({ status: 'STARTED', begun: false })).toBe(false)
})

test('a task proceeds once its materials are received, and is worked on in its turn while it is open', () => {
  const task = { status: 'PENDING', waiting: 0, begun: false, isItsTurn: true } as const
  const proceed = (more: object) => taskLifecycle.whyNot('proceed', { ...task, ...more }, { role: 'user' })?.code
  expect([proceed({}), proceed({ waiting: 2 }), proceed({ isItsTurn: false })]).toEqual([
    undefined,
    'production.materials-missing',
    'production.not-its-turn',
  ])
  expect(whyNotWorked(task)).toBeNull()
  expect(whyNotWorked({ ...task, isItsTurn: false })?.code).toBe('production.not-its-turn')
  expect(whyNotWorked({ ...task, status: 'FINISHED' })?.code).toBe('production.closed')
})
