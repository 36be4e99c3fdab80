import { expect, test } from 'vitest'
import { whyWeakPin, zPin } from './lock.ts'

test.each(['1111', '0000', '1234', '4321', '56789', '98765432'])('the PIN %s is too easy', (pin) => {
  expect(whyWeakPin(pin)).toMatchObject({ code: 'users.pin-weak' })
})

test.each(['1357', '1212', '7391', '20481', '1235'])('the PIN %s is allowed', (pin) => {
  expect(whyWeakPin(pin)).toBeNull()
})

test('a PIN consists of four to eight digits', () => {
  for (const wrong of ['', '123', '123456789', '12a4', ' 1357', '１３５７'])
    expect(zPin.safeParse(wrong).success).toBe(false)
  expect(zPin.safeParse('1357').success).toBe(true)
})
