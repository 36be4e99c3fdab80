import { expect, test } from 'vitest'
import { addressesIn } from '#kernel/mail-addresses.ts'
import { zMailText } from './contract.ts'
import { statusOf, statusToResend } from './mail.ts'

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

test('a mail is sent again to the recipients that failed, or else to those with an unknown result', () => {
  expect(statusToResend(['SENT', 'UNSURE', 'FAILED'])).toBe('FAILED')
  expect(statusToResend(['SENT', 'UNSURE'])).toBe('UNSURE')
  expect(statusToResend(['SENT', 'WAITING'])).toBeNull()
})

test('a mail has one to ten addresses', () => {
  const isRight = (addresses: readonly string[]) => zMailText.to.safeParse(addresses.join(', ')).success
  const many = Array.from({ length: 11 }, (_, at) => `a${at}@b.gr`)
  expect([[], many.slice(0, 1), many.slice(0, 10), many, ['a@b.gr', 'b'], ['b']].map(isRight)).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
  ])
})

test('the subject of a mail is one line that is not empty', () => {
  const isRight = (subject: string) => zMailText.subject.safeParse(subject).success
  expect(['Your order', '', 'a\nb', 'a\tb'].map(isRight)).toEqual([true, false, false, false])
})
