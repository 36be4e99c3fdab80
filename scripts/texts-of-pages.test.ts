import { expect, test } from 'vitest'
import { areasNamed, textsOfFile } from './texts-of-pages.ts'

const AREAS = ['frame', 'customers', 'orders', 'parties', 'stock', 'users']

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

test('the file of a feature has what its pages show, and that of the frame what is shown of all features', () => {
  const texts = {
    frame: { action: { save: 'Save' } },
    orders: {
      menu: { all: 'All orders' },
      refusal: { late: 'Too late' },
      list: { empty: 'None' },
      aged: { title: 'By age', day: 'Day' },
    },
  }
  const file = (area: string) => textsOfFile((each) => texts[each as keyof typeof texts], ['frame', 'orders'], area)
  expect(file('orders')).toEqual({ orders: { list: { empty: 'None' }, aged: { title: 'By age', day: 'Day' } } })
  expect(file('frame')).toEqual({
    frame: { action: { save: 'Save' } },
    orders: { menu: { all: 'All orders' }, refusal: { late: 'Too late' }, aged: { title: 'By age' } },
  })
})
