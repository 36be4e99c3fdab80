import { expect, test } from 'vitest'
import type { CalendarRow } from '#server/calendar/kinds.ts'
import { TASK_STATUSES } from '../domain/task.ts'
import { taskDays } from './calendar.ts'

test('a task on the calendar has yet to happen until it is finished or cancelled', () => {
  const isWaiting = (status: string) => taskDays.waits?.({ status } as CalendarRow)
  expect(TASK_STATUSES.filter(isWaiting)).toEqual(['PENDING', 'STOCK-RECEIVED', 'PRODUCTION', 'STARTED', 'DELIVERY'])
})
