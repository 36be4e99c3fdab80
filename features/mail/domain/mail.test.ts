import { expect, test } from 'vitest'
import { statusOf } from './mail.ts'

test('the status of a mail follows from its recipients, and a mail without recipients has failed', () => {
  expect(statusOf(['SENT', 'UNSURE', 'FAILED', 'WAITING'])).toBe('WAITING')
  expect(statusOf(['SENT', 'UNSURE', 'FAILED'])).toBe('FAILED')
  expect(statusOf(['SENT', 'UNSURE'])).toBe('UNSURE')
  expect(statusOf(['SENT'])).toBe('SENT')
  expect(statusOf([])).toBe('FAILED')
})
