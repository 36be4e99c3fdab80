import { expect, test } from 'vitest'
import { taskMark } from './task-mark.ts'

test.each([
  ['in stock, no tasks', 'STOCK-OK', 0, 0, 'ready'],
  ['in stock, tasks going on', 'STOCK-OK', 2, 1, 'ready'],
  ['waiting, no tasks', 'PENDING-STOCK', 0, 0, 'none'],
  ['waiting, one of two finished', 'PENDING-STOCK', 2, 1, 'working'],
  ['waiting, all finished', 'PENDING-STOCK', 2, 0, 'ready'],
] as const)('%s', (_, status, tasks, openTasks, mark) => {
  expect(taskMark({ status, tasks, openTasks })).toBe(mark)
})
