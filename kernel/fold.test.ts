import { expect, test } from 'vitest'
import { lookAlikeKey } from './fold.ts'

test.each([
  ['ΑΒ-10', 'AB-10', true],
  ['ΤΔΑ-7', 'TΔA-7', true],
  ['αβ-10', 'AB-10', true],
  ['Ά-1', 'A-1', true],
  ['ΕΖΗΙΚΜΝΟΡΤΥΧ', 'EZHIKMNOPTYX', true],
  ['µ1', 'M1', true],
  ['ΑΗ-10', 'ΑΙ-10', false],
  ['AB-10', 'AB10', false],
  ['AB-10', 'AB -10', false],
  ['A-1', 'A-01', false],
  ['Λ-1', 'A-1', false],
  ['O-1', '0-1', false],
])('%s and %s are one code: %s (C-100)', (one, other, same) => {
  expect(lookAlikeKey(one) === lookAlikeKey(other)).toBe(same)
})
