import { expect, test } from 'vitest'
import { findStructureFaults } from './check-structure.ts'
import { writeFixture } from './fixture.ts'
import { checkExports } from './structure/exports.ts'
import { openSources } from './structure/sources.ts'
import { tablesRead, tablesWritten } from './structure/tables.ts'
import { writeTexts } from '#server/texts/table.ts'

/** Returns a citation that the check of this product does not find in this file. */
const ruling = (number: number): string => `C-${number}`

/** The texts of a row in English and Russian, and its note. */
type Row = readonly [en: string, ru: string, note?: string]

/** Returns a table of texts. A row that is one string shows the row that it names. */
const table = (rows: Readonly<Record<string, Row | string>>): string =>
  writeTexts(
    Object.entries(rows).map(([key, row]) => {
      const [en, ru, note = ''] = typeof row === 'string' ? ['', ''] : row
      const as = typeof row === 'string' ? row : ''
      return { key, as, texts: { el: '', en, it: '', es: '', ru, sr: '' }, note }
    }),
  )

const ORDERS = {
  title: ['Order list', 'Список заказов'],
  rows_one: ['{{count}} order', '{{count}} заказ'],
  rows_few: ['', '{{count}} заказа'],
  rows_many: ['', '{{count}} заказов'],
  rows_other: ['{{count}} orders', '{{count}} заказа'],
  'refusal.late': ['Too late', 'Поздно'],
} as const
const FRAME = {
  save: ['Save', 'Сохранить'],
  'menu.orders': ['Orders', 'Заказы'],
  'command.orders.send-order': ['Order sent', 'Заказ отправлен'],
} as const
const orders = (rows: Readonly<Record<string, Row | string>>): string => table({ ...ORDERS, ...rows })
const frame = (rows: Readonly<Record<string, Row | string>>): string => table({ ...FRAME, ...rows })

const CORRECT: Record<string, string> = {
  'docs/rulings.md': `- **${ruling(12)}** Packaging changes everything or nothing.\n`,
  'features/orders/domain/pack.ts': `/** Packs an order (${ruling(12)}). */\nexport const pack = () => 'nobody\\'s'`,
  'db/migrations/0001.sql':
    'create table orders (id bigint); create table loans (id bigint); create view late_orders as select id from orders;',
  'db/schema.sql': 'create table orders (\ncreate table loans (\ncreate view late_orders as\n',
  'db/README.md': '- `orders`: An order.\n- `loans`: A loan.\n- `late_orders`: View: late orders.\n',
  'features/orders/README.md': '# Orders\n',
  'features/orders/domain/order.ts': `import { refusal } from '#kernel/refusal.ts'\nexport const late = refusal('refused', 'orders.late')`,
  'features/orders/server/tables.ts': `export const owns = ['orders'] as const\nexport const reads = ['loans'] as const`,
  'features/orders/server/move-order.ts':
    'export const move = (tx) => tx.run(sql`update orders set id = ${1} where exists (select 1 from loans for update of loans)`)',
  'features/orders/web/OrdersPage.tsx': `export const OrdersPage = () => <b>{t('title')}{t('orders:rows', { count: 2 })}{t('save')}</b>`,
  'features/orders/web/texts.csv': table(ORDERS),
  'features/orders/domain/contract.ts': `export const sendOrder = defineCommand('orders.send-order', {})\nexport const find = defineCommand('orders.find-place', {})`,
  'features/orders/server/samples.ts': `export const historySample = { silent: ['orders.find-place'] }`,
  'features/orders/web/routes.tsx': `export const routes = { pages: [{ titleKey: 'title' }], menu: [{ key: 'orders' }] }`,
  'web/texts.csv': table(FRAME),
  'web/Frame.tsx': 'export const Frame = () => <b>{t(`menu.${key}`)}{t(`command.${name}`)}</b>',
}

const faults = (files: Record<string, string>): string[] => {
  using product = writeFixture({ ...CORRECT, ...files })
  return findStructureFaults(product.root, ['en', 'ru']).map(({ file, says }) => `${file}: ${says}`)
}

test('a correct product has no fault', () => {
  expect(faults({})).toEqual([])
})

test('a plural form may write the number as a word', () => {
  const texts = (one: string) =>
    orders({ rows_one: ['one order', one], rows_other: ['{{count}} orders', 'несколько заказов'] })
  expect(faults({ 'features/orders/web/texts.csv': texts('{{count}} з') })).toEqual([])
  // in Russian the form also stands for 21
  expect(faults({ 'features/orders/web/texts.csv': texts('один') })).toEqual([
    'features/orders/web/texts.csv: rows_one in ru lacks the placeholder {{count}}: the form stands for several numbers',
  ])
})

test('a text that equals another one shows it, or says why it stands alone', () => {
  const page = { 'features/orders/web/Page.tsx': `export const Page = () => <b>{t('menu.orders')}{t('all')}</b>` }
  const all = (row: Row | string) => faults({ ...page, 'features/orders/web/texts.csv': orders({ all: row }) })
  expect(all(['Orders', 'Заказы'])).toEqual([
    'features/orders/web/texts.csv: all equals frame:menu.orders in every language: show that one by the column `as`, or say in the note why it stands alone',
  ])
  expect(all(['Orders', 'Заказы', 'A button, which may become shorter.'])).toEqual([])
  expect(all('frame:menu.orders')).toEqual([])
})

test('of two equal texts the higher one shows the lower one, and two of one layer a row of the frame', () => {
  const menu = (key: string) => `export const Page = () => <b>{t('${key}')}</b>`
  const equal = (folder: string) =>
    faults({
      [`features/${folder}/README.md`]: '# Other\n',
      [`features/${folder}/web/Page.tsx`]: menu('other'),
      [`features/${folder}/web/texts.csv`]: table({ other: ['Same', 'То же'] }),
      'features/orders/web/Page.tsx': menu('all'),
      'features/orders/web/texts.csv': orders({ all: ['Same', 'То же'] }),
    })
  expect(equal('settings')).toEqual([
    'features/orders/web/texts.csv: all equals settings:other in every language: show that one by the column `as`, or say in the note why it stands alone',
  ])
  expect(equal('search')).toEqual([
    'features/search/web/texts.csv: other equals orders:all in every language: show that one by the column `as`, or say in the note why it stands alone',
  ])
  const twins = faults({
    'features/customers/README.md': '# Other\n',
    'features/customers/web/Page.tsx': menu('other'),
    'features/customers/web/texts.csv': table({ other: ['Same', 'То же'] }),
    'features/users/README.md': '# Other\n',
    'features/users/web/Page.tsx': menu('all'),
    'features/users/web/texts.csv': table({ all: ['Same', 'То же'] }),
  })
  expect(twins).toEqual([
    'features/users/web/texts.csv: all equals customers:other in every language, and neither may show the other: make it a row of frame that both show, or say in the note why it stands alone',
  ])
})

test('each right, and each command of a declared record, has words', () => {
  expect(
    faults({ 'features/orders/domain/rights.ts': "export const r = defineRights('orders', { putBack: OFFICE })" }),
  ).toContain('features/orders/domain/rights.ts: lacks the text right.orders.put-back for the right orders.put-back')
  expect(
    faults({
      'features/orders/domain/record.ts': "export const r = defineRecord('orders', { one: 'order', fields: {} })",
    }),
  ).toEqual(
    expect.arrayContaining([
      'features/orders/domain/record.ts: lacks the text command.orders.create-order for the history entry orders.create-order',
      'features/orders/domain/record.ts: lacks the text command.orders.change-order for the history entry orders.change-order',
    ]),
  )
})

test('features that share an area see the texts of lower ones, and have no row twice', () => {
  const page = (key: string) => `export const Page = () => <b>{t('${key}')}</b>`
  const shared = (rows: Readonly<Record<string, Row | string>>, key = 'waiting') =>
    faults({
      'features/buying/README.md': '# Buying\n',
      'features/buying/web/Page.tsx': page(key),
      'features/buying/web/texts.csv': table({ waiting: ['Waiting', 'Ожидает'] }),
      'features/supplier-invoices/README.md': '# Invoices\n',
      'features/supplier-invoices/web/Page.tsx': `export const Other = () => <b>{t('waiting')}{t('booked')}</b>`,
      'features/supplier-invoices/web/texts.csv': table({ booked: ['Booked', 'Проведена'], ...rows }),
    })
  expect(shared({})).toEqual([])
  expect(shared({}, 'booked')).toEqual(['features/buying/web/Page.tsx: asks for the text booked, which does not exist'])
  expect(shared({ waiting: ['Open', 'Открыта'] })).toEqual([
    'features/supplier-invoices/web/texts.csv: has the row waiting, as features/buying/web/texts.csv',
  ])
})

test('a row shows an existing row with texts, of its own table, the frame or a lower feature', () => {
  const page = { 'features/orders/web/Page.tsx': `export const Page = () => <b>{t('all')}{t('other')}</b>` }
  const all = (as: string, rows: Readonly<Record<string, Row | string>> = {}) =>
    faults({ ...page, 'features/orders/web/texts.csv': orders({ all: as, other: 'title', ...rows }) }).filter((fault) =>
      fault.includes('all shows'),
    )
  expect(all('title')).toEqual([])
  expect(all('frame:save')).toEqual([])
  expect(all('frame:nothing')).toHaveLength(1)
  expect(all('other')).toHaveLength(1)
  const lower = faults({
    ...page,
    'features/loans/web/LoansPage.tsx': `export const LoansPage = () => <b>{t('title')}</b>`,
    'features/loans/web/texts.csv': table({ title: 'orders:title' }),
    'features/orders/web/texts.csv': orders({ all: ['All', 'Все'], other: ['Other', 'Другие'] }),
  })
  expect(lower).toContain('features/loans/web/texts.csv: title shows orders:title, whose feature is no lower one')
})

test('each column of a table in a backup has one sentence', () => {
  const files = (guide: string) => ({
    'db/schema.sql':
      'create table orders (\n  id bigint not null,\n  name text,\n  PRIMARY KEY (id)\n);\ncreate table loans (\ncreate view late_orders as\n',
    'features/backup/server/contents/table-list.ts':
      "export const CONTAINED = ['orders'] as const\nexport const EXCUSED = {\n  loans: 'It is a loan.',\n}\n",
    'db/columns.txt': guide,
  })
  const about = (guide: string) => faults(files(guide)).filter((fault) => fault.startsWith('db/columns.txt'))
  expect(about('id: The number.\norders.name: The name.\n')).toEqual([])
  expect(about('id: The number.\nloans.name: The name.\n')).toEqual([
    'db/columns.txt: has no sentence about orders.name, which db/schema.sql contains',
    'db/columns.txt: describes loans.name, which no table has',
  ])
})

test('each table in a backup has a text on its page', () => {
  const about = (texts: string) =>
    faults({
      'db/schema.sql': 'create table orders (\n',
      'features/backup/server/contents/table-list.ts':
        "export const CONTAINED = ['orders'] as const\nexport const EXCUSED = {\n}\n",
      'features/backup/web/texts.csv': texts,
    }).filter((fault) => fault.includes('has no text'))
  expect(about(table({ 'table.orders': ['Orders', 'Заказы'] }))).toEqual([])
  expect(about(table({}))).toHaveLength(1)
})

test('each story opens a shop of its own name', () => {
  const story = (name: string) => `const shop = await openShop(office, '${name}')\n`
  expect(faults({ 'e2e/one.story.ts': story('Tavern'), 'e2e/two.story.ts': story('Bakery') })).toEqual([])
  expect(faults({ 'e2e/one.story.ts': story('Tavern'), 'e2e/two.story.ts': story('Tavern') })).toEqual([
    'e2e/two.story.ts: a shop Tavern is opened in e2e/one.story.ts too; each story opens one of its own name',
  ])
})

test('an icon has a size of the visual scale', () => {
  const page = (size: number) =>
    `import { Truck as Van } from '#web/ui/icon/icons.ts'\nexport const page = () => <Van size={${size}} />`
  const file = 'features/orders/web/Van.tsx'
  expect(faults({ [file]: page(16) })).toEqual([])
  expect(faults({ [file]: page(17) })).toEqual([`${file}: the icon Van has the size 17; the sizes are 14, 16, 20, 32`])
})

test('a function of more than 70 lines needs a reason above it', () => {
  const body = '\n'.repeat(70)
  const reason = '/**\n * Starts all. In one\n * piece, because the parts share one state.\n */'
  expect(faults({ 'features/orders/domain/start.ts': `${reason}\nexport function start() {${body}}` })).toEqual([])
  expect(faults({ 'features/orders/domain/start.ts': `export function start() {${'\n'.repeat(69)}}` })).toEqual([])
  expect(faults({ 'features/orders/domain/start.ts': `export function start() {${body}}` })).toEqual([
    expect.stringContaining('features/orders/domain/start.ts: start has 71 lines'),
  ])
})

test('an export needs a file that imports it, and one that only tests use needs its own file or a reason', () => {
  const found = (files: Record<string, string>): string[] => {
    using product = writeFixture(files)
    return checkExports(openSources(product.root)).map(({ file, says }) => `${file} ${says.split(':')[0]}`)
  }
  const file = 'features/orders/domain/late.ts'
  const late = 'export const late = 1'
  const byTest = { 'features/orders/domain/late.test.ts': `import { late } from './late.ts'` }
  expect(found({ [file]: late })).toEqual([`${file} exports late, which no file imports`])
  expect(found({ [file]: `${late}\n// late\nexport type Late = 1`, ...byTest })).toEqual([
    `${file} exports late, which only tests use`,
  ])
  expect(found({ [file]: `/** A day, for the tests. */\n${late}`, ...byTest })).toEqual([])
  expect(found({ [file]: `${late}\nconst later = late + 1`, ...byTest })).toEqual([])
  for (const use of ['import { late } from', 'import * as all from', 'export { late } from', 'export * from'])
    expect(
      found({ [file]: late, 'app/server/main.ts': `${use} '#features/orders/domain/late.ts'` }).join(),
    ).not.toContain(file)
  expect(found({ [file]: late, 'app/server/main.ts': `await import('../../features/orders/domain/late.ts')` })).toEqual(
    [],
  )
})

const FAULTY: [says: string, file: string, text: string][] = [
  ['is named after a mechanism', 'features/orders/web/hooks/use-a.ts', ''],
  ['is an index file', 'features/orders/domain/index.ts', ''],
  ['is not one of the files of a feature', 'features/orders/domain/deep/deeper/a.ts', ''],
  ['is not one of the files of a feature', 'features/orders/notes.txt', ''],
  ['is not one of the files of a feature', 'features/orders/web/list/row/Cell.tsx', ''],
  ['README.md: is missing', 'features/loans/domain/loan.ts', ''],
  ['has no layer', 'features/plumbing/README.md', ''],
  ['more than 60 lines', 'features/orders/README.md', 'line\n'.repeat(61)],
  [
    'Page has 71 lines',
    'features/orders/web/Page.tsx',
    `/** Shows all. */\nexport const Page = memo(function Page() {${'\n'.repeat(70)}})`,
  ],
  ['paper has 71 lines', 'features/orders/domain/paper.ts', `export const paper = () => {${'\n'.repeat(70)}}`],
  ['has 401 lines', 'features/orders/domain/long.ts', '\n'.repeat(401)],
  ['has no sentence about late_orders', 'db/README.md', '- `orders`: An order.\n- `loans`: A loan.\n'],
  ['has no sentence about notes', 'db/schema.sql', 'create table notes (\n'],
  [
    'names loans neither as contained nor with a reason',
    'features/backup/server/contents/table-list.ts',
    "export const CONTAINED = ['orders'] as const\nexport const EXCUSED = {\n  notes: 'It is a note',\n}\n",
  ],
  ['describes late_orders, which', 'db/schema.sql', 'create table orders (\ncreate table loans (\n'],
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
  [
    'reads the table orders, which features/loans/server/tables.ts does not name',
    'features/loans/server/a.ts',
    'export const a = (tx) => tx.many(sql`select id from loans l, orders o where o.id = l.id`)',
  ],
  [
    'reads the table orders, which features/loans/server/tables.ts does not name',
    'features/loans/server/view.ts',
    'export const a = (tx) => tx.many(sql`select id from late_orders`)',
  ],
  [
    'names the table loans in `reads`, but no SQL of shipping reads it',
    'features/shipping/server/tables.ts',
    `export const reads = ['loans'] as const`,
  ],
  ['which no migration creates', 'features/loans/server/tables.ts', `export const owns = ['lones'] as const`],
  ['extra is missing in en', 'web/texts.csv', frame({ extra: ['', 'ещё'] })],
  ['save is missing in ru', 'web/texts.csv', frame({ save: ['Save', ''] })],
  ['rows_many is missing in ru', 'features/orders/web/texts.csv', orders({ rows_many: ['', ''] })],
  ['save in ru is empty', 'web/texts.csv', frame({ save: ['Save', ' '] })],
  ['save in ru mixes Latin and Cyrillic letters', 'web/texts.csv', frame({ save: ['Save', 'Coхранить'] })],
  ['save in ru has foreign quotation marks', 'web/texts.csv', frame({ save: ['Save', '“Сохранить”'] })],
  ['save in ru has a typewriter quote', 'web/texts.csv', frame({ save: ['Save', "Сохранить 'всё'"] })],
  ['a placeholder {{nmae}}', 'web/texts.csv', frame({ save: ['Save', 'Сохранить {{nmae}}'] })],
  [
    'refusal.late in ru lacks the placeholder {{days}}',
    'features/orders/web/texts.csv',
    orders({ 'refusal.late': ['{{days}} days late', 'Поздно'] }),
  ],
  [
    'rows_few in ru lacks the placeholder {{name}}',
    'features/orders/web/texts.csv',
    orders({ rows_one: ['{{count}} order of {{name}}', 'з'], rows_other: ['{{count}} orders of {{name}}', 'з'] }),
  ],
  ['extra is used by no code', 'web/texts.csv', frame({ extra: ['More', 'Ещё'] })],
  ['extra.rows is used by no code', 'web/texts.csv', frame({ 'extra.rows': ['More', 'Ещё'] })],
  ['has two rows save', 'web/texts.csv', `${frame({})}save,,,Keep,,,Хранить,,\n`],
  ['save is a text and a group of texts', 'web/texts.csv', frame({ 'save.all': ['Save all', 'Сохранить всё'] })],
  ['is not written in the usual form', 'web/texts.csv', frame({}).replaceAll(',', ';')],
  ['is no table of texts', 'web/texts.csv', 'key,en\nsave,Save\n'],
  ['features/loans/web/texts.csv: is missing', 'features/loans/web/LoansPage.tsx', 'export const Loans = () => null'],
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
  [`cites ${ruling(99)}, which docs/rulings.md does not explain`, 'docs/a.md', `It is refused (${ruling(99)}).`],
  [
    `explains ${ruling(98)}, which nothing cites`,
    'docs/rulings.md',
    `- **${ruling(12)}** Text.\n- **${ruling(98)}** Text.\n`,
  ],
  [`explains ${ruling(12)} twice`, 'docs/rulings.md', `- **${ruling(12)}** Text.\n- **${ruling(12)}** Text.\n`],
  ['"null of nothing" is a riddle', 'kernel/a.ts', '/** A share; null\n * of nothing. */\nexport const a = 1'],
  ['"nobody\'s" is a riddle', 'docs/a.md', "It is nobody's."],
  [
    'lacks the text menu.late for an entry of the menu',
    'features/orders/web/routes.tsx',
    `export const routes = { menu: [{ key: 'late', to: '/late' }] }`,
  ],
  [
    'lacks the text title.late for a page',
    'features/orders/web/routes.tsx',
    `export const routes = { pages: [{ path: '/late', titleKey: 'title.late' }] }`,
  ],
  [
    'lacks the text command.orders.pay-order for the history entry',
    'features/orders/domain/late.ts',
    `export const pay = defineCommand('orders.pay-order', {})`,
  ],
  ['lacks the text command.orders.find-place', 'features/orders/server/samples.ts', 'export const samples = {}'],
  [
    'lacks the text command.orders.pay-by-job',
    'features/orders/server/samples.ts',
    `export const historySample = { silent: ['orders.find-place'], byJobs: ['orders.pay-by-job'] }`,
  ],
  [
    'lacks the text command.data-api.patch',
    'features/orders/server/late.ts',
    `export const late = dataTable({ name: 'late', write: { update: 1 } })`,
  ],
  ['asks for the text nothing', 'features/orders/web/A.tsx', `export const A = () => <b title={t('nothing')} />`],
]

test.each(FAULTY)('the fault "%s" is reported in %s', (says, file, text) => {
  expect(faults({ [file]: text }).filter((fault) => fault.includes(says))).not.toEqual([])
})

test('a list of samples may be long, as a list of inputs is looked up and not read', () => {
  const samples = `export const samples = () => ({${'\n'.repeat(80)}})\n`
  expect(
    faults({ 'features/orders/server/more/list.ts': samples }).filter((fault) => fault.includes('lines')),
  ).toHaveLength(1)
  const file = 'features/orders/server/samples.ts'
  expect(faults({ [file]: `${CORRECT[file]}\n${samples}` }).filter((fault) => fault.includes('lines'))).toEqual([])
})

test.each(['kernel', 'features/orders/domain', 'web', 'e2e', 'docs'])(
  'a riddle in %s is a fault and no warning',
  (folder) => {
    const file = folder === 'docs' ? 'docs/a.md' : `${folder}/a.ts`
    using product = writeFixture({ ...CORRECT, [file]: '// after a broken line\n' })
    const says = expect.stringMatching('"broken line" is a riddle')
    expect(findStructureFaults(product.root, ['en', 'ru'])).toEqual([{ file, says }])
  },
)

test('a folder may hold 25 files with their tests, and not one more', () => {
  const files = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`features/orders/web/list/Row${at}.tsx`, '']))
  expect(faults({ ...files(25), 'features/orders/web/list/Row1.test.tsx': '' })).toEqual([])
  expect(faults(files(26))).toEqual([expect.stringMatching(/^features\/orders\/web\/list: has 26 files/)])
})

test('numbered migrations may be more than 25 in one folder', () => {
  expect(faults(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`db/migrations/1${at}.sql`, ''])))).toEqual(
    [],
  )
})

test.each([
  ['ARCHITECTURE.md', 'See `features/orders/server/gone.ts`.', 'features/orders/server/gone.ts'],
  ['ARCHITECTURE.md', 'See `server/gone/`.', 'server/gone/'],
  ['ARCHITECTURE.md', 'See [the rules](docs/gone.md#rules).', 'docs/gone.md'],
  ['features/orders/README.md', 'The page is `web/page/Gone.tsx`.', 'web/page/Gone.tsx'],
  ['features/orders/README.md', 'The rule is in `gone.ts`.', 'gone.ts'],
])('in %s the text "%s" is a fault, because the path leads nowhere', (guide, text, path) => {
  expect(faults({ [guide]: `${text}\n` })).toEqual([`${guide}: names ${path}, which does not exist`])
})

test('a guide may name a file from the top, from its own folder, by a pattern, or by its name alone', () => {
  const inFeature = '`features/orders/domain/order.ts`, `domain/order.ts`, `web/*.csv`, `order.ts`, `/orders`\n'
  const atTop = 'Each feature has `server/tables.ts`.\n'
  expect(faults({ 'features/orders/README.md': inFeature, 'ARCHITECTURE.md': atTop })).toEqual([])
})

test('a file that is somewhat too long is a warning, and one that is much too long is a fault', () => {
  using product = writeFixture({ ...CORRECT, 'features/orders/domain/long.ts': '\n'.repeat(350) })
  expect(findStructureFaults(product.root, ['en', 'ru'])).toMatchObject([{ warning: true }])
})

test('only the tables that a statement writes are found, not those that it reads or locks', () => {
  const statement = `
    with gone as (delete from order_lines where order_id = ? returning *)
    insert into "orders" (id) select id from stock for update
    on conflict (id) do update set id = 1; update only loans set x = 1 -- update comments
    ; select 1 from customers for no key update of customers`
  expect(tablesWritten(statement)).toEqual(['order_lines', 'orders', 'loans'])
})

test('a read of a table of a higher layer is a fault', () => {
  const loans = {
    'features/loans/README.md': '# Loans\n',
    'features/loans/server/tables.ts': `export const owns = ['loans'] as const\nexport const reads = ['orders'] as const`,
    'features/loans/server/held.ts':
      'export const held = (tx) => tx.many(sql`select 1 from loans join orders o on true`)',
  }
  // orders reads the loans, which are below
  expect(faults(loans)).toEqual([
    'features/loans/server/tables.ts: reads the table orders of the higher feature orders. Move the read there, or let orders add its part by a declaration',
  ])
})

test('a view that a feature names as its slot hides the tables that higher features fill it from', () => {
  const slot = (view: string) => ({
    'features/loans/README.md': '# Loans\n',
    'features/loans/server/tables.ts': `export const owns = ['loans'] as const\nexport const slots = ['${view}'] as const`,
    'features/loans/server/late.ts': 'export const late = (tx) => tx.many(sql`select id from late_orders`)',
  })
  expect(faults(slot('late_orders'))).toEqual([])
  expect(faults(slot('loans'))).toContainEqual(
    'features/loans/server/tables.ts: names the slot loans, which is no view of a migration',
  )
  // a lower feature must not read it, as with a table
  expect(
    faults({
      ...slot('late_orders'),
      'features/stock/README.md': '# Stock\n',
      'features/stock/server/tables.ts': `export const reads = ['late_orders'] as const`,
      'features/stock/server/late.ts': 'export const lateOrders = (tx) => tx.many(sql`select id from late_orders`)',
    }),
  ).toEqual([expect.stringContaining('reads the table late_orders of the higher feature loans')])
})

test('only the tables that a statement reads are found, not the names of its common table expressions', () => {
  const known = new Set(['orders', 'order_lines', 'customers', 'stock', 'loans', 'notes', 'tasks', 'users'])
  const statement = `
    with tasks as (select * from orders o, customers c where extract(day from c.id) > 1)
    delete from loans using stock s where s.id in (select id from tasks) -- from users
    and exists (select from only "order_lines" join lateral (select 1) x on true)`
  expect(tablesRead(statement, known)).toEqual(['orders', 'customers', 'stock', 'order_lines'])
  expect(tablesRead('orders o left join customers c on c.id = o.customer_id', known)).toEqual(['customers', 'orders'])
  expect(tablesRead('orders', known)).toEqual(['orders'])
  expect(tablesRead('select 1 from loans join orders on true', known)).toEqual(['loans', 'orders'])
  expect(tablesRead('notes is not null', known)).toEqual([])
})
