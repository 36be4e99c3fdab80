/** Compares the rights that the features declare with rulings C-49 and C-86. */
import { expect, test } from 'vitest'
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import { actingRole, may, ROLES } from '#kernel/rights.ts'
import {
  commands,
  downloads,
  entities,
  notifiedOf,
  lookups,
  queries,
  rights,
  tables,
  uploads,
} from '#server/features.ts'

const namesOf = (of: typeof rights): string[] => [...new Set(of)].map(({ name }) => name).toSorted()
const rightsOf = (role: (typeof ROLES)[number]): string[] => namesOf(rights.filter((right) => may(role, right)))

test('no two rights share a name', () => {
  expect(namesOf(rights)).toEqual([...new Set(namesOf(rights))])
  expect(rights.length).toBeGreaterThan(40)
})

test('every right that is demanded is in the manifest of a feature', () => {
  const endpoints = [...commands, ...queries, ...lookups, ...uploads, ...downloads].map(
    ({ contract }) => contract.right,
  )
  const steps = Object.values(orderLifecycle.transitions).map(({ right }) => right)
  const ofTables = tables.flatMap(({ read, write = {}, imports }) =>
    [read, ...Object.values(write), imports?.right ?? []].flat(),
  )
  const demanded = [...endpoints, ...steps, ...ofTables, ...entities.map(({ read }) => read)]
  expect(namesOf(demanded.filter((right) => !rights.includes(right)))).toEqual([])
  expect(demanded.length).toBeGreaterThan(100)
})

test('every kind of record of which a feature is notified belongs to a feature', () => {
  const declared = entities.map(({ name }) => name)
  expect(notifiedOf.filter(({ kind }) => !declared.includes(kind))).toEqual([])
  expect(notifiedOf.length).toBeGreaterThan(2)
})

test('only an administrator has the rights of administration', () => {
  const office = new Set(rightsOf('user'))
  expect(rightsOf('admin').filter((right) => !office.has(right))).toEqual([
    'changes.browse',
    'data.import',
    'invoicing.answers',
    'invoicing.red',
    'keys.write',
    'notes.remove-others',
    'orders.restore-offer',
    'sections.set-up',
    'settings.write',
    'users.write',
  ])
  expect(rightsOf('admin')).toEqual(namesOf(rights))
})

test.each(['logistirio', 'production', 'operations'] as const)('%s has the same rights as user (C-86)', (role) => {
  expect(rightsOf(role)).toEqual(rightsOf('user'))
})

test('a driver has the rights to their shipments and to payments at the door, and no others', () => {
  expect(rightsOf('driver')).toEqual([
    'payments.collect',
    'preferences.keep',
    'session.use',
    'settings.read',
    'shipping.drive',
    'shipping.view',
  ])
})

test('a workshop account has the rights to its tasks and their goods, whatever role it carries', () => {
  expect(rightsOf('section')).toEqual([
    'preferences.keep',
    'products.read',
    'sections.read',
    'session.use',
    'settings.read',
    'stock.read',
    'tasks.read',
    'tasks.update',
  ])
  expect(actingRole({ role: 'user', section: 'ΧΥΤΑ' })).toBe('section')
})

test('only the office sees costs, and an account that waits for approval has no right', () => {
  expect(ROLES.filter((role) => !may(role, productsRights.cost))).toEqual(['driver', 'section'])
  expect(rights.filter((right) => may(null, right))).toEqual([])
})
