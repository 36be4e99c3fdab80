import { describe, expect, test } from 'vitest'
import { defineRights } from '#kernel/rights.ts'
import { missingSettings, type Setting, settingsContracts, storedValues, whyBeyond } from './form.ts'

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

test('a company lacks the settings that it needs and that are empty', () => {
  const settings: readonly Setting[] = [
    { kind: 'text', name: 'vat', longest: 30, wanted: true },
    { kind: 'text', name: 'address', longest: 30, wanted: true },
    { kind: 'text', name: 'email', longest: 30, wanted: true },
    { kind: 'text', name: 'website', longest: 30 },
  ]
  const missing = missingSettings(settings, { vat: '094014201', address: '', website: '' })
  expect(missing.map(({ name }) => name)).toEqual(['address', 'email'])
})

describe('a setting that another one limits', () => {
  const limited: readonly Setting[] = [
    {
      kind: 'kept-days',
      name: 'mails',
      usual: 400,
      least: 1,
      most: 999,
      within: { name: 'jobs', refusal: 'too-long' },
    },
    { kind: 'kept-days', name: 'jobs', usual: 400, least: 1, most: 999 },
    { kind: 'text', name: 'note', longest: 30 },
  ]
  test.each([
    ['is as high as its limit', { mails: 400, jobs: 400 }, undefined],
    ['is higher', { mails: 401, jobs: 400 }, 'too-long'],
    ['is not given', { jobs: 400 }, undefined],
    ['has no limit', { mails: 401 }, undefined],
    ['is lower, and its limit is not limited itself', { mails: 1, jobs: 999 }, undefined],
  ])('%s', (_, values, code) => {
    expect(whyBeyond(limited, values)?.code).toBe(code)
  })

  test('is refused with both numbers at its field', () => {
    expect(whyBeyond(limited, { mails: 401, jobs: 400 })?.details).toEqual({
      days: 401,
      limit: 400,
      fields: { 'values.mails': 'too-long' },
    })
  })
})
