import { describe, expect, test } from 'vitest'
import { acceptLines, readStatement, reopenLines, skipLine } from './contract.ts'

describe('a request about bank lines is refused', () => {
  const accepted = { id: 1, kind: 'customers', partyId: 2, matches: [{ documentId: 3, cents: 100 }] }
  const [match] = accepted.matches
  const file = { name: 'a.csv', bankName: 'Τράπεζα' }

  test.each([
    ['without the name of the file', readStatement.input, { ...file, name: ' ' }, file],
    ['without the name of the bank', readStatement.input, { ...file, bankName: ' ' }, file],
    [
      'with a match of nothing',
      acceptLines.input,
      { lines: [{ ...accepted, matches: [{ documentId: 3, cents: 0 }] }] },
      { lines: [accepted] },
    ],
    [
      'with a document twice',
      acceptLines.input,
      { lines: [{ ...accepted, matches: [match, match] }] },
      { lines: [accepted] },
    ],
    [
      'with a line twice',
      acceptLines.input,
      { lines: [accepted, accepted] },
      { lines: [accepted, { ...accepted, id: 2 }] },
    ],
    ['without a reason to skip a line', skipLine.input, { id: 1, reason: '' }, { id: 1, reason: 'a fee' }],
    [
      'without a reason to open lines again',
      reopenLines.input,
      { ids: [1], reason: '' },
      { ids: [1], reason: 'a mistake' },
    ],
    [
      'with a line twice to open',
      reopenLines.input,
      { ids: [1, 1], reason: 'a mistake' },
      { ids: [1, 2], reason: 'a mistake' },
    ],
  ])('%s', (_what, input, wrong, right) => {
    expect([input.safeParse(wrong).success, input.safeParse(right).success]).toEqual([false, true])
  })
})
