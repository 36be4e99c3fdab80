import { expect, test } from 'vitest'
import { plant } from './fixture.ts'
import { sortServerTests } from './server-tests.ts'

const PRODUCT = {
  'server/db/testing.ts': 'export const testDatabase = () => {}',
  'server/db/database.ts': "import type { x } from '#server/db/testing.ts'\nexport const sql = 1",
  'server/test-company.ts': "import { testDatabase } from './db/testing.ts'\nexport const open = testDatabase",
  'features/orders/server/loop.ts': "export { two } from './two.ts'",
  'features/orders/server/two.ts': "import './loop.ts'\nexport const two = 2",
}

test.each([
  ['directly', "import { testDatabase } from './db/testing.ts'"],
  ['through another file, over several lines', "import {\n  open,\n} from '#server/test-company.ts'"],
  ['by an import for what it does', "import '#server/test-company.ts'"],
  ['only when asked', "const { open } = await import('#server/test-company.ts')"],
])('a test that reaches the databases of the run %s runs on each engine', (_how, text) => {
  using product = plant({ ...PRODUCT, 'server/a.test.ts': text })
  expect(sortServerTests(product.root)).toEqual({ perEngine: ['server/a.test.ts'], once: [] })
})

test.each([
  ['types', "import type { TestCompany } from '#server/test-company.ts'"],
  ['files that import each other', "import { two } from '#features/orders/server/two.ts'"],
  ['a file that needs only a type of them', "import { sql } from '#server/db/database.ts'"],
  ['packages', "import { expect } from 'vitest'"],
])('a test that imports only %s runs once', (_what, text) => {
  using product = plant({ ...PRODUCT, 'features/orders/server/a.test.ts': text })
  expect(sortServerTests(product.root)).toEqual({ perEngine: [], once: ['features/orders/server/a.test.ts'] })
})
