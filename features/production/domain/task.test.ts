import { expect, test } from 'vitest'
import { readTaskStatus } from './task.ts'

test('a status is read in any case, with spaces or underscores instead of hyphens', () => {
  expect(readTaskStatus(' finished ')).toBe('FINISHED')
  expect(readTaskStatus('stock_received')).toBe('STOCK-RECEIVED')
  expect(readTaskStatus('Stock Received')).toBe('STOCK-RECEIVED')
  expect(readTaskStatus('DONE')).toBeNull()
  expect(readTaskStatus('')).toBeNull()
})
