/** The table of rights against what rulings C-49 and C-86 say of each role. */
import { expect, test } from 'vitest'
import { actingRole, may, RIGHTS, ROLES, type Right } from './rights.ts'

const all = Object.keys(RIGHTS) as Right[]
const rightsOf = (role: (typeof ROLES)[number]): Right[] => all.filter((right) => may(role, right)).toSorted()

test('only an administrator has these rights', () => {
  const office = new Set(rightsOf('user'))
  expect(rightsOf('admin').filter((right) => !office.has(right))).toEqual([
    'data.import',
    'invoicing.red',
    'notes.remove-others',
    'orders.restore-offer',
    'settings.write',
    'users.write',
  ])
  expect(rightsOf('admin')).toEqual(all.toSorted())
})

test.each(['logistirio', 'production', 'operations'] as const)('%s has the same rights as user (C-86)', (role) => {
  expect(rightsOf(role)).toEqual(rightsOf('user'))
})

test('a driver has his round, payments at the door and nothing else', () => {
  expect(rightsOf('driver')).toEqual([
    'payments.collect',
    'session.use',
    'settings.read',
    'shipping.drive',
    'shipping.view',
  ])
})

test('a workshop has its tasks and the goods they need, whatever role its account carries', () => {
  expect(rightsOf('section')).toEqual([
    'products.read',
    'sections.read',
    'session.use',
    'settings.read',
    'stock.read',
    'tasks.read',
    'tasks.update',
  ])
  expect(actingRole({ role: 'user', firstName: 'Xyta' })).toBe('section')
})

test('costs are seen by the office only, and an account that waits for approval has no right at all', () => {
  expect(ROLES.filter((role) => !may(role, 'products.cost'))).toEqual(['driver', 'section'])
  expect(all.filter((right) => may(null, right))).toEqual([])
})
