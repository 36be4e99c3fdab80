import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeFixture } from '../fixture.ts'
import { LONGEST, longestFirst, sortServerTests } from './sort-tests.ts'

const PRODUCT = {
  'testing/database.ts': 'export const testDatabase = () => {}',
  'server/db/database.ts': "import type { x } from '#testing/database.ts'\nexport const sql = 1",
  'testing/company.ts': "import { testDatabase } from './database.ts'\nexport const open = testDatabase",
  'features/orders/server/loop.ts': "export { two } from './two.ts'",
  'features/orders/server/two.ts': "import './loop.ts'\nexport const two = 2",
}

test.each([
  ['directly', "import { testDatabase } from '../../testing/database.ts'"],
  ['through another file, over several lines', "import {\n  open,\n} from '#testing/company.ts'"],
  ['by an import without names', "import '#testing/company.ts'"],
  ['by a dynamic import', "const { open } = await import('#testing/company.ts')"],
])('a test that reaches testing/database.ts %s runs on each engine', (_how, text) => {
  using product = writeFixture({ ...PRODUCT, 'server/db/a.test.ts': text })
  expect(sortServerTests(product.root)).toEqual({ perEngine: ['server/db/a.test.ts'], once: [] })
})

test.each([
  ['types', "import type { TestCompany } from '#testing/company.ts'"],
  ['files that import each other', "import { two } from '#features/orders/server/two.ts'"],
  ['a file that needs only a type of them', "import { sql } from '#server/db/database.ts'"],
  ['packages', "import { expect } from 'vitest'"],
])('a test that imports only %s runs once', (_what, text) => {
  using product = writeFixture({ ...PRODUCT, 'features/orders/server/a.test.ts': text })
  expect(sortServerTests(product.root)).toEqual({
    perEngine: [],
    once: ['features/orders/server/a.test.ts'],
  })
})

const ROOT = join(import.meta.dirname, '../..')

test('every file that is listed as one of the longest exists', () => {
  expect(LONGEST.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('the longest files run first, and the others keep their order', () => {
  const [longest = '', second = ''] = LONGEST
  const files = ['b.test.ts', second, 'a.test.ts', longest].map((file) => ({ moduleId: `/clone/${file}` }))
  expect(longestFirst(files).map(({ moduleId }) => moduleId)).toEqual(
    [longest, second, 'b.test.ts', 'a.test.ts'].map((file) => `/clone/${file}`),
  )
})
