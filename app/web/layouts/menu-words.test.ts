/** Checks the words of the menu in English, which specification 3 quotes (S3-LAY-01 to 09). They share rows with titles of pages. */
import i18n from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { FEATURES } from '#app/web/features.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { openEntries } from '#web/layouts/menu-entries.ts'
import { menuOf } from './menu.ts'

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})

test('the tree has the words of the specification', () => {
  const all = FEATURES.flatMap(({ feature, menu }) => menu.map((entry) => ({ ...entry, feature })))
  const word = ({ feature, key }: { feature: string; key: string }) => i18n.t(`${feature}:menu.${key}`)
  const { sections } = menuOf(openEntries(all, { role: 'admin', rightChanges: {} }), all)
  const shown = sections.map(({ group, items }) => [
    group === 'today' ? '' : i18n.t(`frame:menu.group.${group}`),
    items.map((item) =>
      'links' in item
        ? `${i18n.t(`frame:menu.parent.${item.parent}`)}: ${item.links.map(word).join(', ')}`
        : word(item),
    ),
  ])
  expect(shown).toEqual([
    ['', ['Today']],
    [
      'Sales',
      ['Orders: All Orders, Create Order', 'Loans', 'Deliveries: Shipping', 'Payments: Create Payment, Payment List'],
    ],
    [
      'Internal',
      [
        'Views: Economics, CashRegister, Customer Balance, Provider Balance, Top Products, Top Materials',
        'Customers',
        'Suppliers',
        'Products',
        'Salesmen',
        'Invoices: Add Invoice Material, Invoice List',
        'Production: Tasks Overview, Sections',
        'System Settings: General, Sections Setup',
      ],
    ],
  ])
})
