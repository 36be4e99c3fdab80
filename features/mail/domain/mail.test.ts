import { expect, test } from 'vitest'
import { statusOf } from './mail.ts'

test('a mail stands as its recipients do, and one without a recipient has failed', () => {
  expect(statusOf(['SENT', 'UNSURE', 'FAILED', 'WAITING'])).toBe('WAITING')
  expect(statusOf(['SENT', 'UNSURE', 'FAILED'])).toBe('FAILED')
  expect(statusOf(['SENT', 'UNSURE'])).toBe('UNSURE')
  expect(statusOf(['SENT'])).toBe('SENT')
  expect(statusOf([])).toBe('FAILED')
})
