/** Checks the menu of each person: the tree of specification 3, and the tabs of its pages (C-91). */
import { expect, test } from 'vitest'
import { type Role, ROLES } from '#kernel/rights.ts'
import { FEATURES } from '#app/web/features.ts'
import { type NamedEntry, openEntries } from '#web/layouts/menu-entries.ts'
import { linkAt, linksOf, menuOf, tabsAt, treeLinks } from './menu.ts'

const ALL: readonly NamedEntry[] = FEATURES.flatMap(({ feature, menu }) => menu.map((entry) => ({ ...entry, feature })))
const PATHS = new Set(FEATURES.flatMap(({ pages }) => pages.map(({ path }) => path)))

/** Returns the menu of a role, without changes by an administrator. */
const menuFor = (role: Role) => menuOf(openEntries(ALL, { role, rightChanges: {} }), ALL)

/** The tree as specification 3 lists it, with the keys of its texts. */
const TREE = [
  'today: dashboard',
  'sales: orders (all, create)',
  'sales: loans',
  'sales: deliveries (shipping)',
  'sales: payments (create, list)',
  'internal: views (economics, cash-desk, customer-totals, provider-balances, top-products, top-materials)',
  'internal: customers',
  'internal: providers',
  'internal: products',
  'internal: salespersons',
  'internal: invoices (create, list)',
  'internal: production (tasks, sections)',
  'internal: settings (general, setup)',
]

test('an administrator sees the tree of the specification below Today, and nothing else in it (S3-LAY-01 to 09)', () => {
  const { sections } = menuFor('admin')
  const shown = sections.flatMap(({ group, items }) =>
    items.map((item) =>
      'links' in item
        ? `${group}: ${item.parent} (${item.links.map(({ key }) => key).join(', ')})`
        : `${group}: ${item.key}`,
    ),
  )
  expect(shown).toEqual(TREE)
})

test('the menu has 13 entries with all branches closed, and at most 19 with one open', () => {
  const items = menuFor('admin').sections.flatMap((section) => section.items)
  expect(items).toHaveLength(13)
  const branches = items.filter((item) => 'links' in item)
  expect(Math.max(...branches.map((branch) => items.length + linksOf(branch).length))).toBe(19)
})

test('every entry leads to a page, and every tab belongs to a page in the tree that has no owner itself', () => {
  expect(ALL.filter(({ to }) => !PATHS.has(to))).toEqual([])
  const owners = new Set(ALL.filter(({ tabOf }) => tabOf === undefined).map(({ to }) => to))
  expect(ALL.filter(({ tabOf }) => tabOf !== undefined && !owners.has(tabOf))).toEqual([])
})

test.each([
  ['/payments-list', ['list', 'cheques', 'due', 'bank-statements', 'drivers-cash']],
  ['/cheques', ['list', 'cheques', 'due', 'bank-statements', 'drivers-cash']],
  ['/products', ['products', 'stock-value', 'materials', 'counts', 'stock-proof', 'what-if']],
  ['/tasks', ['tasks', 'board', 'packaging', 'calendar']],
  ['/shipping', ['shipping', 'operations', 'driver']],
  // of the settings the pages of one group
  ['/people', ['general', 'people', 'rights', 'keys', 'webhooks']],
  ['/backup', ['general', 'backup', 'history', 'import']],
  ['/settings', []],
  ['/orders', []],
  // a record shows no tabs of the list
  ['/customer-detail/5', []],
])('beside %s stand %j', (path, keys) => {
  expect(tabsAt(menuFor('admin'), path).map(({ key }) => key)).toEqual(keys)
})

test.each([
  ['/cheques', 'payments', '/payments-list'],
  ['/tasks/board', 'production', '/tasks'],
  ['/settings/company', 'settings', '/settings'],
  ['/order-detail/12', 'orders', '/orders'],
  ['/customer-detail/5', 'customers', '/customers'],
  ['/profile', 'users', null],
])('the page %s belongs to %s: %s', (path, feature, to) => {
  expect(linkAt(menuFor('admin'), path, feature)?.to ?? null).toBe(to)
})

test('each role finds every page that it may open once in the tree or as a tab, also if it may not open the page above', () => {
  for (const role of ROLES) {
    const tree = menuFor(role)
    const found = treeLinks(tree).flatMap((link) => [link, ...link.tabs].map(({ to }) => to))
    expect(found.toSorted(), role).toEqual(tree.links.map(({ to }) => to).toSorted())
  }
  const packer = menuOf(
    ALL.filter(({ to }) => to === '/packaging'),
    ALL,
  )
  expect(treeLinks(packer).map(({ to }) => to)).toEqual(['/packaging'])
  expect(tabsAt(packer, '/packaging')).toEqual([])
})
