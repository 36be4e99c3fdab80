import { expect, test } from 'vitest'
import { readBound } from './loan.ts'

test('a bound is read in any case, and an unknown text is null', () => {
  expect(readBound('Inbound')).toBe('INBOUND')
  expect(readBound(' outBOUND ')).toBe('OUTBOUND')
  expect(readBound('out')).toBeNull()
})
