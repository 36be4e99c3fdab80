/** One word for one thing (C-78): the same field, page or status has the same name wherever it is shown. */
import i18n from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { type Language, LANGUAGES } from '#kernel/languages.ts'
import { loadLanguage, startLanguages } from '#web/i18n.ts'
import { WORDS } from '#web/language/text-files.ts'

beforeAll(async () => {
  await startLanguages()
  const places = [...Object.values(ONE_WORD), ...Object.values(EVERYWHERE)].flat()
  const areas = new Set(places.map(areaOf))
  await Promise.all(LANGUAGES.map(({ tag }) => loadLanguage(tag, [...areas, WORDS])))
})

/** Returns the area of a place, which begins with a feature, or `web` for the frame. */
const areaOf = (place: string): string => (place.split(' ')[0] ?? '').replace(/^web$/, 'frame')

/** Returns a text by its area and key. */
function text(language: Language, place: string): string {
  const [, ...keys] = place.split(' ')
  const found: unknown = i18n.getResource(language, areaOf(place), keys.join('.'))
  if (typeof found !== 'string') throw new Error(`${language} has no text ${place}`)
  return found
}

/** The specifications quote English words that differ: company name, company label, label; General. */
const ONE_WORD: Readonly<Record<string, readonly string[]>> = {
  'the legal name of a customer': [
    'customers column name',
    'parties field name',
    'orders column name',
    'shipping column customer',
    'reports customers name',
  ],
  'the trade name of a customer': [
    'customers column label',
    'parties field label',
    'orders column label',
    'orders customer label',
    'operations column label',
    'operations dialog label',
    'shipping column label',
    'reports customers label',
  ],
  'the page of general settings': ['settings menu general', 'settings title'],
  'the hand-over of cash': ['history kind cash-handovers', 'payments field handover'],
}

const EVERYWHERE: Readonly<Record<string, readonly string[]>> = {
  'the page of customers': ['customers menu customers', 'customers title list'],
  'the page of products': ['products menu products', 'products title list'],
  'the page of customer balances': ['reports menu customer-totals', 'reports customers title'],
  'the page of shipping': ['shipping menu shipping', 'shipping title planning', 'operations title shipping'],
  'the page of packaging': ['packaging menu packaging', 'packaging title list'],
  'the page of operations': ['operations menu operations', 'operations title bar'],
  'the page of the setup of sections': ['sections menu setup', 'sections title setup'],
  'the page of tasks': ['production menu tasks', 'production title tasks'],
  'the page of a driver': ['driver menu driver', 'driver title driver-bar'],
  'the page of the cash of drivers': ['payments menu drivers-cash', 'payments title drivers-cash'],
  'an order in stock': ['web status STOCK-OK', 'operations tasks stock'],
  'an order to package': ['web status TO-PACKAGE', 'orders filter TO-PACKAGE'],
  'gross profit': [
    'orders analysis profit',
    'order-entry line margin',
    'order-entry summary margin',
    'products cost left',
  ],
  'stock that is promised to others': ['orders line contested', 'stock check contested', 'operations mark contested'],
  'the ages of a balance': ['parties aging title', 'customers paper aging title'],
  'what a truck takes': ['shipping plan loading', 'shipping load title'],
  'a section': ['users column section', 'operations task section', 'production field section', 'history kind sections'],
  'a shipment': ['history kind shipments', 'orders field shipping', 'shipping field shipping'],
  'a task': ['history kind tasks', 'operations task what'],
  'the lent items': [
    'loans right-area loans',
    'orders loans title',
    'operations dialog loans',
    'packaging box loans',
    'shipping load loans',
  ],
  'the payments': ['payments right-area payments', 'web menu parent payments', 'reports customers payments'],
  'the tax office of a company': ['parties field taxOffice', 'settings field company taxOffice'],
  'the number of a company at the tax office': [
    'customers column vat',
    'orders customer vat',
    'settings field company vat',
  ],
  'the area of shipping': ['shipping right-area shipping', 'shipping menu shipping'],
  'the total of an order': [
    'orders column total',
    'orders summary total',
    'orders field total',
    'invoicing confirm total',
  ],
  'the packer of an order': [
    'orders field packagedBy',
    'packaging field packagedBy',
    'packaging label packed-by',
    'packaging dialog packed-by-whom',
  ],
  'the note for the driver': ['operations dialog driver-note', 'shipping column note', 'orders field driverNote'],
  'the e-mail address of a person or company': [
    'users field email',
    'parties field email',
    'settings field company email',
  ],
  'the drivers and vehicles': ['shipping lists title', 'settings form shipping title'],
}

const words = (language: Language, places: readonly string[]): string[] => [
  ...new Set(places.map((place) => text(language, place))),
]

test.each(Object.entries(EVERYWHERE))('%s has one name in every language', (_, places) => {
  for (const { tag } of LANGUAGES) expect(words(tag, places), tag).toHaveLength(1)
})

test.each(Object.entries(ONE_WORD))('%s has one name in every language but English', (_, places) => {
  for (const { tag } of LANGUAGES.filter((language) => language.tag !== 'en'))
    expect(words(tag, places), tag).toHaveLength(1)
})

test('the Greek names are those of the glossary', () => {
  expect(words('el', ONE_WORD['the legal name of a customer'] ?? [])).toEqual(['Επωνυμία'])
  expect(words('el', ONE_WORD['the trade name of a customer'] ?? [])).toEqual(['Διακριτικός τίτλος'])
  const status = (code: string) => [text('el', `web status ${code}`), text('el', `orders filter ${code}`)]
  expect(status('STOCK-OK')).toEqual(['Με απόθεμα', 'Με απόθεμα'])
  expect(status('READY-TO-INVOICE')).toEqual(['Προς τιμολόγηση', 'Προς τιμολόγηση'])
})
