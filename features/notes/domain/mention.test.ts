import { expect, test } from 'vitest'
import { colleaguesLike, mentionedIn, typedMention } from './mention.ts'

const MARIA = { id: 1, name: 'Μαρία' }
const MARIA_K = { id: 2, name: 'Μαρία Κ' }
const NIKOS = { id: 3, name: 'Νίκος' }
const ALL = [MARIA, MARIA_K, NIKOS]

test.each([
  ['@Μαρία κοίτα το', [1]],
  ['κοίτα το @μαρια, @ΝΙΚΟΣ!', [1, 3]],
  ['@Μαρία Κ και @Μαρία', [2, 1]],
  ['@Μαρία @Μαρία', [1]],
  ['Μαρία', []],
  ['@Μαρίας', []],
  ['shop@Νίκος', []],
  ['@ Νίκος', []],
  ['', []],
])('%s names %o', (text, expected) => {
  expect(mentionedIn(text, ALL)).toEqual(expected)
})

test('what a person types after @ is a name until the end of the line or the next @', () => {
  expect(typedMention('Ρώτα @Μαρ', 9)).toEqual({ from: 6, typed: 'Μαρ' })
  expect(typedMention('Ρώτα @Μαρ αύριο', 9)).toEqual({ from: 6, typed: 'Μαρ' })
  expect(typedMention('@', 1)).toEqual({ from: 1, typed: '' })
  expect(typedMention('@Μαρία @Νί', 10)).toEqual({ from: 8, typed: 'Νί' })
  for (const text of ['Ρώτα', 'a@b', '@Μαρία\nκαι', `@${'α'.repeat(60)}`])
    expect(typedMention(text, text.length)).toBeNull()
})

test('colleagues are found by the beginning of any word of the name, and not offered once the name is complete', () => {
  expect(colleaguesLike(ALL, 'μαρ')).toEqual([MARIA, MARIA_K])
  expect(colleaguesLike(ALL, 'κ')).toEqual([MARIA_K])
  expect(colleaguesLike(ALL, '')).toEqual(ALL)
  expect(colleaguesLike(ALL, 'Νίκος')).toEqual([])
  expect(colleaguesLike(ALL, 'αρία')).toEqual([])
})
