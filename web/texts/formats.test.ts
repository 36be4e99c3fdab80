/** Checks that numbers, days and plural forms follow the language of the page. */
import i18n from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import type { LanguageCode } from '#kernel/languages.ts'
import { decimalSign, showMoney, showQuantity, showRate, showWeekday } from '#web/format.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'

beforeAll(startLanguages)

type Shown = {
  readonly money: string
  readonly quantity: string
  readonly rate: string
  readonly weekday: string
  readonly sign: string
  /** The counted word of a sentence for 1, 2, 5 and 21. */
  readonly counted: readonly [string, string, string, string]
}

const SHOWN: Readonly<Record<LanguageCode, Shown>> = {
  gr: {
    money: '1.234,50 €',
    quantity: '12.345,5',
    rate: '2,5 %',
    weekday: 'Τρίτη 24/11',
    sign: ',',
    counted: ['ενέργεια', 'ενέργειες', 'ενέργειες', 'ενέργειες'],
  },
  eng: {
    money: '€1,234.50',
    quantity: '12,345.5',
    rate: '2.5 %',
    weekday: 'Tuesday 24/11',
    sign: '.',
    counted: ['action', 'actions', 'actions', 'actions'],
  },
  it: {
    money: '1.234,50 €',
    quantity: '12.345,5',
    rate: '2,5 %',
    weekday: 'martedì 24/11',
    sign: ',',
    counted: ['azione', 'azioni', 'azioni', 'azioni'],
  },
  sp: {
    money: '1.234,50 €',
    quantity: '12.345,5',
    rate: '2,5 %',
    weekday: 'martes 24/11',
    sign: ',',
    counted: ['acción', 'acciones', 'acciones', 'acciones'],
  },
  rs: {
    money: '1 234,50 €',
    quantity: '12 345,5',
    rate: '2,5 %',
    weekday: 'вторник 24.11',
    sign: ',',
    counted: ['действие', 'действия', 'действий', 'действие'],
  },
  sr: {
    money: '1.234,50 €',
    quantity: '12.345,5',
    rate: '2,5 %',
    weekday: 'уторак 24.11',
    sign: ',',
    counted: ['радња', 'радње', 'радњи', 'радња'],
  },
}

/** Numbers have spaces that do not break. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

test.each(Object.entries(SHOWN) as [LanguageCode, Shown][])('in %s', async (code, shown) => {
  await chooseLanguage(code)
  const counted = [1, 2, 5, 21].map((count) => i18n.t('offline.leave.body', { count }).split(' ')[1])
  expect({
    money: plain(showMoney(123_450)),
    quantity: plain(showQuantity(123_455_000)),
    rate: showRate(250),
    weekday: showWeekday('2026-11-24'),
    sign: decimalSign(),
    counted,
  }).toEqual(shown)
})
