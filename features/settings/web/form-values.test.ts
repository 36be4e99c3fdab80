import { describe, expect, test } from 'vitest'
import type { Setting } from '#kernel/settings/form.ts'
import { changedValues, clashing, shortened, shownValues } from './form-values.ts'

const BASE = { mails: 2_192, jobs: 14, sessions: 180 }
const SETTINGS: readonly Setting[] = Object.entries(BASE).map(([name, usual]) => ({
  kind: 'kept-days',
  name,
  usual,
  least: 1,
  most: 36_525,
}))

test('only the changed settings are sent, with the values on which the change is based', () => {
  const mine = changedValues(BASE, { mails: 1_000, jobs: 14, sessions: null })
  expect(mine).toEqual({ mails: 1_000, sessions: null })
  expect(shownValues(BASE, mine)).toEqual({ mails: 2_192, sessions: 180 })
})

describe('a setting that another person has changed', () => {
  test.each([
    ['this person has not changed it', { jobs: 20 }, { ...BASE, mails: 400 }, []],
    ['both have changed it', { mails: 1_000 }, { ...BASE, mails: 400 }, ['mails']],
    ['both have set the same value', { mails: 400 }, { ...BASE, mails: 400 }, []],
    ['the other person has changed another one', { mails: 1_000 }, { ...BASE, jobs: 20 }, []],
  ])('if %s', (_title, mine, theirs, expected) => {
    expect(clashing(BASE, mine, theirs)).toEqual(expected)
  })
})

describe('the question before records are kept for a shorter time', () => {
  test.each([
    ['longer', { mails: 3_000 }, []],
    ['as long as before', { mails: 2_192 }, []],
    ['an unreadable time', { mails: null }, []],
    ['shorter', { mails: 2_191 }, [{ name: 'mails', before: 2_192, after: 2_191 }]],
  ])('lists what is kept %s', (_title, mine, expected) => {
    expect(shortened(SETTINGS, BASE, mine)).toEqual(expected)
  })
})
