/** Compares the rights that the features declare with rulings C-49 and C-86, and prints them in docs/rights.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import { actingRole, may, OFFICE, type Right, type Role, ROLES, whyNotChangeRight } from '#kernel/rights.ts'
import {
  commands,
  downloads,
  pictures,
  entities,
  FEATURES,
  notifiedOf,
  lookups,
  queries,
  rights,
  tables,
  uploads,
} from '#app/server/features.ts'
import { kindOf } from '#app/server/live/kinds.ts'
import { NOTICES_TOPIC } from '#server/notices/notices.ts'
import { FRAME, productTexts, type Texts } from '#server/texts/text-book.ts'

const namesOf = (of: typeof rights): string[] => [...new Set(of)].map(({ name }) => name).toSorted()
const rightsOf = (role: (typeof ROLES)[number]): string[] => namesOf(rights.filter((right) => may({ role }, right)))

test('no two rights share a name', () => {
  expect(namesOf(rights)).toEqual([...new Set(namesOf(rights))])
  expect(rights.length).toBeGreaterThan(40)
})

test('every right that is demanded is in the manifest of a feature', () => {
  const endpoints = [...commands, ...queries, ...lookups, ...uploads, ...downloads, ...pictures].map(
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

test('every kind of record of which a feature is notified has a table, or is that of notices', () => {
  const schema = readFileSync(join(import.meta.dirname, '../../../db/schema.sql'), 'utf8')
  const ofTables = [...schema.matchAll(/^create table (\w+)/gm)].map(([, table]) => kindOf(table!))
  // notices come from many tables, and whoever writes one announces them under one name
  const kinds = new Set([...ofTables, NOTICES_TOPIC])
  expect(notifiedOf.filter(({ kind }) => !kinds.has(kind))).toEqual([])
  expect(notifiedOf.length).toBeGreaterThan(2)
})

test('only an administrator has the rights of administration', () => {
  const office = new Set(rightsOf('user'))
  expect(rightsOf('admin').filter((right) => !office.has(right))).toEqual([
    'backup.manage',
    'cash-desk.reopen',
    'changes.browse',
    'data.import',
    'import.write',
    'invoicing.answers',
    'invoicing.red',
    'keys.write',
    'merge.write',
    'notes.remove-others',
    'orders.restore-offer',
    'rights.write',
    'sections.set-up',
    'settings.write',
    'users.write',
    'views.manage',
    'webhooks.write',
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
  expect(ROLES.filter((role) => !may({ role }, productsRights.cost))).toEqual(['driver', 'section'])
  expect(rights.filter((right) => may({ role: null }, right))).toEqual([])
})

test('administrators keep people, rights, settings and history, and everybody can sign in', () => {
  const fixed = rights.filter((right) => right.fixed)
  expect(namesOf(fixed.filter((right) => right.holders.length === 1))).toEqual([
    'backup.manage',
    'changes.browse',
    'data.import',
    'import.write',
    'keys.write',
    'rights.write',
    'sections.set-up',
    'settings.write',
    'users.write',
    'webhooks.write',
  ])
  expect(namesOf(fixed.filter((right) => right.holders.length > 1))).toEqual([
    'preferences.keep',
    'session.use',
    'settings.read',
  ])
  for (const right of fixed) expect([['admin'], [...ROLES]]).toContainEqual([...right.holders])
})

test('a driver and a workshop can be given only rights to goods, and never costs (C-49)', () => {
  const given = (role: 'driver' | 'section') =>
    namesOf(rights.filter((right) => whyNotChangeRight(role, right) === null && !right.holders.includes(role)))
  expect(given('driver')).toEqual(['products.read', 'stock.read'])
  expect(given('section')).toEqual(['stock.adjust'])
  // a role never holds by declaration what it could not be given
  for (const right of rights) expect(right.holders.filter((role) => !right.most.includes(role))).toEqual([])
})

/** Returns the English text of a key in the texts of a feature, or of the frame. */
function wordsOf(feature: string, key: string): string {
  for (const area of [feature, FRAME].filter((each) => productTexts.areas().includes(each))) {
    let found: string | Texts | undefined = productTexts.textsOf(area, 'en')
    for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
    if (typeof found === 'string') return found
  }
  throw new Error(`no words for ${key}`)
}

/** Returns the names of roles for print. "office" stands for the roles of C-86 that are not among `others`. */
function printed(roles: readonly Role[], others: readonly Role[] = []): string {
  const office = OFFICE.filter((role) => !others.includes(role))
  const isOffice = office.length > 1 && office.every((role) => roles.includes(role))
  const names = isOffice ? ['office', ...roles.filter((role) => !office.includes(role))] : roles
  return names.join(', ') || '–'
}

test('the rights are printed in docs/rights.md', async () => {
  const line = (feature: string, right: Right): string => {
    const given = ROLES.filter((role) => !right.holders.includes(role) && whyNotChangeRight(role, right) === null)
    const says = [
      printed(right.holders),
      right.fixed ? 'fixed' : given.length > 0 && `for ${printed(given, right.holders)}`,
    ]
    const differs = says.filter((part) => part && part !== 'office').join('; ')
    return `- \`${right.name}\` ${wordsOf(feature, `right.${right.name}`)}${differs && `: ${differs}`}`
  }
  const areas = FEATURES.filter((feature) => Object.keys(feature.rights).length > 0).map(({ name, rights: own }) => [
    `\n**${wordsOf(name, `right-area.${name}`)}**\n`,
    ...Object.values(own).map((right) => line(name, right)),
  ])
  const head = `# Rights

\`app/server/every-endpoint/rights.test.ts\` prints this page from \`domain/rights.ts\` of the features (\`vitest run <file> --update\` writes it again). It shows
the defaults; on \`/rights\` an administrator changes them ([decision 22](decisions/0022-rights-by-setting.md)).

"Office" stands for the roles admin, user, logistirio, production and operations. It holds a right that names no role. "For" names other
roles that can be given it. A fixed right is neither given nor taken.`
  await expect([head, ...areas.flat()].join('\n') + '\n').toMatchFileSnapshot('../../../docs/rights.md')
})
