/** A story that runs at night only says which tests prove for every change what it shows. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

type Story = { readonly file: string; readonly title: string; readonly provenBy: readonly string[] }

/** Reads the stories of a file, each with the test files that the comment above it names after "For every change:". */
function storiesIn(file: string, text: string): Story[] {
  const found = text.matchAll(/((?:^ *\/\/.*\n)*)^ *test\((['"`])(.*)\2,/gm)
  return [...found].map(([, comment = '', , title = '']) => {
    const [, named = ''] = comment.replaceAll(/\s*\/\/\s*/g, ' ').split('For every change:')
    return { file, title, provenBy: named.match(/[\w./-]+\.(?:test|story|proof)\.tsx?/g) ?? [] }
  })
}

const STORIES = globSync('e2e/**/*.story.ts', { cwd: ROOT }).flatMap((file) =>
  storiesIn(file.replaceAll('\\', '/'), readFileSync(join(ROOT, file), 'utf8')),
)
const isAtNight = ({ title }: Story): boolean => /@at-night\b/.test(title)
const atNight = STORIES.filter(isAtNight)

/** Reports whether `npm test` runs the file, or a part of it. */
const runsForEveryChange = (file: string): boolean =>
  existsSync(join(ROOT, file)) &&
  (!file.endsWith('.story.ts') || STORIES.some((story) => story.file === file && !isAtNight(story)))

test('each story at night names the tests that run for every change, and no other story does', () => {
  expect(atNight.length).toBeGreaterThan(0)
  expect(STORIES.filter((story) => isAtNight(story) !== story.provenBy.length > 0)).toEqual([])
})

test('the tests that a story at night names exist and run for every change', () => {
  expect(atNight.flatMap(({ provenBy }) => provenBy).filter((file) => !runsForEveryChange(file))).toEqual([])
})

test('each folder of stories has one that runs for every change', () => {
  const folderOf = ({ file }: Story): string => file.split('/').slice(0, -1).join('/')
  const daily = new Set(STORIES.filter((story) => !isAtNight(story)).map(folderOf))
  expect([...new Set(STORIES.map(folderOf))].filter((folder) => !daily.has(folder))).toEqual([])
})

test('the title and the comment of a story are read', () => {
  const text = [
    'helper()',
    '',
    '// The first of two.',
    '// For every change: web/a.test.tsx,',
    '// e2e/b.story.ts',
    "test('one @at-night', async () => {})",
    '',
    '  test(`two of ${what}`, async () => {})',
  ].join('\n')
  expect(storiesIn('e2e/c.story.ts', text)).toEqual([
    { file: 'e2e/c.story.ts', title: 'one @at-night', provenBy: ['web/a.test.tsx', 'e2e/b.story.ts'] },
    { file: 'e2e/c.story.ts', title: 'two of ${what}', provenBy: [] },
  ])
})
