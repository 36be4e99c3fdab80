/** Chooses what `npm test` runs: a fixed list, and the tests of what changed. `npm test -- --all` runs everything, as CI does. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { featureOf, isTest } from '../structure/sources.ts'
import { sortServerTests } from '../sort-tests/sort-tests.ts'
import { filesOf, TEST_FILES } from '../sort-tests/test-files.ts'
import { type Imports, importsIn } from './imports.ts'
import { readStories, type Story, STORIES_OF, storyFile } from './stories.ts'

/** The tests of the server that run whatever has changed: one walk over all commands, queries and tables. */
export const ALWAYS_ON_SERVER = ['app/server/every-endpoint/walk/walk.test.ts']

/** One kill and one race, which run whatever has changed, with a part of their titles. */
export const ALWAYS_PROVEN = [
  { file: 'e2e/proofs/kill.proof.ts', title: 'postgres' },
  { file: 'e2e/proofs/scarce.proof.ts', title: 'sixteen people package' },
]

/** Tests of the tools of tests, and of the demo company. They run if they or a file that they import has changed, and in CI. */
export const WHEN_THEY_CHANGE = ['testing/', 'db/demo/']

/** Tests of the checks of layers, structure and lint. They run if something below scripts/ has changed, and in CI. */
export const TESTS_OF_CHECKS = [
  'scripts/check-layers.test.ts',
  'scripts/check-structure.test.ts',
  'scripts/house-rules.test.ts',
]

/**
 * In CI these run on PostgreSQL only, and at night on both engines: the rules of each feature, the check of invalid input, which is
 * refused before it reaches a database, and rights, plans and announced tables, which do not depend on the engine. What joins server and
 * database runs on both in CI, with every command, query and table (`walk.test.ts`) and the main stories.
 */
export const ON_EMBEDDED_AT_NIGHT = [
  'app/server/every-endpoint/announced.test.ts',
  'app/server/every-endpoint/bad-input-tables.test.ts',
  'app/server/every-endpoint/bad-input.test.ts',
  'app/server/every-endpoint/invariants.test.ts',
  'app/server/every-endpoint/kept-answers.test.ts',
  'app/server/every-endpoint/order-moves.test.ts',
  'app/server/every-endpoint/permissions-costs.test.ts',
  'app/server/every-endpoint/permissions-keys.test.ts',
  'app/server/every-endpoint/permissions.test.ts',
  'app/server/growth.test.ts',
  'db/demo/demo-company.test.ts',
  'features/',
  'server/data-api/fuzz.test.ts',
]

/** A change of one of these files reaches every test of the server. */
const FRAME = [
  'server/',
  'app/server/',
  'accounts/',
  'kernel/',
  'testing/',
  'simulators/',
  'db/migrations/',
  'db/schema.sql',
  'scripts/',
  'package.json',
  'package-lock.json',
  'tsconfig',
  'vitest.config.ts',
]

export type Proof = { readonly file: string; readonly title: string }

export type Chosen = {
  /**
   * `list`: nothing has changed, so only the fixed list runs. `feature`: the change is inside one feature, so its stories run
   * instead of the main ways through the product. `change`: the fixed list and the tests of what changed. `all`: everything.
   */
  readonly scope: 'list' | 'feature' | 'change' | 'all'
  /** The features that have changed. */
  readonly features: readonly string[]
  readonly checks: readonly string[]
  readonly pages: readonly string[]
  readonly server: readonly string[]
  /** Those of them that also run on the embedded database if the run is for both engines. */
  readonly embedded: readonly string[]
  readonly stories: readonly Story[]
  readonly proofs: readonly Proof[]
  /** The numbers of files of tests, and of stories, that do not run but in CI. */
  readonly left: Readonly<Record<'checks' | 'pages' | 'server' | 'stories' | 'proofs', number>>
}

/** All tests whose number depends on the choice. The rules always run. */
type Tests = {
  readonly checks: readonly string[]
  readonly pages: readonly string[]
  readonly server: readonly string[]
  readonly stories: readonly Story[]
  readonly proofs: readonly string[]
}

export const readTests = (root: string): Tests => ({
  checks: filesOf(root, TEST_FILES.checks),
  pages: filesOf(root, TEST_FILES.pages),
  server: filesOf(root, TEST_FILES.server),
  stories: readStories(root),
  proofs: filesOf(root, TEST_FILES.proofs),
})

const isBelow = (file: string, starts: readonly string[]): boolean => starts.some((start) => file.startsWith(start))
/** Reports whether a program or a test may read the file. None reads pictures. */
const isRead = (file: string): boolean => !/\.(png|svg)$/.test(file)
const isDocument = (file: string): boolean => file.endsWith('.md')
const distinct = <Item>(items: readonly (Item | null)[]): Item[] => [...new Set(items.filter((item) => item !== null))]

/** Chooses everything. `atNight` adds the second engine of what runs on both only at night. */
export function chooseAll(root: string, { atNight = false } = {}): Chosen {
  const tests = readTests(root)
  const proofs = tests.proofs.map((file) => ({ file, title: '' }))
  // those that open no database of the run belong to no engine
  const once = new Set(sortServerTests(root).once)
  const embedded = tests.server.filter((test) => atNight || once.has(test) || !isBelow(test, ON_EMBEDDED_AT_NIGHT))
  return withLeft(tests, { ...tests, scope: 'all', features: [], embedded, proofs })
}

/** Chooses the fixed list and the tests for a change of these files. */
export function chooseTests(root: string, changed: readonly string[]): Chosen {
  const tests = readTests(root)
  const read = changed.filter(isRead)
  const ownTests = new Set(read.filter((file) => isTest(file) && existsSync(join(root, file))))
  const code = read.filter((file) => !isTest(file) && !isDocument(file))
  const users = usersOf(root, code, read.filter(isDocument))
  const isTouched = ownTests.size + code.length + users.size > 0
  const features = distinct(code.map(featureOf))
  const inOneFeature = features.length === 1 && code.every((file) => featureOf(file) !== null)

  const pageRooms = roomsOf(code, users, 'server', 'web')
  const runsOfPages = (test: string): boolean =>
    ownTests.has(test) || users.has(test) || isBelow(test, pageRooms) || !(inOneFeature || code.length === 0)

  const serverRooms = roomsOf(code, users, 'web', 'server')
  const reachesAll = code.some((file) => isBelow(file, FRAME))
  const runsOnServer = (test: string): boolean => {
    if (ownTests.has(test)) return true
    if (users.has(test)) return true
    if (isBelow(test, WHEN_THEY_CHANGE)) return false
    return reachesAll || ALWAYS_ON_SERVER.includes(test) || isBelow(test, serverRooms)
  }

  const ofFeature = inOneFeature ? (STORIES_OF[features[0] ?? ''] ?? []).map(storyFile) : []
  const showsChange = ({ file, isMain, isInCi }: Story): boolean =>
    ofFeature.length > 0 ? ofFeature.includes(file) && !isInCi : isMain
  const reachesChecks = code.some((file) => file.startsWith('scripts/'))
  return withLeft(tests, {
    scope: !isTouched ? 'list' : inOneFeature ? 'feature' : 'change',
    features,
    checks: tests.checks.filter((test) => reachesChecks || ownTests.has(test) || !TESTS_OF_CHECKS.includes(test)),
    pages: isTouched ? tests.pages.filter(runsOfPages) : tests.pages,
    server: tests.server.filter(runsOnServer),
    embedded: [],
    stories: tests.stories.filter((story) => ownTests.has(story.file) || showsChange(story)),
    proofs: [
      ...ALWAYS_PROVEN,
      ...[...ownTests].filter((file) => tests.proofs.includes(file)).map((file) => ({ file, title: '' })),
    ],
  })
}

/** Returns the files that import one of these directly, and those whose text names one of the documents, because they may read it. */
function usersOf(root: string, code: readonly string[], documents: readonly string[]): ReadonlySet<string> {
  const imports: Imports = importsIn(root)
  const changed = new Set(code)
  const names = (file: string): boolean => {
    const text = documents.length > 0 ? readFileSync(join(root, file), 'utf8') : ''
    return documents.some((document) => text.includes(document))
  }
  const sources = filesOf(root, ['{kernel,accounts,features,server,web,app,db,simulators,testing,e2e}/**/*.{ts,tsx}'])
  return new Set(sources.filter((file) => imports(file).some((imported) => changed.has(imported)) || names(file)))
}

/**
 * Returns the folders `room` of the features that have changed, and of those that use a changed file directly. Files below `other` are
 * left out: what is only for pages changes no test of the server, and the other way round.
 */
function roomsOf(code: readonly string[], users: ReadonlySet<string>, other: string, room: string): string[] {
  const concerned = [...code, ...users].filter((file) => !isTest(file) && !file.includes(`/${other}/`))
  return distinct(concerned.map(featureOf)).map((feature) => `features/${feature}/${room}/`)
}

function withLeft(tests: Tests, chosen: Omit<Chosen, 'left'>): Chosen {
  const whole = chosen.proofs.filter(({ title }) => title === '')
  return {
    ...chosen,
    left: {
      checks: tests.checks.length - chosen.checks.length,
      pages: tests.pages.length - chosen.pages.length,
      server: tests.server.length - chosen.server.length,
      stories: tests.stories.length - chosen.stories.length,
      proofs: tests.proofs.length - whole.length,
    },
  }
}
