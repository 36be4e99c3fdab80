import { expect, test } from 'vitest'
import { whyNotChangeRight } from '#kernel/rights.ts'
import { whyNotAddress } from './address.ts'
import { createWebhook } from './contract.ts'
import { isTaken, MOST_ATTEMPTS, PAUSES, pauseAfterAttempt } from './retry.ts'
import { webhooksRights } from './rights.ts'

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

test('a webhook is created only with an address to which events may be sent', () => {
  const parsed = (url: string) => createWebhook.input.safeParse({ name: 'Shop', url, events: ['order.created'] })
  expect(parsed(' https://shop.example.gr/hooks ').data?.url).toBe('https://shop.example.gr/hooks')
  expect(parsed('http://shop.example.gr/hook').error?.issues).toMatchObject([
    { path: ['url'], message: 'webhooks.address-https' },
  ])
})

test('no other role can get the right to manage webhooks, because they receive the events of every area', () => {
  expect(whyNotChangeRight('user', webhooksRights.write)).toBe('fixed')
})
