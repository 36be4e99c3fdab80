/**
 * The figures by which the house is judged: what stands twice, and how much there is to read. `npm run check -- --counts` prints them
 * beside what they were in November 2026 and what they are to become.
 */
import { globSync } from 'node:fs'
import { LAYERS } from '../layers.ts'
import { featureOf, isCode, isTest, type Sources } from '../structure/sources.ts'
import type { Unread } from '../rows/unread.ts'
import { readersOfTables } from '../structure/tables.ts'
import { equalTexts, readTables } from '../structure/text-tables.ts'

export type Figure = {
  readonly name: string
  /** What was counted on 28 November 2026. */
  readonly was: number
  readonly goal: number
  /** Reports a fact that stands twice. Such a figure never rises: `limits.json` contains it, and the check compares. */
  readonly standsTwice: boolean
  readonly count: (sources: Sources) => number
}

/**
 * A rule that stands twice: two names for one rule, each found in the product. Functions and columns of the database that are made from
 * the code (server/db/declared-functions.ts) are not among them.
 */
const DOUBLE_RULES: readonly (readonly [string, string])[] = [
  ['contested', 'is_contested'],
  ['isBelowMargin', 'is_below_margin'],
  ['isLastStep', 'incoming_goods'],
  // a page shows which payment settles what, and lists add up many accounts; bank-statements.test.ts runs both over generated accounts
  ['settle', 'openCharges'],
  ['isAccountOf', 'sectionOfAccount'],
  ['AWAITED', 'LEFT_TO_TAKE'],
]

const SCHEMA = 'db/schema.sql'
const isText = (file: string): boolean => file.endsWith('/texts.csv')
const isProduct = (file: string): boolean => isCode(file) && !isTest(file)
const isFeature = (file: string): boolean => file.startsWith('features/')
const linesOf = (sources: Sources, files: readonly string[]): number =>
  files.reduce((sum, file) => sum + sources.read(file).split('\n').length - 1, 0)

/** Returns how often `pattern` occurs in the files of the product, without tests. */
function occurrences(sources: Sources, pattern: RegExp, chosen: (file: string) => boolean): number {
  return sources.files
    .filter((file) => isProduct(file) && chosen(file))
    .reduce((sum, file) => sum + [...sources.read(file).matchAll(pattern)].length, 0)
}

/** Returns the reads of a feature's SQL that go to a table of a feature above it, as `reader: table`. */
export function upwardReads(sources: Sources): string[] {
  const layerOf = (feature: string): number => LAYERS.findIndex((layer) => layer.includes(feature))
  return readersOfTables(sources).flatMap(({ table, owner, readers }) =>
    readers.filter((reader) => layerOf(owner) > layerOf(reader)).map((reader) => `${reader}: ${table}`),
  )
}

/** Returns the rules of `DOUBLE_RULES` of which both names are still in the product. */
function doubleRules(sources: Sources): number {
  const words = new Set(
    [...sources.files.filter((file) => isProduct(file) && !file.startsWith('scripts/')), SCHEMA].flatMap((file) =>
      sources.read(file).match(/\b\w+\b/g),
    ),
  )
  return DOUBLE_RULES.filter((names) => names.every((name) => words.has(name))).length
}

/** Returns how many texts are equal in all languages to another text. */
const countEqualTexts = (sources: Sources): number =>
  equalTexts(readTables(sources, [])).reduce((sum, group) => sum + group.length - 1, 0)

/**
 * Counts the triggers that are not made from a declaration (server/derived). Declarations have no text of a trigger; a test of app/server
 * compares all triggers of functions with these names with the declarations, in both directions.
 */
const triggers = (sources: Sources): number =>
  [...sources.read(SCHEMA).matchAll(/^CREATE (?:CONSTRAINT )?TRIGGER .*$/gm)].filter(
    ([line]) => !/FUNCTION (?:note_change|tell_access|derive_\w+)\(/.test(line),
  ).length

const migrations = (file: string): boolean => /^db\/migrations\/.*\.sql$/.test(file)

export const FIGURES: readonly Figure[] = [
  {
    name: 'places that name topics by hand',
    was: 583,
    goal: 0,
    standsTwice: true,
    count: (sources) =>
      occurrences(
        sources,
        // a list of names, or a constant that has one; not the type of a parameter
        /(?<![.\w])(?:topics|invalidates)(?::\s*|=\{\s*)(?:\[|[A-Z_]{3,})/g,
        (file) => !file.startsWith('scripts/') && !file.startsWith('bench/'),
      ),
  },
  {
    name: 'reads of tables of a higher layer',
    was: 52,
    goal: 0,
    standsTwice: true,
    count: (sources) => upwardReads(sources).length,
  },
  { name: 'rules that stand twice', was: 12, goal: 0, standsTwice: true, count: doubleRules },
  { name: 'triggers written by hand', was: 65, goal: 17, standsTwice: true, count: triggers },
  {
    name: 'functions of the database whose text schema.sql does not show',
    was: 69,
    goal: 0,
    standsTwice: true,
    count: (sources) => [...sources.read(SCHEMA).matchAll(/^-- {3}\w+\(/gm)].length,
  },
  {
    name: 'SQL statements whose row type nothing checks',
    was: 759,
    goal: 0,
    standsTwice: true,
    count: (sources) => {
      const unread = JSON.parse(sources.read('scripts/rows/unread.json')) as Unread
      return Object.values(unread).reduce((sum, statements) => sum + statements, 0)
    },
  },
  {
    name: 'files of texts',
    was: 252,
    goal: 44,
    standsTwice: false,
    count: (sources) => sources.files.filter(isText).length,
  },
  {
    name: 'texts equal in all languages to another text',
    was: 1_119,
    goal: 100,
    standsTwice: true,
    count: countEqualTexts,
  },
  {
    name: 'migrations',
    was: 162,
    goal: 12,
    standsTwice: false,
    count: (sources) => sources.files.filter(migrations).length,
  },
  {
    name: 'lines of the salespersons',
    was: 716,
    goal: 150,
    standsTwice: false,
    count: (sources) =>
      linesOf(
        sources,
        sources.files.filter((file) => isProduct(file) && featureOf(file) === 'salespersons'),
      ),
  },
  {
    name: 'lines of TypeScript without tests and texts',
    was: 186_300,
    goal: 165_000,
    standsTwice: false,
    count: (sources) => linesOf(sources, sources.files.filter(isProduct)),
  },
  {
    name: 'lines of the features among them',
    was: 130_915,
    goal: 112_000,
    standsTwice: false,
    count: (sources) =>
      linesOf(
        sources,
        sources.files.filter((file) => isProduct(file) && isFeature(file)),
      ),
  },
  {
    name: 'files of TypeScript without tests',
    was: 2_306,
    goal: 1_700,
    standsTwice: false,
    count: (sources) => sources.files.filter(isProduct).length,
  },
  {
    name: 'words of Markdown',
    was: 127_000,
    goal: 50_000,
    standsTwice: false,
    count: (sources) =>
      [...sources.files.filter((file) => file.endsWith('.md')), ...globSync('*.md', { cwd: sources.root })].reduce(
        (sum, file) => sum + (sources.read(file).match(/\S+/g)?.length ?? 0),
        0,
      ),
  },
]
