import { expect, test } from 'vitest'
import { guarded, unguarded } from './csv-guard.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+30 210', "'+30 210"],
  ['@home', "'@home"],
  ['-12,5 κιλά', "'-12,5 κιλά"],
  ["'=1+1", "''=1+1"],
  ["''-a", "'''-a"],
  ['-12,5', '-12,5'],
  ["'Ο Φάρος", "'Ο Φάρος"],
  ['Κερί', 'Κερί'],
  ['', ''],
])('%j is written as %j and read back as it was', (text, written) => {
  expect(guarded(text)).toBe(written)
  expect(unguarded(written)).toBe(text)
})
