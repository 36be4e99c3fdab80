import { describe, expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import { letterLanguage } from './language.ts'
import { nextStep, whyNotDays } from './reminder.ts'

const days = { first: 7, second: 21, third: 35 }
const today = '2026-11-20' as Day
const on = (step: 1 | 2 | 3, day: string) => ({ step, day: day as Day })

describe('the step in which a debt may be reminded', () => {
  test('begins with the friendly letter, however late the debt is', () => {
    expect([6, 7, 400].map((late) => nextStep(late, null, days, today))).toEqual([null, 1, 1])
  })

  test('comes the day after the debt was due at the earliest, even if the company sets 0 days', () => {
    expect([0, 1].map((late) => nextStep(late, null, { ...days, first: 0 }, today))).toEqual([null, 1])
  })

  test('follows the last one after as many days as lie between both', () => {
    expect(nextStep(60, on(1, '2026-11-07'), days, today)).toBeNull()
    expect(nextStep(60, on(1, '2026-11-06'), days, today)).toBe(2)
    expect(nextStep(20, on(1, '2026-11-01'), days, today)).toBeNull()
    expect(nextStep(60, on(2, '2026-11-06'), days, today)).toBe(3)
    expect(nextStep(900, on(3, '2025-11-06'), days, today)).toBeNull()
  })

  test('has days that increase', () => {
    expect(whyNotDays(days)).toBeNull()
    const fieldsOf = (wrong: typeof days) => whyNotDays(wrong)?.details
    expect(whyNotDays({ first: 21, second: 21, third: 35 })?.code).toBe('reminders.days-order')
    expect(fieldsOf({ first: 21, second: 21, third: 35 })).toEqual({
      fields: { 'values.second': 'reminders.days-order' },
    })
    expect(fieldsOf({ first: 7, second: 21, third: 21 })).toEqual({
      fields: { 'values.third': 'reminders.days-order' },
    })
    expect(fieldsOf({ first: 22, second: 21, third: 20 })).toEqual({
      fields: { 'values.second': 'reminders.days-order' },
    })
  })
})

test('letters to Greece and Cyprus are Greek, and those to other countries English', () => {
  expect(['', 'Ελλάδα', 'Κύπρος', 'άγνωστη', 'Germany', 'IT'].map(letterLanguage)).toEqual([
    'gr',
    'gr',
    'gr',
    'gr',
    'eng',
    'eng',
  ])
})
