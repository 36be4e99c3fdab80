import { expect, test } from 'vitest'
import { unsentText } from './unsent-text.ts'

test.each([
  ['Τηλεφώνησε', 'Τηλεφώνησε', ''],
  ['Τηλεφώνησε', 'Τηλεφώνησε\nΘα έρθει αύριο', 'Θα έρθει αύριο'],
  ['Τηλεφώνησε', 'Δεν τηλεφώνησε', 'Δεν τηλεφώνησε'],
  ['Τηλεφώνησε', '', ''],
  ['', 'Μαζί με το αρχείο', 'Μαζί με το αρχείο'],
])('after sending “%s” while the field contains “%s”, the field keeps “%s”', (sent, now, left) => {
  expect(unsentText(sent, now)).toBe(left)
})
