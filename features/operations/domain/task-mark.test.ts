import { expect, test } from 'vitest'
import { mayNeedTasks, taskMark } from './task-mark.ts'

test.each([
  ['in stock without tasks', 'STOCK-OK', 0, 0, 'ready'],
  ['in stock with open tasks', 'STOCK-OK', 2, 1, 'ready'],
  ['waiting without tasks', 'PENDING-STOCK', 0, 0, 'none'],
  ['waiting with an open task', 'PENDING-STOCK', 2, 1, 'working'],
  ['waiting with finished tasks', 'PENDING-STOCK', 2, 0, 'ready'],
] as const)('an order that is %s (%s, %i tasks, %i open) has the mark %s', (_, status, tasks, openTasks, mark) => {
  expect(taskMark({ status, tasks, openTasks })).toBe(mark)
})

test('tasks are offered for an order that waits for stock, has none, and lacks something (S1-STA-57 to 59)', () => {
  const order = { status: 'PENDING-STOCK', tasks: 0, short: true } as const
  expect(mayNeedTasks(order)).toBe(true)
  for (const other of [{ status: 'STOCK-OK' }, { tasks: 1 }, { short: false }] as const)
    expect(mayNeedTasks({ ...order, ...other })).toBe(false)
})
