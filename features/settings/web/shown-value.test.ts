import { beforeAll, describe, expect, test } from 'vitest'
import type { Setting } from '#kernel/settings/form.ts'
import i18n from 'i18next'
import { startLanguages } from '#web/i18n.ts'
import type { SettingTexts } from './setting-texts.ts'
import { shownSetting } from './shown-value.ts'

beforeAll(async () => {
  await startLanguages()
  await i18n.changeLanguage('en')
})

const texts: SettingTexts = {
  name: (setting) => `name of ${setting}`,
  hint: () => '',
  column: (_setting, column) => `column ${column}`,
  option: (setting, option) => `${setting} is ${option}`,
  yes: 'Yes',
  no: 'No',
}
const shown = (setting: object, value: unknown, other: unknown = null) =>
  shownSetting({ name: 'x', ...setting } as Setting, value, other, texts)

test.each([
  [{ kind: 'text' }, 'Κερίνο', 'Κερίνο'],
  [{ kind: 'text' }, null, '–'],
  [{ kind: 'text', check: 'iban' }, 'GR1601101250000000012300695', 'GR16 0110 1250 0000 0001 2300 695'],
  [{ kind: 'yes-no' }, true, 'Yes'],
  [{ kind: 'yes-no' }, false, 'No'],
  [{ kind: 'kept-days' }, 2192, '2,192'],
  [{ kind: 'amount', of: 'money' }, 1250, '€12.50'],
  [{ kind: 'choice' }, 'Ground', 'x is Ground'],
])('a value of %j is in words', (setting, value, words) => {
  expect(shown(setting, value).replace(/\s/g, ' ')).toBe(words)
})

describe('a list shows what the change added and removed', () => {
  const names = { kind: 'names' }
  const rows = {
    kind: 'rows',
    columns: [
      { kind: 'text', name: 'bank' },
      { kind: 'yes-no', name: 'main' },
      { kind: 'choice', name: 'floor' },
    ],
  }
  const [eurobank, alpha] = [
    { bank: 'Eurobank', main: true, floor: '1' },
    { bank: 'Alpha', main: false, floor: '' },
  ]

  test.each([
    [names, ['A', 'B'], ['A'], 'B'],
    [names, ['A'], ['A', 'B'], '–'],
    [names, ['B', 'A'], ['A', 'B'], 'B; A'],
    [names, null, ['A'], '–'],
    [rows, [alpha, eurobank], [alpha], 'Eurobank · column main · x.floor is 1'],
    [rows, [eurobank, alpha], null, 'Eurobank · column main · x.floor is 1; Alpha'],
  ])('%j', (setting, value, other, words) => {
    expect(shown(setting, value, other)).toBe(words)
  })
})
