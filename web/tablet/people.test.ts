import { afterEach, expect, test } from 'vitest'
import { rememberPerson, workerHere } from './people.ts'

afterEach(() => localStorage.clear())

test('a personal account is not asked who works here, and a shared one is, until somebody is named (C-99, C-83)', () => {
  expect(workerHere({ actingRole: 'user', username: 'Μαρία' })).toBe('Μαρία')
  expect(workerHere({ actingRole: 'section', username: 'ΒΑΦΗ' })).toBe('')
  expect(workerHere({ actingRole: 'operations', username: 'Αποθήκη' })).toBe('')
  rememberPerson('Γιώργος')
  expect(workerHere({ actingRole: 'section', username: 'ΒΑΦΗ' })).toBe('Γιώργος')
  expect(workerHere({ actingRole: 'user', username: 'Μαρία' })).toBe('Γιώργος')
})
