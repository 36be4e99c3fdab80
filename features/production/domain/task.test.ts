import { expect, test } from 'vitest'
import { readTaskStatus, shownDescription, WASHING_DESCRIPTION } from './task.ts'

test('a status is read in any case, with spaces or underscores instead of hyphens', () => {
  expect(readTaskStatus(' finished ')).toBe('FINISHED')
  expect(readTaskStatus('stock_received')).toBe('STOCK-RECEIVED')
  expect(readTaskStatus('Stock Received')).toBe('STOCK-RECEIVED')
  expect(readTaskStatus('DONE')).toBeNull()
  expect(readTaskStatus('')).toBeNull()
})

test('the stored word of a washing task is not shown, and every other description is', () => {
  expect(shownDescription(WASHING_DESCRIPTION)).toBe('')
  expect(shownDescription('με προσοχή')).toBe('με προσοχή')
})
