import { describe, expect, test } from 'vitest'
import { defineRights } from '#kernel/rights.ts'
import { type Setting, settingsContracts, storedValues } from './form.ts'

const { change } = defineRights('test', { change: ['admin'] })
const SETTINGS: readonly Setting[] = [
  { kind: 'kept-days', name: 'mails', usual: 2_192, least: 365, most: 36_525 },
  { kind: 'kept-days', name: 'jobs', usual: 14, least: 1, most: 36_525 },
]

describe('the values of a form', () => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a list', [1_000]],
    ['a text', 'mails'],
    ['an empty object', {}],
    ['fewer days than allowed', { mails: 364 }],
    ['more days than allowed', { mails: 36_526 }],
    ['half a day', { jobs: 2.5 }],
    ['a number as text', { jobs: '20' }],
    ['a setting that does not exist', { letters: 1_000 }],
  ])('are the usual ones if %s is stored', (_title, stored) => {
    expect(storedValues(SETTINGS, stored)).toEqual({ mails: 2_192, jobs: 14 })
  })

  test('are the stored ones within the limits, which are allowed themselves', () => {
    expect(storedValues(SETTINGS, { mails: 365, jobs: 36_525 })).toEqual({ mails: 365, jobs: 36_525 })
  })
})

describe('the input of the command', () => {
  const { save } = settingsContracts({ name: 'retention', right: change, settings: SETTINGS })
  const isAccepted = (values: object): boolean => save.input.safeParse({ values, shown: {} }).success

  test.each([
    [{}, true],
    [{ mails: 365 }, true],
    [{ mails: 365, jobs: 1 }, true],
    [{ mails: 364 }, false],
    [{ mails: 36_526 }, false],
    [{ mails: 400.5 }, false],
    [{ mails: null }, false],
    [{ letters: 400 }, false],
  ])('%j is accepted: %s', (values, accepted) => {
    expect(isAccepted(values)).toBe(accepted)
  })

  test('names the command and the query after the form', () => {
    const { read } = settingsContracts({ name: 'retention', right: change, settings: SETTINGS })
    expect([read.name, save.name, save.right]).toEqual(['settings.retention', 'settings.save-retention', change])
  })
})
