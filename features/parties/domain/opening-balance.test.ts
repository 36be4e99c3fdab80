import { expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import type { Cents } from '#kernel/money.ts'
import { whyNotHistoric, whyNotOpening } from './opening-balance.ts'

const day = (date: number) => `2026-11-0${date}` as Day
const balance = (more: object) => ({ amount: 100 as Cents, day: day(2), note: '', ...more })

test.each([
  ['of a past day', balance({}), undefined],
  ['of today', balance({ day: day(3) }), undefined],
  ['of a day to come', balance({ day: day(4) }), 'parties.opening-ahead'],
  ['with the longest note', balance({ note: 'α'.repeat(300) }), undefined],
  ['with a longer note', balance({ note: 'α'.repeat(301) }), 'parties.opening-note'],
])('an opening balance %s is accepted or refused by its own reason', (_, opening, code) => {
  expect(whyNotOpening(opening, day(3))?.code).toBe(code)
})

test.each([
  ['before the day of the opening balance', day(1), day(2), 'parties.in-opening'],
  ['of the day of the opening balance', day(2), day(2), 'parties.in-opening'],
  ['after the opening balance', day(3), day(2), undefined],
  ['of a party without an opening balance', day(1), undefined, undefined],
])('a document of an earlier system %s counts once', (_, date, opening, code) => {
  expect(whyNotHistoric(date, opening, 'Ακτή')?.code).toBe(code)
})
