import { expect, test } from 'vitest'
import { mediaTypeOf, summaryOf, unsentText } from './note.ts'

test('only pictures and PDF files keep their media type', () => {
  expect(mediaTypeOf('image/png')).toBe('image/png')
  expect(mediaTypeOf('application/pdf')).toBe('application/pdf')
  for (const found of ['text/html', 'image/svg+xml', 'application/xml', 'application/zip', undefined])
    expect(mediaTypeOf(found)).toBe('application/octet-stream')
})

test('the summary for the history has the beginning of a note and the names of its files', () => {
  expect(summaryOf('Ζητήθηκε έκπτωση', [])).toBe('Ζητήθηκε έκπτωση')
  expect(summaryOf('', ['σχέδιο.pdf', 'φωτο.png'])).toBe('σχέδιο.pdf, φωτο.png')
  expect(summaryOf('α'.repeat(300), ['φωτο.png'])).toBe(`${'α'.repeat(200)}… · φωτο.png`)
})

test.each([
  ['Τηλεφώνησε', 'Τηλεφώνησε', ''],
  ['Τηλεφώνησε', 'Τηλεφώνησε\nΘα έρθει αύριο', 'Θα έρθει αύριο'],
  ['Τηλεφώνησε', 'Δεν τηλεφώνησε', 'Δεν τηλεφώνησε'],
  ['Τηλεφώνησε', '', ''],
  ['', 'Μαζί με το αρχείο', 'Μαζί με το αρχείο'],
])('after sending “%s” while the field contains “%s”, the field keeps “%s”', (sent, now, left) => {
  expect(unsentText(sent, now)).toBe(left)
})
