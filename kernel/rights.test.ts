/** Compares the table of rights with rulings C-49 and C-86. */
import { expect, test } from 'vitest'
import { actingRole, may, RIGHTS, ROLES, type Right } from './rights.ts'

const all = Object.keys(RIGHTS) as Right[]
const rightsOf = (role: (typeof ROLES)[number]): Right[] => all.filter((right) => may(role, right)).toSorted()

test('only an administrator has the rights of administration', () => {
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

test('a driver has the rights to their round and to payments at the door, and no others', () => {
  expect(rightsOf('driver')).toEqual([
    'payments.collect',
    'session.use',
    'settings.read',
    'shipping.drive',
    'shipping.view',
  ])
})

test('a workshop account has the rights to its tasks and their goods, whatever role it carries', () => {
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

test('only the office sees costs, and an account that waits for approval has no right', () => {
  expect(ROLES.filter((role) => !may(role, 'products.cost'))).toEqual(['driver', 'section'])
  expect(all.filter((right) => may(null, right))).toEqual([])
})
