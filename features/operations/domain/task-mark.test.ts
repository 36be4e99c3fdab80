import { expect, test } from 'vitest'
import { taskMark } from './task-mark.ts'

test.each([
  ['in stock without tasks', 'STOCK-OK', 0, 0, 'ready'],
  ['in stock with open tasks', 'STOCK-OK', 2, 1, 'ready'],
  ['waiting without tasks', 'PENDING-STOCK', 0, 0, 'none'],
  ['waiting with an open task', 'PENDING-STOCK', 2, 1, 'working'],
  ['waiting with finished tasks', 'PENDING-STOCK', 2, 0, 'ready'],
] as const)('an order that is %s (%s, %i tasks, %i open) has the mark %s', (_, status, tasks, openTasks, mark) => {
  expect(taskMark({ status, tasks, openTasks })).toBe(mark)
})
