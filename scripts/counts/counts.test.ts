import { expect, test } from 'vitest'
import { writeFixture } from '../fixture.ts'
import { openSources } from '../structure/sources.ts'
import { compareWithLimits, countFigures, loweredLimits } from './counts.ts'

const FILES = {
  'db/migrations/0001.sql': 'create table orders (id bigint); create table customers (id bigint);',
  'db/schema.sql': [
    'CREATE TRIGGER customers_note AFTER INSERT ON customers FOR EACH ROW EXECUTE FUNCTION note_change();',
    'CREATE CONSTRAINT TRIGGER orders_sum AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION add_order();',
    'CREATE OR REPLACE FUNCTION is_contested(line order_lines)',
  ].join('\n'),
  'features/orders/server/tables.ts': `export const owns = ['orders'] as const\nexport const reads = ['customers'] as const`,
  'features/customers/server/tables.ts': `export const owns = ['customers'] as const\nexport const reads = ['orders'] as const`,
  'features/customers/server/open.ts':
    'export const open = (tx) => tx.many<{ id: number }>(sql`select id from orders`)',
  'features/orders/domain/contested.ts': 'export const contested = (line) => line.missing > 0',
  'scripts/rows/unread.json': '{ "features/customers/server/open.ts": 1 }',
  'features/orders/web/Orders.tsx': `const answer = useAsk(lateOrders, {}, { topics: ['orders'] })`,
  'features/orders/web/Orders.test.tsx': `const answer = useAsk(lateOrders, {}, { topics: ['orders'] })`,
  'features/orders/web/texts.csv': [
    'key,as,el,en,it,es,ru,sr,note',
    'title,,Παραγγελίες,Orders,,,,,',
    'menu.all,,Παραγγελίες,Orders,,,,,',
    'menu.late,,Αργές,Late,,,,,',
    'page,title,,,,,,,',
  ].join('\n'),
}

const counted = (): Map<string, number> => {
  using product = writeFixture(FILES)
  return countFigures(openSources(product.root))
}

test('the figures count what stands twice in the product, without its tests', () => {
  expect(Object.fromEntries(counted())).toMatchObject({
    'places that name topics by hand': 1,
    'reads of tables of a higher layer': 1,
    'rules that stand twice': 1,
    'triggers written by hand': 1,
    'SQL statements whose row type nothing checks': 1,
    'texts equal in all languages to another text': 1,
    'files of texts': 1,
    migrations: 1,
  })
})

test('a figure that rose is refused, and one that fell asks for a lower limit', () => {
  const figures = counted()
  const limits = loweredLimits(figures, {})
  expect(compareWithLimits(figures, limits)).toEqual([])
  expect(compareWithLimits(figures, { ...limits, 'rules that stand twice': 0 })).toEqual([
    'rules that stand twice: 1, 1 more than before. What stands twice never rises',
  ])
  const higher = { ...limits, 'rules that stand twice': 4 }
  expect(compareWithLimits(figures, higher)).toEqual([
    'rules that stand twice: 1, fewer than its limit of 4. Run scripts/counts/counts.ts --lower',
  ])
  expect(loweredLimits(figures, higher)).toEqual(limits)
  expect(loweredLimits(figures, { ...limits, 'rules that stand twice': 0 })['rules that stand twice']).toBe(0)
})
