/** Tests saved views over HTTP: who sees and changes them, and what is refused. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { lists } from '#app/server/features.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import type { Person } from '#testing/people-and-goods.ts'
import type { View } from '../domain/contract.ts'
import { MOST_VIEWS } from '../domain/view.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())
beforeEach(() => company.db.run(sql`delete from saved_views`))

const { does, refusalOf } = peopleOf(() => company)
const STATE = {
  search: 'κερί',
  filters: { status: ['PACKAGED', 'INVOICED'], total: { from: 1000 }, expectedDelivery: { to: '2026-12-31' } },
  sort: 'total',
  descending: true,
  grouped: false,
  columns: ['id', 'name', 'total'],
  sums: true,
  choices: { show: 'ALL' },
}

const create = (person: Person, name: string, more: object = {}) =>
  does<{ id: number; version: number }>(person, 'views.create', { list: 'orders', name, state: STATE, ...more })
const seenBy = async (person: Person, list = 'orders') =>
  (await does<{ views: View[] }>(person, 'views.list', { list })).views

describe('an own view', () => {
  test('comes back to its owner as it was saved, and to nobody else', async () => {
    const { id } = await create('user', 'Μεγάλες')
    expect(await seenBy('user')).toMatchObject([
      { id, name: 'Μεγάλες', shared: false, own: true, mayChange: true, version: 1, state: STATE },
    ])
    expect(await seenBy('admin')).toEqual([])
    expect(await seenBy('user', 'customers')).toEqual([])
  })

  test('is missing for everybody else, also for an administrator', async () => {
    const { id } = await create('user', 'Μεγάλες')
    for (const [name, input] of [
      ['views.change', { id, version: 1, name: 'Άλλο' }],
      ['views.share', { id, shared: true }],
      ['views.delete', { id }],
    ] as const)
      expect(await refusalOf('admin', name, input)).toMatchObject({ kind: 'missing', code: 'views.no-view' })
  })

  test('is changed, renamed and deleted by its owner, and each leaves an entry in the history', async () => {
    const { id } = await create('user', 'Μεγάλες')
    expect(await does('user', 'views.change', { id, version: 1, name: 'Πολύ μεγάλες' })).toEqual({ id, version: 2 })
    const state = { ...STATE, search: '', columns: ['name'] }
    expect(await does('user', 'views.change', { id, version: 2, state })).toEqual({ id, version: 3 })
    // the same state again is no change
    expect(await does('user', 'views.change', { id, version: 3, state })).toEqual({ id, version: 3 })
    expect(await seenBy('user')).toMatchObject([{ name: 'Πολύ μεγάλες', version: 3, state }])
    await does('user', 'views.delete', { id })
    expect(await seenBy('user')).toEqual([])
    const written = await company.db.many(
      sql`select command, changes from history where entity = 'views' and entity_id = ${id} order by id`,
    )
    expect(written).toEqual([
      {
        command: 'views.create',
        changes: { view: [null, 'CREATED'], name: [null, 'Μεγάλες'], shared: [null, 'OWN'] },
      },
      { command: 'views.change', changes: { name: ['Μεγάλες', 'Πολύ μεγάλες'] } },
      { command: 'views.change', changes: { view: [null, 'CHANGED'] } },
      { command: 'views.delete', changes: { view: [null, 'DELETED'], name: ['Πολύ μεγάλες', null] } },
    ])
  })

  test('has a name that no other view of the owner and the list has', async () => {
    await create('user', 'Μεγάλες')
    const again = { list: 'orders', name: 'μεγάλες', state: STATE }
    expect(await refusalOf('user', 'views.create', again)).toMatchObject({ code: 'views.name-taken' })
    await create('production', 'Μεγάλες')
    const other = { columns: ['name'] }
    await does('user', 'views.create', { list: 'customers', name: 'Μεγάλες', state: other })
  })

  test('is one of a limited number, and of a limited number of shared ones', async () => {
    for (let number = 0; number < MOST_VIEWS; number++) await create('user', `Προβολή ${number}`)
    const more = { list: 'orders', name: 'Ακόμη μία', state: STATE }
    expect(await refusalOf('user', 'views.create', more)).toMatchObject({
      code: 'views.too-many',
      details: { most: MOST_VIEWS },
    })
    for (const { id } of await seenBy('user')) await does('user', 'views.share', { id, shared: true })
    const shared = { ...more, shared: true }
    expect(await refusalOf('production', 'views.create', shared)).toMatchObject({ code: 'views.too-many-shared' })
    const { id } = await create('production', 'Ακόμη μία')
    expect(await refusalOf('production', 'views.share', { id, shared: true })).toMatchObject({
      code: 'views.too-many-shared',
    })
  })
})

test('a view that an earlier version stored without groups and sums has none, and one that cannot be read is left out', async () => {
  const { id } = await create('user', 'Παλιά')
  const { id: unreadable } = await create('user', 'Χαλασμένη')
  await company.db.run(sql`update saved_views set state = '{"columns": ["name"]}' where id = ${id}`)
  await company.db.run(sql`update saved_views set state = '{"columns": 7}' where id = ${unreadable}`)
  expect(await seenBy('user')).toMatchObject([
    { id, state: { columns: ['name'], grouped: false, sums: false, filters: {}, choices: {} } },
  ])
})

test('a view whose list no feature declares any more is deleted by its owner only', async () => {
  const { id } = await create('user', 'Χωρίς λίστα', { shared: false })
  await company.db.run(sql`update saved_views set list = 'removed', shared = true where id = ${id}`)
  const gone = { kind: 'missing', code: 'views.list-gone' }
  expect(await refusalOf('user', 'views.on-page', { id })).toMatchObject({ ...gone, details: { own: true } })
  expect(await refusalOf('admin', 'views.on-page', { id })).toMatchObject({ ...gone, details: { own: false } })
  expect(await refusalOf('admin', 'views.delete', { id })).toMatchObject({ code: 'views.no-list' })
  expect(await does('user', 'views.delete', { id })).toEqual({ id })
  expect(await refusalOf('user', 'views.on-page', { id })).toMatchObject({ code: 'views.no-view' })
})

describe('a shared view', () => {
  test('is seen by everybody who may read the list, and changed by its owner and administrators only', async () => {
    const { id } = await create('user', 'Μεγάλες', { shared: true })
    expect(await seenBy('production')).toMatchObject([{ id, own: false, mayChange: false, shared: true }])
    const change = { id, version: 1, state: { ...STATE, search: 'φανάρι' } }
    expect(await refusalOf('production', 'views.change', change)).toMatchObject({ kind: 'forbidden' })
    expect(await refusalOf('production', 'views.delete', { id })).toMatchObject({ kind: 'forbidden' })
    expect(await refusalOf('production', 'views.share', { id, shared: false })).toMatchObject({ kind: 'forbidden' })
    await does('admin', 'views.change', change)
    expect(await seenBy('user')).toMatchObject([{ version: 2, state: { search: 'φανάρι' }, mayChange: true }])
    expect((await seenBy('user'))[0]?.changedBy).not.toBe('')
    await does('admin', 'views.delete', { id })
    expect(await seenBy('user')).toEqual([])
  })

  test('is changed from the version that the person saw, or refused', async () => {
    const { id } = await create('user', 'Μεγάλες', { shared: true })
    await does('admin', 'views.change', { id, version: 1, state: { ...STATE, search: 'φανάρι' } })
    expect(await refusalOf('user', 'views.change', { id, version: 1, state: STATE })).toMatchObject({
      kind: 'conflict',
    })
  })

  test('that is not shared any more is seen by its owner only', async () => {
    const { id } = await create('user', 'Μεγάλες', { shared: true })
    await does('user', 'views.share', { id, shared: false })
    expect(await seenBy('production')).toEqual([])
    expect(await seenBy('user')).toMatchObject([{ id, shared: false }])
  })

  test('of a list that a person may not read is never returned, seen or changed', async () => {
    const state = { columns: ['username'] }
    const { id } = await does<{ id: number }>('admin', 'views.create', {
      list: 'people',
      name: 'Όλοι',
      state,
      shared: true,
    })
    expect(await refusalOf('user', 'views.list', { list: 'people' })).toMatchObject({ kind: 'forbidden' })
    expect(await refusalOf('user', 'views.delete', { id })).toMatchObject({ kind: 'forbidden' })
    const own = { list: 'people', name: 'Δική μου', state }
    expect(await refusalOf('user', 'views.create', own)).toMatchObject({ kind: 'forbidden' })
    expect(await refusalOf('driver', 'views.list', { list: 'orders' })).toMatchObject({ kind: 'forbidden' })
  })
})

describe('a refusal names what a list does not have:', () => {
  test.each([
    [
      'a filter',
      { filters: { colour: 'red' } },
      { code: 'input', details: { fields: { 'filters.colour': 'unknown' } } },
    ],
    ['a value of a filter', { filters: { status: ['SOLD'] } }, { code: 'input' }],
    ['a range of a text', { filters: { name: { from: 1 } } }, { code: 'input' }],
    ['a sort', { sort: 'document' }, { code: 'input', details: { first: 'sort' } }],
    ['a column', { columns: ['name', 'colour'] }, { code: 'views.no-column', details: { column: 'colour' } }],
    ['a choice of the page', { choices: { show: 'SOLD' } }, { code: 'views.no-choice' }],
    ['a choice of another page', { choices: { tab: 'ALL' } }, { code: 'views.no-choice' }],
  ])('%s', async (_what, change, refusal) => {
    const state = { ...STATE, ...change }
    expect(await refusalOf('user', 'views.create', { list: 'orders', name: 'Λάθος', state })).toMatchObject({
      kind: 'invalid',
      ...refusal,
    })
    const { id } = await create('user', 'Σωστή')
    expect(await refusalOf('user', 'views.change', { id, version: 1, state })).toMatchObject(refusal)
  })

  test('a list that no feature declares', async () => {
    expect(await refusalOf('user', 'views.list', { list: 'nothing' })).toMatchObject({ code: 'views.no-list' })
  })
})

const ROOT = join(import.meta.dirname, '../../..')

/** Returns the source texts of all files whose name ends so, without tests. */
function sourcesOf(ending: '.ts' | '.tsx'): string[] {
  return ['features', 'web', 'app'].flatMap((room) =>
    readdirSync(join(ROOT, room), { withFileTypes: true, recursive: true })
      .filter((file) => file.isFile() && file.name.endsWith(ending) && !file.name.includes('.test.'))
      // the frame of declared records draws the tables of all of them
      .filter((file) => !file.parentPath.endsWith(join('web', 'records')))
      .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8')),
  )
}

/** Returns the names of declared lists and records, by the constant that holds the declaration. */
const declarations = () =>
  new Map(
    sourcesOf('.ts').flatMap((text) =>
      [...text.matchAll(/export const (\w+) = define(?:List|Record)\(\s*'([^']+)'/g)].map(
        ([, constant = '', name = '']) => [constant, name] as const,
      ),
    ),
  )

test('every table that keeps its state in the address is a declared list, and every declared list has a table', () => {
  const declared = declarations()
  const pages = sourcesOf('.tsx')
  const drawn = pages
    .flatMap((text) => text.split(/<(?:DataTable|ListTable|ListPage)(?=\s)/).slice(1))
    // The end of an element stands at the end of its only line or alone in its last line.
    .map((text) => /^[^\n]+?\/>|^[^]*?\n {2,}\/>/.exec(text)?.[0] ?? text)
    .filter((props) => !props.includes('keep="memory"'))
    .map((props) => {
      const name = /name=(?:"([^"]+)"|\{`([^`$]+)\$)/.exec(props)?.slice(1).find(Boolean)
      return name ?? declared.get(/declared=\{(\w+)\}/.exec(props)?.[1] ?? '') ?? ''
    })
  const ofRecords = pages.flatMap((text) =>
    [...text.matchAll(/recordRoutes\((\w+)/g)].map(([, constant = '']) => declared.get(constant) ?? ''),
  )
  const tables = [...drawn, ...ofRecords]
  const isOf = (table: string, list: string) => (table.endsWith('-') ? list.startsWith(table) : list === table)
  expect(tables.length).toBeGreaterThan(9)
  expect(tables.filter((table) => !lists.some(({ name }) => isOf(table, name)))).toEqual([])
  expect(lists.filter(({ name }) => !tables.some((table) => isOf(table, name)))).toEqual([])
})

test('a link to a view opens the page of its list, unless several lists share the page', async () => {
  // the addresses of a declared record stand in its declaration
  const routes = [...sourcesOf('.tsx'), ...sourcesOf('.ts')].join()
  const opened = async (name: string): Promise<unknown> => {
    const { id } = await company.db.one<{ id: number }>(sql`
      insert into saved_views (owner_id, list, name, state, changed_by_name, changed_at)
      values (${company.userIds.admin}, ${name}, ${name}, '{"columns": ["name"]}', '', now()) returning id`)
    return does('admin', 'views.on-page', { id })
  }
  const [alone, beside] = [false, true].map((shares) =>
    lists.filter(({ name }) => /^(shipping|operations)-|^(loan-records|purchase-requests)$/.test(name) === shares),
  )
  for (const { name, page } of alone ?? []) {
    expect(routes.includes(`path: '${page}'`) || routes.includes(`pages: { list: '${page}'`), name).toBe(true)
    expect(await opened(name)).toMatchObject({ page, list: name })
  }
  for (const { name } of beside ?? []) await expect(opened(name)).rejects.toThrow('views.no-page')
})
