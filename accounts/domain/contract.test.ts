import { expect, test } from 'vitest'
import { createUser, signInOutput } from './contract.ts'
import { forgotPasswordOutput, registerOutput } from './without-sign-in.ts'

const person = { email: 'maria@kerino.gr', username: 'Μαρία', password: 'ένας μακρύς κωδικός 71', role: 'user' }
const isAccepted = (more: object): boolean => createUser.input.safeParse({ ...person, ...more }).success

test('an account gets any role or none, except that of a section, which follows from its first name', () => {
  expect([isAccepted({}), isAccepted({ role: 'driver' }), isAccepted({ role: null })]).toEqual([true, true, true])
  expect(isAccepted({ role: 'section' })).toBe(false)
})

test('a user name with a character that no page shows is refused, because it could look like another one', () => {
  expect(createUser.input.parse({ ...person, username: ' Μαρία  Παππά ' }).username).toBe('Μαρία Παππά')
  expect([isAccepted({ username: 'Μαρία\u200b' }), isAccepted({ username: ' ' })]).toEqual([false, false])
})

test('asking for an account or a new password has one answer, whether or not the e-mail has an account', () => {
  for (const output of [forgotPasswordOutput, registerOutput])
    expect([{ done: true }, { done: false }].map((answer) => output.safeParse(answer).success)).toEqual([true, false])
})

test('a right password of an account with a second factor has no answer but that a code is needed', () => {
  expect(signInOutput.parse({ codeNeeded: true })).toEqual({ codeNeeded: true })
  expect(signInOutput.safeParse({ codeNeeded: false }).success).toBe(false)
})
