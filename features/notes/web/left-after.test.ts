import { expect, test } from 'vitest'
import { leftAfter } from './left-after.ts'

test.each([
  ['Τηλεφώνησε', 'Τηλεφώνησε', ''],
  ['Τηλεφώνησε', 'Τηλεφώνησε\nΘα έρθει αύριο', 'Θα έρθει αύριο'],
  ['Τηλεφώνησε', 'Δεν τηλεφώνησε', 'Δεν τηλεφώνησε'],
  ['Τηλεφώνησε', '', ''],
  ['', 'Μαζί με το αρχείο', 'Μαζί με το αρχείο'],
])('of a note “%s” that was sent while “%s” stood there, “%s” is left', (sent, now, left) => {
  expect(leftAfter(sent, now)).toBe(left)
})
