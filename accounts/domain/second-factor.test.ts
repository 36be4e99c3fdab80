import { expect, test } from 'vitest'
import { signInInput } from './contract.ts'
import { shownRecoveryCode, typedCode } from './second-factor.ts'

test.each([
  ['123456', { kind: 'app', code: '123456' }],
  [' 123 456 ', { kind: 'app', code: '123456' }],
  ['１２３４５６', { kind: 'app', code: '123456' }],
  ['12345', null],
  ['1234567', null],
  ['abcd-efgh-2345-6777', { kind: 'recovery', code: 'ABCDEFGH23456777' }],
  ['ABCD–EFGH 2345 6777', { kind: 'recovery', code: 'ABCDEFGH23456777' }],
  ['ABCDEFGH2345677', null],
  ['ABCDEFGH234567777', null],
  ['ABCDEFGH23456778', null],
  ['', null],
])('the code of a sign-in %j is read as %j', (text, code) => {
  expect(typedCode(text)).toEqual(code)
})

test('a recovery code is shown in groups of four, in which it can be typed again', () => {
  expect(shownRecoveryCode('ABCDEFGH23456777')).toBe('ABCD-EFGH-2345-6777')
  expect(typedCode(shownRecoveryCode('ABCDEFGH23456777'))?.code).toBe('ABCDEFGH23456777')
})

test('a device is remembered only if the person asked for it', () => {
  expect(signInInput.parse({ email: 'a@b.gr', password: 'x' }).remember).toBe(false)
})
