import { expect, test } from 'vitest'
import { cancelInvoice } from './contract.ts'
import { readFile } from './from-file/contract.ts'
import { mailOrderSheet } from '#features/buying/domain/contract.ts'

test('a stock below zero and a second mail are confirmed only if the request says so', () => {
  expect(cancelInvoice.input.parse({ id: 1, version: 1, reason: 'λάθος' }).belowZero).toBe(false)
  expect(mailOrderSheet.input.parse({ id: 1, to: 'a@b.gr', subject: 'x', body: 'x' }).again).toBe(false)
})

test('a file of a provider has a name', () => {
  expect(['invoice.csv', ' '].map((name) => readFile.input.safeParse({ name }).success)).toEqual([true, false])
})
