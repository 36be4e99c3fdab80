import { expect, test } from 'vitest'
import { findStructureFaults } from './check-structure.ts'
import { plant } from './fixture.ts'
import { tablesWritten } from './structure/tables.ts'

const SOUND: Record<string, string> = {
  'db/migrations/0001.sql': 'create table orders (id bigint); create table loans (id bigint);',
  'features/orders/README.md': '# Orders\n',
  'features/orders/domain/order.ts': `import { refusal } from '#kernel/refusal.ts'\nexport const late = refusal('refused', 'orders.late')`,
  'features/orders/server/tables.ts': `export const owns = ['orders'] as const`,
  'features/orders/server/move-order.ts':
    'export const move = (tx) => tx.run(sql`update orders set id = ${1} where exists (select 1 from loans for update of loans)`)',
  'features/orders/web/OrdersPage.tsx': `export const OrdersPage = () => <b>{t('title')}{t('orders:rows', { count: 2 })}{t('save')}</b>`,
  'features/orders/web/locales/eng.json':
    '{"title":"Orders","rows_one":"{{count}} order","rows_other":"{{count}} orders","refusal":{"late":"Too late"}}',
  'features/orders/web/locales/rs.json':
    '{"title":"Заказы","rows_one":"{{count}} заказ","rows_few":"{{count}} заказа","rows_many":"{{count}} заказов","rows_other":"{{count}} заказа","refusal":{"late":"Поздно"}}',
  'web/locales/eng.json': '{"save":"Save"}',
  'web/locales/rs.json': '{"save":"Сохранить"}',
}

const faults = (files: Record<string, string>): string[] => {
  using product = plant({ ...SOUND, ...files })
  return findStructureFaults(product.root, ['eng', 'rs']).map(({ file, says }) => `${file}: ${says}`)
}

test('a sound product has no fault', () => {
  expect(faults({})).toEqual([])
})

const PLANTED: [says: string, file: string, text: string][] = [
  ['is a barrel', 'features/orders/domain/index.ts', ''],
  ['is no file a feature has', 'features/orders/domain/deep/a.ts', ''],
  ['is no file a feature has', 'features/orders/notes.txt', ''],
  ['is no file a feature has', 'features/orders/web/list/row/Cell.tsx', ''],
  ['README.md: is missing', 'features/loans/domain/loan.ts', ''],
  ['has no layer', 'features/plumbing/README.md', ''],
  ['more than 60 lines', 'features/orders/README.md', 'line\n'.repeat(61)],
  ['has 401 lines', 'features/orders/domain/long.ts', '\n'.repeat(401)],
  [
    'writes the table loans, which no',
    'features/orders/server/lend.ts',
    'export const lend = (tx) => tx.run(sql`insert into loans (id) values (${1})`)',
  ],
  [
    'which the feature orders owns',
    'features/loans/server/page/a.ts',
    'export const a = (tx) => tx.run(sql`delete from orders`)',
  ],
  [
    'owns the table orders, which orders owns',
    'features/shipping/server/tables.ts',
    `export const owns = ['orders'] as const`,
  ],
  ['which no migration creates', 'features/loans/server/tables.ts', `export const owns = ['lones'] as const`],
  ['eng.json: extra is missing', 'web/locales/rs.json', '{"save":"Сохранить","extra":"ещё"}'],
  [
    'rows_many is missing',
    'features/orders/web/locales/rs.json',
    '{"title":"З","rows_one":"з","rows_few":"з","rows_other":"з","refusal":{"late":"П"}}',
  ],
  ['save is empty', 'web/locales/rs.json', '{"save":" "}'],
  ['a place {{nmae}}', 'web/locales/rs.json', '{"save":"Сохранить {{nmae}}"}'],
  ['is no JSON', 'web/locales/rs.json', '{'],
  [
    'refuses with orders.early',
    'features/orders/server/a.ts',
    `export const a = () => refuse('refused', late ? 'orders.late' : 'orders.early')`,
  ],
  [
    'refuses with loans.wrong-status',
    'features/loans/domain/a.ts',
    `export const a = lifecycle<State, Loan>()({ code: 'loans', states: [] })`,
  ],
  ['asks for the text nothing', 'features/orders/web/A.tsx', `export const A = () => <b title={t('nothing')} />`],
]

test.each(PLANTED)('"%s" is found in %s', (says, file, text) => {
  expect(faults({ [file]: text }).filter((fault) => fault.includes(says))).not.toEqual([])
})

test('a long file is a warning before it is a fault', () => {
  using product = plant({ ...SOUND, 'features/orders/domain/long.ts': '\n'.repeat(350) })
  expect(findStructureFaults(product.root, ['eng', 'rs'])).toMatchObject([{ warning: true }])
})

test('tables that a statement writes, and none that it only reads or locks', () => {
  const statement = `
    with gone as (delete from order_lines where order_id = ? returning *)
    insert into "orders" (id) select id from stock for update
    on conflict (id) do update set id = 1; update only loans set x = 1 -- update comments
    ; select 1 from customers for no key update of customers`
  expect(tablesWritten(statement)).toEqual(['order_lines', 'orders', 'loans'])
})
