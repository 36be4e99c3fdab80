import { expect, test } from 'vitest'
import { whyNotAddress } from './address.ts'
import { isTaken, MOST_ATTEMPTS, PAUSES, pauseAfterAttempt } from './retry.ts'

test.each([
  ['https://shop.example.gr/hooks?x=1', null],
  ['http://localhost:4000/hook', null],
  ['http://[::1]:4000/hook', null],
  ['http://shop.example.gr/hook', 'address-https'],
  ['http://localhost.evil.example/', 'address-https'],
  ['ftp://localhost/', 'address-https'],
  ['https://user:secret@shop.example.gr/', 'address-secret'],
  ['shop.example.gr', 'address'],
  ['', 'address'],
] as const)('the address %s: %s', (address, why) => {
  expect(whyNotAddress(address)).toBe(why)
})

test('the pauses grow, vary by a fifth, and end after the last attempt', () => {
  for (const [at, pause] of PAUSES.entries()) {
    expect(pauseAfterAttempt(at + 1, 0)).toBe(Math.round(pause * 0.8))
    expect(pauseAfterAttempt(at + 1, 1)).toBe(Math.round(pause * 1.2))
    expect(pause).toBeGreaterThan(PAUSES[at - 1] ?? 0)
  }
  expect(pauseAfterAttempt(MOST_ATTEMPTS, 0.5)).toBeNull()
})

test('only an answer from 200 to 299 means that an event was taken', () => {
  expect([200, 204, 299].map(isTaken)).toEqual([true, true, true])
  expect([null, 0, 199, 300, 301, 400, 500].filter(isTaken)).toEqual([])
})
