import { existsSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FEATURES } from '../layers.ts'
import { writeFixture } from '../fixture.ts'
import {
  ALWAYS_ON_SERVER,
  ALWAYS_PROVEN,
  chooseAll,
  chooseTests,
  readTests,
  WHEN_THEY_CHANGE,
  ON_EMBEDDED_AT_NIGHT,
  TESTS_OF_CHECKS,
} from './choose.ts'
import { filesOf, TEST_FILES } from '../sort-tests/test-files.ts'
import { type Story, STORIES_OF, storiesIn, storyFile } from './stories.ts'
import { leftOut, whatChanged } from './words.mjs'

const ROOT = join(import.meta.dirname, '../..')

const NOTHING = { checks: 0, pages: 0, server: 0, stories: 0, proofs: 0 }

describe('after a change', () => {
  const PRODUCT = {
    'app/server/every-endpoint/walk/walk.test.ts': '',
    'app/server/http/routes.ts': "import { order } from '#features/orders/server/order.ts'",
    'app/server/http/routes.test.ts': "import './routes.ts'\nreadFileSync('../../docs/routes.md')",
    'testing/template.ts': '',
    'testing/template.test.ts': "import './template.ts'",
    'db/demo/invoices.test.ts': "import './invoices.ts'",
    'db/demo/invoices.ts': '',
    'kernel/money.ts': '',
    'web/session.ts': '',
    'web/session.test.ts': '',
    'features/stock/domain/stock.ts': "import '#kernel/money.ts'",
    'features/stock/server/stock.ts': "import '../domain/stock.ts'",
    'features/stock/server/stock.test.ts': '',
    'features/stock/web/StockPage.tsx': "import '../domain/stock.ts'",
    'features/stock/web/StockPage.test.tsx': '',
    'features/orders/server/order.ts': "import '#features/stock/server/stock.ts'",
    'features/orders/server/order.test.ts': '',
    'features/orders/web/OrderPage.test.tsx': '',
    'features/laundry/server/wash.ts': "import type { Stock } from '#features/stock/server/stock.ts'",
    'features/laundry/server/wash.test.ts': '',
    'e2e/office/count.story.ts': "test('counts', () => {})\ntest('counts twice @in-ci', () => {})",
    'e2e/goods/running-out.story.ts': "test('runs out', () => {})",
    'e2e/order-to-paid.story.ts': "test('an order is paid @main', () => {})",
    'e2e/proofs/storm.proof.ts': '',
  }
  const MAIN = ['an order is paid @main']
  const WALK = 'app/server/every-endpoint/walk/walk.test.ts'
  const PAGES = [
    'features/orders/web/OrderPage.test.tsx',
    'features/stock/web/StockPage.test.tsx',
    'web/session.test.ts',
  ]

  test.each([
    ['nothing', [], 'list', PAGES, [WALK], MAIN],
    ['a document that no test reads', ['docs/tests.md', 'features/stock/README.md'], 'list', PAGES, [WALK], MAIN],
    [
      'a document that a test reads: that test',
      ['docs/routes.md'],
      'change',
      [],
      [WALK, 'app/server/http/routes.test.ts'],
      MAIN,
    ],
    [
      'the server of a feature: its tests, those of its direct users, and its stories',
      ['features/stock/server/stock.ts'],
      'feature',
      [],
      ['features/orders/server/order.test.ts', 'features/stock/server/stock.test.ts', WALK],
      ['runs out', 'counts'],
    ],
    [
      'a rule of a feature: its tests of pages too',
      ['features/stock/domain/stock.ts'],
      'feature',
      ['features/stock/web/StockPage.test.tsx'],
      ['features/stock/server/stock.test.ts', WALK],
      ['runs out', 'counts'],
    ],
    [
      'a page of a feature: no further test of the server',
      ['features/stock/web/StockPage.tsx'],
      'feature',
      ['features/stock/web/StockPage.test.tsx'],
      [WALK],
      ['runs out', 'counts'],
    ],
    [
      'two features: all tests of pages, and the main ways through the product',
      ['features/laundry/server/wash.ts', 'features/stock/web/StockPage.tsx'],
      'change',
      PAGES,
      ['features/laundry/server/wash.test.ts', WALK],
      MAIN,
    ],
    [
      'a rule of the kernel: all tests of the server but those of the tools',
      ['kernel/money.ts'],
      'change',
      PAGES,
      [
        'features/laundry/server/wash.test.ts',
        'features/orders/server/order.test.ts',
        'features/stock/server/stock.test.ts',
        WALK,
        'app/server/http/routes.test.ts',
      ],
      MAIN,
    ],
    [
      'the printed schema, which a test compares: all tests of the server too',
      ['db/schema.sql'],
      'change',
      PAGES,
      [
        'features/laundry/server/wash.test.ts',
        'features/orders/server/order.test.ts',
        'features/stock/server/stock.test.ts',
        WALK,
        'app/server/http/routes.test.ts',
      ],
      MAIN,
    ],
    ['the frame of the pages: no test of the server', ['web/session.ts'], 'change', PAGES, [WALK], MAIN],
    [
      'the demo company: the tests that import the changed file',
      ['db/demo/invoices.ts'],
      'change',
      PAGES,
      ['db/demo/invoices.test.ts', WALK],
      MAIN,
    ],
    [
      'a test that waits for CI: the test itself',
      ['db/demo/invoices.test.ts', 'e2e/office/count.story.ts'],
      'change',
      [],
      ['db/demo/invoices.test.ts', WALK],
      ['counts', 'counts twice @in-ci', ...MAIN],
    ],
  ] as const)('of %s', (_what, changed, scope, pages, server, stories) => {
    using product = writeFixture(PRODUCT)
    const chosen = chooseTests(product.root, changed)
    expect({ ...chosen, stories: chosen.stories.map(({ title }) => title) }).toMatchObject({
      scope,
      pages,
      server: [...server].toSorted(),
      stories,
    })
  })

  test('of a proof it runs whole, beside one kill and one race', () => {
    using product = writeFixture(PRODUCT)
    expect(chooseTests(product.root, ['e2e/proofs/storm.proof.ts']).proofs).toEqual([
      ...ALWAYS_PROVEN,
      { file: 'e2e/proofs/storm.proof.ts', title: '' },
    ])
  })

  test('of the tools, the tests of the checks run too', () => {
    using product = writeFixture({ ...PRODUCT, 'scripts/house-rules.test.ts': '', 'scripts/results.test.ts': '' })
    const checks = (changed: string) => chooseTests(product.root, [changed]).checks
    expect(checks('scripts/layers.ts')).toEqual(['scripts/house-rules.test.ts', 'scripts/results.test.ts'])
    expect(checks('kernel/money.ts')).toEqual(['scripts/results.test.ts'])
  })

  test('CI runs the tests of features on the embedded database only at night, but those without a database always', () => {
    const opens = "import '#testing/database.ts'"
    using product = writeFixture({
      ...PRODUCT,
      'testing/database.ts': '',
      'app/server/growth.test.ts': opens,
      'app/server/joined.test.ts': opens,
      'features/stock/server/opens.test.ts': opens,
      'features/stock/server/pure.test.ts': '',
    })
    const onPostgresOnly = (atNight: boolean) => {
      const { server, embedded } = chooseAll(product.root, { atNight })
      return server.filter((test) => !embedded.includes(test))
    }
    expect(onPostgresOnly(false).toSorted()).toEqual([
      'app/server/growth.test.ts',
      'features/stock/server/opens.test.ts',
    ])
    expect(onPostgresOnly(true)).toEqual([])
  })

  test('CI leaves nothing out', () => {
    using product = writeFixture(PRODUCT)
    expect(chooseAll(product.root).left).toEqual(NOTHING)
  })
})

describe('the words of a run', () => {
  const change = { base: 'a', named: 'origin/main', files: ['features/stock/domain/stock.ts'] }
  test.each([
    [null, { scope: 'list', features: [] }, 'There is no commit to compare with, so the fixed list of tests runs.'],
    [
      { ...change, files: [] },
      { scope: 'list', features: [] },
      '0 files differ from origin/main, none of which changes a test, so the fixed list of tests runs.',
    ],
    [
      change,
      { scope: 'feature', features: ['stock'] },
      '1 file differs from origin/main, all in stock: its tests and stories run, and the tests of the features that import what changed.',
    ],
    [
      change,
      { scope: 'change', features: ['orders', 'stock'] },
      '1 file differs from origin/main (orders and stock): the fixed list of tests runs, and the tests of what changed.',
    ],
    [null, { scope: 'all', features: [] }, 'Everything runs.'],
  ] as const)('say what changed', (given, chosen, words) => {
    expect(whatChanged(given, chosen)).toBe(words)
  })

  test('say what is left to CI and how to run it', () => {
    const left = { ...NOTHING, server: 2, stories: 1 }
    expect(leftOut({ scope: 'list', left })).toBe(
      'Not run here: 2 files of tests of the server, 1 story, the lint that reads types, the checks of format, layers and structure (`npm run check`) and the tests on the second engine.\n' +
        'CI runs them for every change, and `npm test -- --all` runs them here.',
    )
    expect(leftOut({ scope: 'all', left: NOTHING })).toBe(null)
  })
})

const TESTS = readTests(ROOT)
const IN_CI = TESTS.stories.filter(({ isInCi }) => isInCi)

test('what always runs, runs at night on the second engine or when it changes exists', () => {
  const named = [
    ...ON_EMBEDDED_AT_NIGHT,
    ...TESTS_OF_CHECKS,
    ...ALWAYS_ON_SERVER,
    ...ALWAYS_PROVEN.map(({ file }) => file),
  ]
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  expect(WHEN_THEY_CHANGE.filter((start) => !TESTS.server.some((file) => file.startsWith(start)))).toEqual([])
})

describe('stories', () => {
  test('every story is read, so that each can be chosen', () => {
    const written = (file: string): number => readFileSync(join(ROOT, file), 'utf8').match(/^ *test\(/gm)?.length ?? 0
    const files = filesOf(ROOT, TEST_FILES.stories)
    const count = (file: string): number => TESTS.stories.filter((story) => story.file === file).length
    expect(files.filter((file) => count(file) === 0 || count(file) !== written(file))).toEqual([])
  })

  test('the main ways through the product are few, and none of them waits for CI', () => {
    const main = TESTS.stories.filter(({ isMain }) => isMain)
    expect(main.length).toBeGreaterThan(15)
    expect(main.length).toBeLessThan(30)
    expect(main.filter(({ isInCi }) => isInCi)).toEqual([])
  })

  test('each one that runs in CI only names the tests that prove the same more quickly, and no other does', () => {
    expect(IN_CI.length).toBeGreaterThan(0)
    expect(TESTS.stories.filter((story) => story.isInCi !== story.provenBy.length > 0)).toEqual([])
  })

  test('the tests that one names exist, and are no story that runs in CI only', () => {
    const isQuick = (file: string): boolean =>
      existsSync(join(ROOT, file)) &&
      (!file.endsWith('.story.ts') || TESTS.stories.some((story) => story.file === file && !story.isInCi))
    expect(IN_CI.flatMap(({ provenBy }) => provenBy).filter((file) => !isQuick(file))).toEqual([])
    // a file may name itself only with the part of it that is quicker
    expect(IN_CI.filter(({ file, provenBy }) => provenBy.length === 1 && provenBy[0] === file)).toEqual([])
  })

  test('every feature with a page has stories that run after a change of it', () => {
    const withPage = FEATURES.filter((feature) => existsSync(join(ROOT, `features/${feature}/web/routes.tsx`)))
    expect(Object.keys(STORIES_OF).toSorted()).toEqual(withPage.toSorted())
    const runs = (name: string): Story[] =>
      TESTS.stories.filter(({ file, isInCi }) => file === storyFile(name) && !isInCi)
    const without = Object.entries(STORIES_OF).filter(([, files]) => !files.some((name) => runs(name).length > 0))
    expect(without).toEqual([])
  })

  test('the title, the line, the tags and the comment of a story are read', () => {
    const text = [
      'helper()',
      '',
      '// The first of two.',
      '// Quicker proof: web/a.test.tsx,',
      '// e2e/b.story.ts',
      "test('one @in-ci', async () => {})",
      '',
      '  test(`two of ${what} @both-engines @main`, async () => {})',
    ].join('\n')
    const plain = { file: 'e2e/c.story.ts', isMain: false, isInCi: false, onBothEngines: false, provenBy: [] }
    expect(storiesIn('e2e/c.story.ts', text)).toEqual([
      { ...plain, line: 6, title: 'one @in-ci', isInCi: true, provenBy: ['web/a.test.tsx', 'e2e/b.story.ts'] },
      { ...plain, line: 8, title: 'two of ${what} @both-engines @main', isMain: true, onBothEngines: true },
    ])
  })
})

describe('the list in docs/tests.md of what does not always run', () => {
  /** The patterns of files in the table. */
  const rows = [
    ...readFileSync(join(ROOT, 'docs/tests.md'), 'utf8').matchAll(/^\| `([^`]+\.(?:test|story|proof)\.[^`]+)` \|/gm),
  ].map(([, pattern = '']) => pattern)
  const always = [...ALWAYS_ON_SERVER, ...ALWAYS_PROVEN.map(({ file }) => file)]
  const others = [
    ...TESTS_OF_CHECKS,
    ...TESTS.pages,
    ...TESTS.server,
    ...TESTS.proofs,
    ...TESTS.stories.filter(({ isMain }) => !isMain).map(({ file }) => file),
  ].filter((file) => !always.includes(file))

  test('names every such test, and only files that exist', () => {
    expect([...new Set(others)].filter((file) => !rows.some((pattern) => matchesGlob(file, pattern)))).toEqual([])
    expect(rows.filter((pattern) => !others.some((file) => matchesGlob(file, pattern)))).toEqual([])
  })
})
