/** The tool that changes operators of the rules (`npm run mutants`) tries each change, and known.ts names changes that exist. */
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { writeFixture } from '../fixture.ts'
import { changeOf, judge, outdated } from './judge.ts'
import { KNOWN, type Known } from './known.ts'
import { allMutants, mutantsIn } from './mutants.ts'
import { instrument, mutantsOf } from './operators.ts'
import { Switches } from './switches.ts'
import { tryChanges } from './try-changes.ts'

const changesOf = (source: string): string[] => mutantsOf('a.ts', source).map(changeOf)

test.each([
  [
    'a comparison of sizes becomes the one with or without the limit, and the opposite one',
    'a < b',
    ['< → <=', '< → >='],
  ],
  ['equal and different take each other’s place', 'a === b', ['=== → !==']],
  ['both and either take each other’s place', 'a && b || c', ['|| → &&', '&& → ||']],
  ['a number instead of a missing value becomes the next one', 'a ?? 0', ['?? 0 → ?? 1']],
  ['any other value always replaces the left side', 'a ?? b', ['?? → right side']],
  ['a negation is left out', '!a', ['! → nothing']],
  ['true and false take each other’s place', 'const a = [true, false]', ['true → false', 'false → true']],
  ['plus and minus take each other’s place', 'let a = b - 1\na += 1', ['- → +', '+= → -=']],
  ['texts that are joined stay', "a + 'text'", []],
  ['types stay', 'type A = { b: true }\nconst a = (b: true | number) => b as false', []],
])('%s', (_, source, changes) => {
  expect(changesOf(source)).toEqual(changes)
})

test('a change is found at the line and column of its operator', () => {
  expect(mutantsOf('a.ts', 'const a = 1\n  const b = a /* < */ > 2')[0]).toMatchObject({
    line: 2,
    column: 23,
    text: 'const b = a /* < */ > 2',
  })
})

test.each([
  ['(3 > 2 && (null ?? 4) === 4) || !true', true],
  ['[1, 2].map((one) => one + 1).filter((one) => one >= 3 || one < 0)', [3]],
  ["'a' + 1 + (2 - 1)", 'a11'],
  ['((one) => one ?? 0)()', 0],
  ['(() => { let sum = 0\nfor (const one of [1, 2]) { sum += one }\n!sum || sum++\nreturn sum })()', 4],
])('without a change an instrumented file computes the same: %s', (source, value) => {
  const written = instrument('a.ts', `const value = ${source}`, 0)
  expect(runInNewContext(`${written}\n;value`, { $m: new Switches() })).toEqual(value)
})

const RULE = `const USUAL = 2 + 3
export const mayLend = (wanted: number, limit: number | null): boolean => wanted <= (limit ?? USUAL)
export function daysUntil(day: number): number {
  let days = 0
  for (let left = day; left > 0; left = left - 1) { days = days + 1 }
  return days
}
export const isLate = (days: number): boolean => days > 30
export const named = (name: string): string => name + name
`

const TEST = `import { expect, test } from 'vitest'
import { daysUntil, mayLend, named } from './loan.ts'
test('at most five are lent without a limit', () => {
  expect([mayLend(5, null), mayLend(6, null)]).toEqual([true, false])
})
test('texts are joined', () => expect(named('a')).toBe('aa'))
test('three days are left', () => expect(daysUntil(3)).toBe(3))
`

describe('the changes of a rule', async () => {
  const file = 'features/loans/domain/loan.ts'
  using product = writeFixture({ [file]: RULE, 'features/loans/domain/loan.test.ts': TEST })
  const mutants = mutantsIn(product.root, [file])
  const outcomes = await tryChanges(product.root, mutants, { seed: 1, workers: 1, done: () => {} })

  test('are caught if a test fails, also in a loop without an end and in what is computed while the file is loaded', () => {
    expect(outcomes.filter(({ caught }) => caught).map(({ mutant }) => `${mutant.line}: ${changeOf(mutant)}`)).toEqual([
      '1: + → -',
      '2: <= → <',
      '2: <= → >',
      '5: > → >=',
      '5: > → <=',
      '5: - → +',
      '5: + → -',
    ])
  })

  test('are not caught if no test reaches them, or none fails', () => {
    expect(outcomes.filter(({ caught }) => !caught).map(({ mutant, reached }) => [changeOf(mutant), reached])).toEqual([
      ['?? → right side', true],
      ['> → >=', false],
      ['> → <=', false],
    ])
  })

  test('pass if known.ts names them, and fail if it names one that a test catches', () => {
    const line = RULE.split('\n')[1] ?? ''
    const fallback: Known = { file, line, change: '?? → right side', equal: 'for this test' }
    const caught: Known = { file, line, change: '<= → <', equal: 'for this test' }
    const { named, unnamed, caughtButNamed } = judge(outcomes, [fallback, caught], mutants)
    expect([named, unnamed, caughtButNamed].map((some) => some.map(({ mutant }) => changeOf(mutant)))).toEqual([
      ['?? → right side'],
      ['> → >=', '> → <='],
      ['<= → <'],
    ])
    const gone: Known = { ...caught, line: 'return true' }
    expect(outdated([fallback, caught, gone, fallback], mutants)).toEqual([gone, fallback])
  })
})

test('each entry of known.ts names one change of a rule', () => {
  expect(outdated(KNOWN, allMutants(join(import.meta.dirname, '../..')))).toEqual([])
})
