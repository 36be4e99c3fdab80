import { expect, test } from 'vitest'
import { areasNamed, areasOfModule, textsOfFile } from './texts-of-pages.ts'

const AREAS = ['frame', 'customers', 'orders', 'parties', 'products', 'stock', 'users']

test.each([
  [`const { t } = useTranslation('orders')`, ['orders']],
  [`const { t } = useTranslation(['stock', 'orders'])`, ['orders', 'stock']],
  [`const t = useCellTexts('stock')`, ['stock']],
  [`const t = i18n.getFixedT('el', 'orders')`, ['orders']],
  [`t('role.admin', { ns: 'users' })`, ['users']],
  ['t(`users:role.${role}`)', ['users']],
  [`export const PAGES = { feature: 'customers' }`, ['customers']],
  [`useTranslation('frame'); useAsk(orders, {}, { topics: ['orders:12', 'stock'] })`, []],
])('%s names the areas %j', (code, areas) => {
  expect(areasNamed(code, AREAS)).toEqual(areas)
})

test('a declared list needs the areas of the words of its columns, and a topic in a rule is no word', () => {
  const code = `words: 'products:column', city: field.name(100, { word: 'parties:field.city' }), topic: 'orders:all'`
  expect(areasOfModule(code, '/product/features/customers/domain/contract.ts', AREAS)).toEqual(['parties', 'products'])
  expect(areasOfModule(code, '/product/features/customers/server/list.ts', AREAS)).toEqual([])
})

test('the file of a feature has what its pages show, that of the frame what is shown of all features with refusals, and words load later', () => {
  const texts = {
    frame: { action: { save: 'Save' }, refusal: { busy: 'Busy' } },
    orders: {
      menu: { all: 'All orders' },
      refusal: { late: 'Too late' },
      command: { orders: { cancel: 'Cancelled' } },
      field: { name: 'Name' },
      list: { empty: 'None' },
      aged: { title: 'By age', day: 'Day' },
    },
  }
  const read = (each: string) => texts[each as keyof typeof texts]
  const file = (area: string) =>
    textsOfFile(read, ['frame', 'orders'], area, (of) => (of === 'orders' ? ['aged.title'] : []))
  expect(file('orders')).toEqual({
    orders: { field: { name: 'Name' }, list: { empty: 'None' }, aged: { title: 'By age', day: 'Day' } },
  })
  expect(file('frame')).toEqual({
    frame: { action: { save: 'Save' }, refusal: { busy: 'Busy' } },
    orders: { menu: { all: 'All orders' }, refusal: { late: 'Too late' }, aged: { title: 'By age' } },
  })
  expect(file('words')).toEqual({
    orders: { command: { orders: { cancel: 'Cancelled' } }, field: { name: 'Name' } },
  })
})
