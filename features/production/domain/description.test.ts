import { expect, test } from 'vitest'
import { shownDescription, WASHING_DESCRIPTION } from './description.ts'

test('the stored word of a washing task is not shown, and every other description is', () => {
  expect(shownDescription(WASHING_DESCRIPTION)).toBe('')
  expect(shownDescription('με προσοχή')).toBe('με προσοχή')
})
