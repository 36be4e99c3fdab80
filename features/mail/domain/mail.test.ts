import { expect, test } from 'vitest'
import { addressesIn } from '#kernel/mail-addresses.ts'
import { statusOf } from './mail.ts'

test('the status of a mail follows from its recipients, and a mail without recipients has failed', () => {
  expect(statusOf(['SENT', 'UNSURE', 'FAILED', 'WAITING'])).toBe('WAITING')
  expect(statusOf(['SENT', 'UNSURE', 'FAILED'])).toBe('FAILED')
  expect(statusOf(['SENT', 'UNSURE'])).toBe('UNSURE')
  expect(statusOf(['SENT'])).toBe('SENT')
  expect(statusOf([])).toBe('FAILED')
})

test('an address that is given twice in one field receives the mail once', () => {
  expect(addressesIn(' a@b.gr; A@b.gr,,c@d.gr, a@b.gr ')).toEqual(['a@b.gr', 'c@d.gr'])
})
