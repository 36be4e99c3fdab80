import { expect, test } from 'vitest'
import { addAnswer } from '#testing/rows/seen-rows.ts'
import { nothingSeen } from '#testing/rows/seen.ts'
import { writeFixture } from '../fixture.ts'
import { compareRows } from './compare-rows.ts'
import { declaredRows, type Statement } from './declared-rows.ts'
import { loweredUnread, refuseUnread } from './unread.ts'

const CONFIG = JSON.stringify({
  compilerOptions: { strict: true, module: 'NodeNext', target: 'ES2024', lib: ['ES2024'], types: [], noEmit: true },
  include: ['**/*.ts'],
})

const ROWS = `export interface Rows {
  many<R extends object>(query: string): Promise<R[]>
  one<R extends object>(query: string): Promise<R>
  maybe<R extends object>(query: string): Promise<R | null>
}
`

/** Returns the calls of a product whose only file of a feature contains this text. */
function declaredIn(text: string): Map<string, Statement> {
  using product = writeFixture({
    'tsconfig.json': CONFIG,
    'server/rows.ts': ROWS,
    'features/orders/server/read.ts': `import type { Rows } from '../../../server/rows.ts'\n${text}`,
  })
  return declaredRows(product.root, 'tsconfig.json')
}

const [NUMBER, TEXT, JSON_TYPE] = [20, 25, 114]
const TYPES: Readonly<Record<string, number>> = { id: NUMBER, status: TEXT, note: TEXT, lines: JSON_TYPE }

/** Returns what is wrong if the only call of `declared` returned these rows. */
function faultsOf(
  declared: ReadonlyMap<string, Statement>,
  names: readonly string[],
  rows: readonly object[],
): string[] {
  const seen = nothingSeen()
  const columns = names.map((name) => ({ name, type: TYPES[name] ?? TEXT, table: 0 }))
  addAnswer(seen, columns, rows)
  const { read, faults } = compareRows(declared, [{ [[...declared.keys()][0] ?? '']: seen }])
  expect(read.size).toBe(1)
  return faults.map((fault) => fault.replace('features/orders/server/read.ts:', ''))
}

const LIST = `
type Amount = number & { readonly unit: 'cents' }
type Line = { readonly name: string; readonly price: Amount; note?: string; within?: Line[] }
type Order = Readonly<{ id: number; status: 'OPEN' | 'DONE'; note: string | null }>
export const αναφορά = (rows: Rows) => rows.many<Order & { lines: Line[] }>('select …')`

const LISTED = declaredIn(LIST)
const COLUMNS = ['id', 'status', 'note', 'lines']
const ROW = { id: 1, status: 'OPEN', note: null, lines: [{ name: 'Cup', price: 100 }] }

test('rows that fit their type are no fault', () => {
  expect([...LISTED.keys()]).toEqual(['features/orders/server/read.ts:6:45'])
  const inner = { ...ROW.lines[0], note: 'blue', within: ROW.lines }
  expect(faultsOf(LISTED, COLUMNS, [ROW, { ...ROW, status: 'DONE', note: 'late', lines: [inner] }])).toEqual([])
  expect(faultsOf(LISTED, COLUMNS, [])).toEqual([])
})

test.each<[string, string[], object, string]>([
  ['a column with another name', ['id', 'status', 'note', 'positions'], ROW, 'row.lines is missing'],
  ['a column that is left out', ['id', 'status', 'note'], ROW, 'row.lines is missing'],
  [
    'a column that is not named',
    [...COLUMNS, 'name'],
    ROW,
    'row.name is read from the database, and the type does not name it',
  ],
  ['null', COLUMNS, { ...ROW, id: null }, 'row.id is null, and its type says number'],
  ['another text', COLUMNS, { ...ROW, status: 'LOST' }, `row.status is 'LOST', which its type does not name`],
  ['no list', COLUMNS, { ...ROW, lines: null }, 'row.lines is null, and its type says array'],
  [
    'a text in JSON',
    COLUMNS,
    { ...ROW, lines: [{ name: 'Cup', price: '1' }] },
    'row.lines[].price is string, and its type says number',
  ],
  ['JSON without a field', COLUMNS, { ...ROW, lines: [{ name: 'Cup' }] }, 'row.lines[].price is missing'],
])('%s is a fault', (_what, columns, row, fault) => {
  expect(faultsOf(LISTED, columns, [row])).toContain(`6 ${fault}`)
})

test('a column of another type is a fault even if no row was found', () => {
  const declared = declaredIn(`export const find = (rows: Rows) => rows.maybe<{ note: number }>('select …')`)
  expect(faultsOf(declared, ['note'], [])).toEqual(['2 row.note is string, and its type says number'])
})

test('a type that allows any columns is never wrong, an inferred type counts like a named one, and no type at all asks for no test', () => {
  const declared = declaredIn(`
export const values = async (rows: Rows) => rows.one<Record<string, unknown>>('select …')
export const found = (rows: Rows): Promise<{ id: number } | null> => rows.maybe('select …')
export const exists = async (rows: Rows) => (await rows.maybe('select …')) !== null`)
  expect(faultsOf(declared, ['note'], [{ note: null }])).toEqual([])
  expect(compareRows(declared, []).unread.map(({ line }) => line)).toEqual([3, 4])
})

test('a call whose type only its callers know is a fault, and one that passes a statement on is none', () => {
  const declared = declaredIn(`
export const read = <Row extends object>(rows: Rows) => rows.many<Row & { id: number }>('select …')
export const passOn = (rows: Rows): Rows['many'] => (query) => rows.many(query)`)
  expect(compareRows(declared, []).faults).toEqual([
    'features/orders/server/read.ts:3 reads rows whose type only its callers know',
  ])
})

test('a statement that no test runs is refused unless its file counts it, and the count only falls', () => {
  const { unread } = compareRows(LISTED, [])
  const file = 'features/orders/server/read.ts'
  expect(refuseUnread(unread, { [file]: 1 })).toEqual([])
  expect(refuseUnread(unread, {})).toEqual([`${file}:6 reads rows that no test reads`])
  expect(loweredUnread(unread, { [file]: 3 })).toEqual({ [file]: 1 })
  expect(loweredUnread([], { [file]: 1 })).toEqual({})
  expect(loweredUnread(unread, {})).toEqual({})
})
